import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { logFailure } from '../../platform/log.ts';
import { pressed } from '../../platform/parts.ts';
import { openEmojiPicker } from '../emoji/open-emoji-picker.ts';
import { toggleReaction } from '../reactions/reactions.queries.ts';
import { addToDraft } from './composer/writing.ts';
import type { Row } from './list/rows.ts';
import { linkTo, type MessageDesk } from './message-actions.ts';
import { authorName } from './sender.ts';
import type { MentionNames } from './text/mentions.ts';

interface DeskInput {
  /** The id of the place. */
  placeId: string;
  /** The workspace whose own emoji are used here. */
  workspaceId: string | undefined;
  /** What one is in the place's workspace; a conversation is in none. */
  member: MemberFacts | undefined;
  mayWrite: boolean;
  userId: string;
  names: MentionNames;
  edit: (row: Row) => void;
  /** The focus goes to where one writes. */
  toComposer: () => void;
}

/** What the actions on the messages of a place need of the page; the same object for as long as nothing of it changes. */
export function useMessageDesk(input: DeskInput): MessageDesk {
  const { placeId, workspaceId, member, mayWrite, userId, names, edit, toComposer } = input;
  const named = useRef(names);
  useLayoutEffect(() => {
    named.current = names;
  }, [names]);

  const reply = useCallback(
    (row: Row) => {
      if (row.kind !== 'message') return;
      const { content, fileAttachments, sender, _id } = row.message;
      const write = async () => {
        const { quoted } = await pressed(() => import('./quote.ts'));
        const files = fileAttachments.map(({ name }) => name);
        const quote = quoted({ content, files, author: authorName(sender), address: linkTo(_id) }, named.current);
        addToDraft(placeId, `${quote}\n\n`);
        toComposer();
      };
      write().catch((cause: unknown) => logFailure('A message could not be quoted', cause));
    },
    [placeId, toComposer],
  );
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
    return { reader, edit, reply, toggle, react };
  }, [member, userId, mayWrite, edit, reply, toggle, react]);
}
