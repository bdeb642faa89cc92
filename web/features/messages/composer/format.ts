/** A text field: its text and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** The marks around formatted text (spec 2 §2, « Composer »). */
export const marks = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  underline: ['<u>', '</u>'],
  strike: ['~~', '~~'],
  spoiler: ['||', '||'],
} as const;

export type Mark = keyof typeof marks;

/** Wraps the selection in a mark, or takes the mark away when it is there already; the same words stay selected. */
export function toggleMark({ text, start, end }: Selected, mark: Mark): Selected {
  const [open, close] = marks[mark];
  // White space inside the marks would keep them from being read as such.
  const chosen = text.slice(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  const before = text.slice(0, from);
  const inside = text.slice(from, to);
  const after = text.slice(to);
  const marked = before.endsWith(open) && after.startsWith(close);
  // One star of two is no italic.
  const partOfBold = mark === 'italic' && before.endsWith('**') && !before.endsWith('***');
  if (marked && !partOfBold) {
    const start = from - open.length;
    return { text: before.slice(0, start) + inside + after.slice(close.length), start, end: start + inside.length };
  }
  return {
    text: before + open + inside + close + after,
    start: from + open.length,
    end: from + open.length + inside.length,
  };
}
