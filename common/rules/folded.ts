/** Folds case, accents and kinds of apostrophes, for searching and sorting; the database's `folded` does the same. */
export const folded = (text: string): string =>
  text
    // Before NFKD, which would turn a lone accent into a space and a combining mark.
    .replace(/[’‘‛ʼʹ′´`]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
