import type { Replacement } from './field.ts';

/** Text of a field and its selection. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Marks around formatted text. */
const marks = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  underline: ['<u>', '</u>'],
  strike: ['~~', '~~'],
  spoiler: ['||', '||'],
} as const;

/** Name of a formatting mark. */
export type Mark = keyof typeof marks;

/** Tells whether a run of stars includes a mark: two are bold, one is italic. */
const isAmong = (stars: number, mark: Mark) =>
  mark === 'bold' ? stars >= 2 : mark === 'italic' ? stars % 2 === 1 : true;

/**
 * Wraps the selection in a mark, or removes the mark around it or at its ends; the same words stay selected. Without a
 * selection, at the end of marked text, moves the caret behind the mark.
 */
export function toggleMark({ text, start, end }: Selected, mark: Mark): Replacement {
  const [open, close] = marks[mark];
  // Marks next to white space would not be read as marks.
  const chosen = text.slice(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  const before = text.slice(0, from);
  const inside = text.slice(from, to);

  if (before.endsWith(open) && text.startsWith(close, to) && isAmong(/\**$/.exec(before)?.[0].length ?? 0, mark)) {
    const first = from - open.length;
    return { from: first, to: to + close.length, text: inside, select: [first, first + inside.length] };
  }
  const bare = inside.slice(open.length, -close.length);
  const stars = /^\**/.exec(inside)?.[0].length ?? 0;
  if (inside === open + bare + close && isAmong(stars, mark)) {
    return { from, to, text: bare, select: [from, from + bare.length] };
  }
  if (inside === '' && text.startsWith(close, to) && isInside(before, mark)) {
    const behind = to + close.length;
    return { from, to, text: '', select: [behind, behind] };
  }
  const first = from + open.length;
  return { from, to, text: open + inside + close, select: [first, first + inside.length] };
}

/** Tells whether a mark is open in this paragraph. */
function isInside(before: string, mark: Mark): boolean {
  const [open, close] = marks[mark];
  const paragraph = before.slice(before.lastIndexOf('\n\n') + 1);
  if (open !== close) return paragraph.lastIndexOf(open) > paragraph.lastIndexOf(close);
  return paragraph.split(open).length % 2 === 0;
}

/** Matches a copied address alone. */
const address = /^https?:\/\/[^\s<>]+$/i;

/** Makes a link of the selection, with the caret at its address. */
export function wrapLink({ text, start, end }: Selected): Replacement {
  const words = text.slice(start, end);
  const caret = start + words.length + 3;
  return { from: start, to: end, text: `[${words}]()`, select: [caret, caret] };
}

/** Links the selected text to a pasted address; null when either does not fit. */
export function linkSelection({ text, start, end }: Selected, pasted: string): Replacement | null {
  const url = pasted.trim();
  const chosen = text.slice(start, end);
  if (!address.test(url) || chosen.trim() === '' || chosen.includes('\n') || address.test(chosen.trim())) return null;
  const from = start + (chosen.length - chosen.trimStart().length);
  const words = chosen.trim().replace(/[[\]\\]/g, '\\$&');
  const link = `[${words}](${/[()]/.test(url) ? `<${url}>` : url})`;
  return { from, to: from + chosen.trim().length, text: link, select: [from + link.length, from + link.length] };
}
