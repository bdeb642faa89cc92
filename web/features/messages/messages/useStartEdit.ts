import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { OutboxEntry } from '../outbox/open/outbox.ts';
import { startEdit, writingOf } from '../outbox/open/writing.ts';
import { type MentionNames, mentionText } from '../text/open/mentions.ts';
import { typedText } from '../text/open/mentions-typed.ts';

/** Part of a row that the composer can edit. */
export type Editable = { kind: 'message'; message: Message } | { kind: 'pending'; entry: OutboxEntry };

/** Returns the function that opens a message, sent or failed, in the composer of a place. */
export function useStartEdit(placeId: string, names: MentionNames, toComposer: () => void): (row: Editable) => void {
  const shownNames = useRef(names);
  useLayoutEffect(() => {
    shownNames.current = names;
  }, [names]);
  return useCallback(
    (row: Editable) => {
      const { named: meant } = writingOf(placeId);
      const nameOf = (stored: string) => {
        const typed = mentionText(stored, shownNames.current, null);
        // This text already mentions somebody else of that name.
        const isTaken = typed !== null && (meant[typed] ?? stored) !== stored;
        return isTaken ? null : typed;
      };
      const typed = ({ content }: { content: string }) => typedText(content, mentionPattern, nameOf);
      if (row.kind === 'message') {
        const { text: content, named } = typed(row.message);
        const mayBeBlank = row.message.fileAttachments.length > 0;
        startEdit(placeId, { id: row.message._id, kind: 'sent', content, mayBeBlank }, named);
      } else {
        const { text: content, named } = typed(row.entry);
        startEdit(placeId, { id: row.entry.nonce, kind: 'unsent', content, files: row.entry.files }, named);
      }
      toComposer();
    },
    [placeId, toComposer],
  );
}
