/** A text as it is searched and put in order: blind to case, accents and kinds of apostrophes, as the server's own `folded`. */
export const folded = (text: string): string =>
  text
    // First: an accent that stands alone would become a blank.
    .replace(/[’‘‛ʼʹ′´`]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
