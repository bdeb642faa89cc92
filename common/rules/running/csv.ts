/** Matches a cell that a spreadsheet would take for a formula. */
const formula = /^[\s\0]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n\0]/;

const cell = (text: string): string => {
  const inert = formula.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** Byte order mark at the start of a CSV file, by which spreadsheets recognise UTF-8. */
export const csvMark = '\ufeff';

/**
 * Formats a CSV line with semicolons, as French spreadsheets expect; formulas are quoted, so that opening the file computes
 * nothing.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;
