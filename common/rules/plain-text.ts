/** One sign around words, behind an opening or a quote and before the end of a sentence or another quote. */
const italic =
  /(^|[\s\p{Ps}\p{Pi}\p{Pf}\u0022\u0027])([*_])(?=\S)([^*_\n]*[^*_\s])\2(?=$|[\s.,;:!?\u2026\p{Pe}\p{Pf}\u0022\u0027])/gmu;

/** What a text says without the marks of its headings, code, bold and the like, for what only reads text. */
export const withoutMarks = (text: string): string =>
  text
    .replace(/^#{1,6} +/gm, '')
    .replace(/^```[\w-]+$/gm, '')
    .replace(/<\/?(?:u|b|strong|i|em|s|del)>|\*\*|~~|`+/gi, '')
    // One sign alone is a mark around words, not in a product or the name of a file.
    .replace(italic, '$1$3');
