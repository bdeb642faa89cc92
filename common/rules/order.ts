/**
 * Compares identifiers, times and folded names by character code, as the database does. `localeCompare` without a language
 * would use the machine's: in Danish, `aa` comes after `z`.
 */
export const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
