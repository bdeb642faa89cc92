/**
 * Matches words in italics: `*` or `_` around them, after white space or an opening sign, before white space or
 * punctuation.
 */
const italic =
  /(^|[\s\p{Ps}\p{Pi}\p{Pf}\u0022\u0027])([*_])(?=\S)([^*_\n]*[^*_\s])\2(?=$|[\s.,;:!?\u2026\p{Pe}\p{Pf}\u0022\u0027])/gmu;

/** Removes the marks of headings, code, bold and the like, for readers of plain text. */
export const withoutMarks = (text: string): string =>
  text
    .replace(/^#{1,6} +/gm, '')
    .replace(/^```[\w-]+$/gm, '')
    .replace(/<\/?(?:u|b|strong|i|em|s|del)>|\*\*|~~|`+/gi, '')
    // A single `*` or `_` is a mark only around words, not in a multiplication or a file name.
    .replace(italic, '$1$3');
