/** Number of avatar colours in `tokens.css`. */
export const avatarColours = 24;

/** Matches a word that begins with a Latin letter without combining marks, as nearly all names do. */
const plain = /^[A-Za-zÀ-ÖØ-öø-ÿ](?![\p{M}\p{Cf}])/u;

/** Segmenter, created once and only if a name needs it: creating one takes longer than rendering a message. */
let letters: Intl.Segmenter | undefined;

function firstLetter(word: string | undefined): string {
  if (!word) return '';
  if (plain.test(word)) return word.charAt(0).toLocaleUpperCase('fr');
  // Firefox has no Intl.Segmenter before 125.
  if (!Intl.Segmenter) return [...word][0]?.toLocaleUpperCase('fr') ?? '';
  letters ??= new Intl.Segmenter('fr');
  const [letter] = letters.segment(word);
  return letter?.segment.toLocaleUpperCase('fr') ?? '';
}

/** Returns the first letters of first and last name: « CM »; one letter for one name, '' without a name. */
export function initials(firstName?: string | null, lastName?: string | null): string {
  return firstLetter(firstName?.trim()) + firstLetter(lastName?.trim());
}

/**
 * Returns the first letters of a title's first and last word: « AT » for « Atelier Tilleul », « ÉC » for « École du Code ».
 */
export function titleInitials(title: string): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return initials(words[0], words.length > 1 ? words.at(-1) : undefined);
}

/** Returns the CSS colour of an id, always the same; white text on it is readable. */
export function identityColour(id: string): string {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return `var(--avatar-${(hash >>> 0) % avatarColours})`;
}
