/** Sentences of the company's messages, and the names of its files; the same at each run. */

const syllables = ['bar', 'cho', 'del', 'fri', 'gan', 'lou', 'mar', 'pon', 'sel', 'tri', 'ver', 'zin'];
/** Words made of syllables, to which French stemming applies; from common to rare ones. */
const words = syllables.flatMap(a => syllables.flatMap(b => syllables.map(c => a + b + c)));
const begins = ['Bonjour, ', 'Merci, ', 'Pour info : ', 'Vu avec le client, ', ''];

/** Creates a generator of numbers from 0 to 1, the same sequence for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = seeded(1);
const wordAt = (share: number): string => words[Math.floor(share * words.length)] as string;
/** Returns a word; the most common word makes up a tenth of all. */
export const commonWord = (share: number): string => wordAt(share ** 3);

/** Sentences of 4 to 14 words. */
export const texts = Array.from({ length: 1_000 }, (_, n) => {
  const said = Array.from({ length: 4 + Math.floor(random() * 11) }, () => commonWord(random()));
  return `${begins[n % begins.length]}${said.join(' ')}.`;
});

/** Names of files. */
export const fileNames = Array.from({ length: 40 }, (_, n) => `${wordAt(n / 40)}-${n}.pdf`);
