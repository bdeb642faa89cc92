/** What a spreadsheet would take for a formula, were it the beginning of a cell. */
const formula = /^[\s\0]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n\0]/;

const cell = (text: string): string => {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** What a file begins with for spreadsheets to read its accents. */
export const csvMark = '\ufeff';

/** One line of a file that spreadsheets in French open as a table: nothing in it is computed when it is opened. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;
