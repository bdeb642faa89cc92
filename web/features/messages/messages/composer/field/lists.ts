import type { Replacement } from './field.ts';
import type { Selected } from './format.ts';

/** Matches a line of a list: indent, mark, text. */
const item = /^([ \t]*(?:> ?)*)([-*+]|(\d{1,9})([.)])) +(.*)$/;

/** Continues a list at a line break; an empty item ends the list. Null outside a list. */
export function continueList({ text, start, end }: Selected): Replacement | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [line = '', before = '', mark = '', number, behind = '', says = ''] = item.exec(text.slice(from, start)) ?? [];
  if (mark === '') return null;
  const rest = text.slice(end).split('\n', 1)[0] ?? '';
  if (says.trim() === '' && rest.trim() === '') return { from, to: from + line.length, text: '', select: [from, from] };
  const next = `\n${before}${number === undefined ? mark : `${Number(number) + 1}${behind}`} `;
  return { from: start, to: end, text: next, select: [start + next.length, start + next.length] };
}
