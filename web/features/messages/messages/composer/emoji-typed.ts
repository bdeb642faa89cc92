import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '../../../../platform/device/log.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { noteEmoji } from '../../../workspaces/emoji/open/recent.ts';
import { replaceIn } from './field.ts';

/** Farther back than this, nothing is the name of an emoji. */
const longest = 60;
/** Not « 10:30:» or « std::name: »; but one name may follow another. */
const closed = /(?<![\p{L}\p{N}/]|(?<!:[\p{L}\p{N}_+-]+):):([\p{L}\p{N}_+-]+):$/u;

/** The name between two colons that ends where the caret is, and where its first colon is; null outside of names and inside code. */
export function nameClosedAt(text: string, caret: number): { name: string; from: number } | null {
  const name = closed.exec(text.slice(Math.max(0, caret - longest), caret))?.[1];
  if (name === undefined) return null;
  const before = text.slice(0, caret);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (before.split('```').length % 2 === 0 || line.split('`').length % 2 === 0) return null;
  return { name, from: caret - name.length - 2 };
}

/** Puts the emoji in the place of its name once the second colon is typed; the browser's undo brings the name back. */
export async function writeEmoji(
  client: QueryClient,
  field: HTMLTextAreaElement,
  { inputType }: Pick<InputEvent, 'inputType'>,
  workspaceId: string | undefined,
): Promise<void> {
  // What was undone is meant as it stands.
  if (/^(?:history|delete)/.test(inputType)) return;
  const closedName = nameClosedAt(field.value, field.selectionStart);
  if (!closedName) return;
  const written = `:${closedName.name}:`;
  try {
    const { emojiNamed } = await import('../../../workspaces/emoji/open/find-emoji.ts');
    const emoji = await emojiNamed(client, closedName.name, workspaceId);
    // More may have been typed since, or replaced before it, or the message sent.
    const from = field.value.lastIndexOf(written, field.selectionStart);
    const to = from + written.length;
    if (!emoji || from < 0 || document.activeElement !== field || nameClosedAt(field.value, to)?.from !== from) return;
    const moved = (position: number) =>
      position < to ? Math.min(position, from) : position - to + from + emoji.length;
    const { selectionStart, selectionEnd } = field;
    replaceIn(field, { from, to, text: emoji, select: [moved(selectionStart), moved(selectionEnd)] });
    noteEmoji(useSession.getState().user?._id ?? '', emoji);
  } catch (cause) {
    logFailure('The name of an emoji could not be read', cause);
  }
}
