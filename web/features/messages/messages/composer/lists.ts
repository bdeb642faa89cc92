import type { Replacement } from './field.ts';
import type { Selected } from './format.ts';

/** A line of a list: what stands before its mark, the mark, and what it says. */
const item = /^([ \t]*(?:> ?)*)([-*+]|(\d{1,9})([.)])) +(.*)$/;

/**
 * A line end typed in a list begins its next item; in an item that says nothing, it ends the list. Null where there is
 * no list.
 */
export function continueList({ text, start, end }: Selected): Replacement | null {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const [line = '', before = '', mark = '', number, behind = '', says = ''] = item.exec(text.slice(from, start)) ?? [];
  if (mark === '') return null;
  const rest = text.slice(end).split('\n', 1)[0] ?? '';
  if (says.trim() === '' && rest.trim() === '') return { from, to: from + line.length, text: '', select: [from, from] };
  const next = `\n${before}${number === undefined ? mark : `${Number(number) + 1}${behind}`} `;
  return { from: start, to: end, text: next, select: [start + next.length, start + next.length] };
}
