import { folded } from '../folded.ts';

/** Shortest relevant part of a name, in letters: shorter parts occur in many unrelated passwords. */
const lettersAtLeast = 4;

/** Characters that may stand around words: digits, punctuation, signs and spaces. */
const around = /[\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Z}]+/u;

const lettersOf = (name: string): string[] => folded(name).match(/\p{L}+/gu) ?? [];

/** Tells whether words in a row make a text. */
function isMadeInARow(text: string, words: readonly string[]): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (reached.has(at)) for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length);
  }
  return reached.has(text.length);
}

/**
 * Tells whether a password consists of names, ignoring accents and case, with digits and punctuation around them. A
 * name counts whole and by its parts, but a match needs a part of four letters at least.
 */
export function isMadeOf(password: string, names: readonly string[]): boolean {
  const parts = names.map(lettersOf);
  const words = [...new Set(parts.flatMap(ones => [...ones, ones.join('')]))];
  const long = words.filter(word => word.length >= lettersAtLeast);
  const runs = folded(password).split(around).filter(Boolean);
  const isLong = (run: string) => isMadeInARow(run, long);
  return runs.some(isLong) && runs.every(run => words.includes(run) || isLong(run));
}
