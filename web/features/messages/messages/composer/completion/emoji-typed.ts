import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '../../../../../platform/device/log.ts';
import { useSession } from '../../../../../platform/session/session.ts';
import { noteEmoji } from '../../../../workspaces/emoji/open/recent.ts';
import { replaceIn } from '../field/field.ts';

/** Maximum length of an emoji's name, looked for before the caret. */
const maxCharacters = 60;
/** Matches a closed name, but not « 10:30:» or « std::name: »; names may follow each other. */
const closed = /(?<![\p{L}\p{N}/]|(?<!:[\p{L}\p{N}_+-]+):):([\p{L}\p{N}_+-]+):$/u;

/** Returns the emoji name closed at the caret, and the position of its first colon; null for no name, and in code. */
export function nameClosedAt(text: string, caret: number): { name: string; from: number } | null {
  const name = closed.exec(text.slice(Math.max(0, caret - maxCharacters), caret))?.[1];
  if (name === undefined) return null;
  const before = text.slice(0, caret);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (before.split('```').length % 2 === 0 || line.split('`').length % 2 === 0) return null;
  return { name, from: caret - name.length - 2 };
}

/** Replaces an emoji's name by the emoji once its second colon is typed; the browser's undo restores the name. */
export async function writeEmoji(
  client: QueryClient,
  field: HTMLTextAreaElement,
  { inputType }: Pick<InputEvent, 'inputType'>,
  workspaceId: string | undefined,
): Promise<void> {
  // An undone replacement must stay undone.
  if (/^(?:history|delete)/.test(inputType)) return;
  const closedName = nameClosedAt(field.value, field.selectionStart);
  if (!closedName) return;
  const written = `:${closedName.name}:`;
  try {
    const { emojiNamed } = await import('../../../../workspaces/emoji/open/find-emoji.ts');
    const emoji = await emojiNamed(client, closedName.name, workspaceId);
    // The text may have changed during the lookup, or the message been sent.
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
