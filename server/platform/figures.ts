const units = ['o', 'ko', 'Mo', 'Go', 'To'];
const amount = new Intl.NumberFormat('fr', { maximumSignificantDigits: 3 });

/** Writes a size for an operator, in French: `5,2 Go`. */
export function sized(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${amount.format(bytes / 1000 ** power)} ${units[power]}`;
}
