import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useCallback, useMemo } from 'react';
import { type Place, placeKey } from '../../../platform/address/place.ts';
import { openEmojiPicker } from '../../workspaces/emoji/open/open-emoji-picker.ts';
import { answer } from '../outbox/open/writing.ts';
import { toggleReaction } from '../reactions/open/reactions.queries.ts';
import { answerTo } from '../timeline/open/answered.ts';
import { goToMessage } from '../timeline/open/go-to.ts';
import type { Row } from './list/rows/rows.ts';
import type { MessageDesk } from './open/message-actions.ts';

interface DeskInput {
  place: Place;
  /** Workspace whose own emoji are offered. */
  workspaceId: string | undefined;
  /** User's role in the place's workspace; absent for a conversation. */
  member: MemberFacts | undefined;
  mayWrite: boolean;
  userId: string;
  /** Path of the channel or conversation, where the page's path is another. */
  path?: string | undefined;
  openThread: (rootId: string, replyId?: string) => void;
  edit: (row: Row) => void;
  /** Focuses the composer. */
  toComposer: () => void;
}

/** Returns the callbacks of message actions in a place; a stable object while nothing changes. */
export function useMessageDesk(input: DeskInput): MessageDesk {
  const { place, workspaceId, member, mayWrite, userId, path, openThread, edit, toComposer } = input;
  const isThread = place.threadId !== undefined;
  const reply = useCallback(
    (row: Row) => {
      if (row.kind !== 'message') return;
      answer(placeKey(place), answerTo(row.message, userId));
      toComposer();
    },
    [place, userId, toComposer],
  );
  const goTo = useCallback((id: string) => void goToMessage(place, id), [place]);
  const toggle = useCallback(
    (row: Row, reaction: string) => {
      if (row.kind === 'message') void toggleReaction(row.message, reaction, userId);
    },
    [userId],
  );
  const react = useCallback(
    (row: Row, anchor: HTMLElement) => {
      const choose = async () => {
        const emoji = await openEmojiPicker(anchor, { workspaceId });
        if (emoji) toggle(row, emoji);
      };
      void choose();
    },
    [workspaceId, toggle],
  );
  return useMemo(() => {
    // A message on screen may be read.
    const rights = { canRead: true, canWrite: mayWrite, isThread };
    const reader = { member: member ?? memberFacts(userId, undefined, []), ...rights };
    return { reader, path, edit, reply, goTo, openThread, toggle, react };
  }, [member, userId, mayWrite, isThread, path, edit, reply, goTo, openThread, toggle, react]);
}
