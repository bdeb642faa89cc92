/** Number of avatar colours in `tokens.css`. */
export const avatarColours = 24;

/** Matches a word that begins with a Latin letter without combining marks, as nearly all names do. */
const plain = /^[A-Za-zÀ-ÖØ-öø-ÿ](?![\p{M}\p{Cf}])/u;

/** Segmenter, created once and only if a name needs it: its creation takes longer than rendering a message. */
let letters: Intl.Segmenter | undefined;

/** Returns the first letters of a word, in capitals; each letter whole, with all its code points. */
function firstLetters(word: string | undefined, count: 1 | 2): string {
  if (!word) return '';
  if (count === 1 && plain.test(word)) return word.charAt(0).toLocaleUpperCase('fr');
  // Firefox has no Intl.Segmenter before 125.
  if (!Intl.Segmenter) return [...word].slice(0, count).join('').toLocaleUpperCase('fr');
  letters ??= new Intl.Segmenter('fr');
  let taken = '';
  let left: number = count;
  for (const { segment } of letters.segment(word)) {
    if (left === 0) break;
    left -= 1;
    taken += segment;
  }
  return taken.toLocaleUpperCase('fr');
}

/**
 * Returns the initials of a person: « CM » for « Camille Moreau », « KA » for « Karim », whose only word gives two letters;
 * '' without a name.
 */
export function initials(firstName?: string | null, lastName?: string | null): string {
  const [first, last] = [firstName?.trim(), lastName?.trim()];
  if (first && last) return firstLetters(first, 1) + firstLetters(last, 1);
  return titleInitials(first || last || '');
}

/**
 * Returns the initials of a title, of its first and last word: « AT » for « Atelier Tilleul », « ÉC » for « École du
 * Code », « PA » for « Palabre »; a title of signs alone gives its first two.
 */
export function titleInitials(title: string): string {
  const words = title.split(/[^\p{L}\p{M}\p{N}\p{Cf}]+/u).filter(word => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return firstLetters(title.replace(/\s+/gu, ''), 2);
  if (words.length === 1) return firstLetters(words[0], 2);
  return firstLetters(words[0], 1) + firstLetters(words.at(-1), 1);
}

function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % avatarColours;
}

const colourAt = (index: number) => `var(--avatar-${index})`;

/** Returns the CSS colour of an id, always the same; white text on it is readable. */
export const identityColour = (id: string): string => colourAt(hashOf(id));

/**
 * Gives the people of one place different colours: each their own colour, or the next free one if somebody with a lower
 * id has it. With more people than colours, all colours are used equally often, to within one.
 */
export function coloursAmong(ids: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const free = new Set<number>();
  for (const id of [...new Set(ids)].sort()) {
    if (free.size === 0) for (let index = 0; index < avatarColours; index += 1) free.add(index);
    let index = hashOf(id);
    while (!free.has(index)) index = (index + 1) % avatarColours;
    free.delete(index);
    given.set(id, colourAt(index));
  }
  return given;
}
