/**
 * Orders identifiers, moments and folded names as the database does, by their characters’ codes. `localeCompare` without a
 * language would order by that of the machine: to a Danish one, `aa` comes after `z`.
 */
export const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
