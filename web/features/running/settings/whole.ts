/** Returns a typed whole number within limits; null for any other text. */
export function wholeOf(typed: string, from: number, upTo: number): number | null {
  const number = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return number >= from && number <= upTo ? number : null;
}
