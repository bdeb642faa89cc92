import type { Replacement } from './field.ts';

/** A text field: its text and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** The marks around formatted text. */
const marks = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  underline: ['<u>', '</u>'],
  strike: ['~~', '~~'],
  spoiler: ['||', '||'],
} as const;

export type Mark = keyof typeof marks;

/** Of a run of stars, two are bold and one is italic. */
const isAmong = (stars: number, mark: Mark) =>
  mark === 'bold' ? stars >= 2 : mark === 'italic' ? stars % 2 === 1 : true;

/**
 * Wraps the selection in a mark, or takes the mark away when it stands around it or at its ends; the same words stay
 * selected. Without a selection, at the end of what is marked, it goes behind the mark.
 */
export function toggleMark({ text, start, end }: Selected, mark: Mark): Replacement {
  const [open, close] = marks[mark];
  // White space inside the marks would keep them from being read as such.
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

/** Whether a mark was opened in this paragraph and not closed. */
function isInside(before: string, mark: Mark): boolean {
  const [open, close] = marks[mark];
  const paragraph = before.slice(before.lastIndexOf('\n\n') + 1);
  if (open !== close) return paragraph.lastIndexOf(open) > paragraph.lastIndexOf(close);
  return paragraph.split(open).length % 2 === 0;
}

/** An address alone, as one copies it. */
const address = /^https?:\/\/[^\s<>]+$/i;

/** A selected text becomes the words of a link whose address is typed next; without one, the words come first. */
export function wrapLink({ text, start, end }: Selected): Replacement {
  const words = text.slice(start, end);
  const caret = words === '' ? start + 1 : start + words.length + 3;
  return { from: start, to: end, text: `[${words}]()`, select: [caret, caret] };
}

/** A selected text, onto which an address is pasted, becomes a link; null when that is not what is pasted or selected. */
export function linkSelection({ text, start, end }: Selected, pasted: string): Replacement | null {
  const url = pasted.trim();
  const chosen = text.slice(start, end);
  if (!address.test(url) || chosen.trim() === '' || chosen.includes('\n') || address.test(chosen.trim())) return null;
  const from = start + (chosen.length - chosen.trimStart().length);
  const words = chosen.trim().replace(/[[\]\\]/g, '\\$&');
  const link = `[${words}](${/[()]/.test(url) ? `<${url}>` : url})`;
  return { from, to: from + chosen.trim().length, text: link, select: [from + link.length, from + link.length] };
}
