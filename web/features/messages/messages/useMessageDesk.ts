import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useCallback, useMemo } from 'react';
import { type Place, placeKey } from '../../../platform/address/place.ts';
import { openEmojiPicker } from '../../workspaces/emoji/open/open-emoji-picker.ts';
import { answer } from '../outbox/open/writing.ts';
import { toggleReaction } from '../reactions/open/reactions.queries.ts';
import { answerTo } from '../timeline/open/answered.ts';
import { goToMessage } from '../timeline/open/go-to.ts';
import type { Row } from './list/rows.ts';
import type { MessageDesk } from './open/message-actions.ts';

interface DeskInput {
  place: Place;
  /** The workspace whose own emoji are used here. */
  workspaceId: string | undefined;
  /** What one is in the place's workspace; a conversation is in none. */
  member: MemberFacts | undefined;
  mayWrite: boolean;
  userId: string;
  edit: (row: Row) => void;
  /** The focus goes to where one writes. */
  toComposer: () => void;
}

/** What the actions on the messages of a place need of the page; the same object for as long as nothing of it changes. */
export function useMessageDesk(input: DeskInput): MessageDesk {
  const { place, workspaceId, member, mayWrite, userId, edit, toComposer } = input;
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
    const reader = { member: member ?? memberFacts(userId, undefined, []), mayWrite };
    return { reader, edit, reply, goTo, toggle, react };
  }, [member, userId, mayWrite, edit, reply, goTo, toggle, react]);
}
