/** How many colours `tokens.css` has for avatars. */
export const avatarColours = 24;

/** A letter of western Europe that nothing is added to: what nearly all names begin with. */
const plain = /^[A-Za-zÀ-ÖØ-öø-ÿ](?![\p{M}\p{Cf}])/u;

/** Made once, and only for a name that needs it: making one takes longer than drawing a message. */
let letters: Intl.Segmenter | undefined;

function firstLetter(word: string | undefined): string {
  if (!word) return '';
  if (plain.test(word)) return word.charAt(0).toLocaleUpperCase('fr');
  // Firefox has none before 125.
  if (!Intl.Segmenter) return [...word][0]?.toLocaleUpperCase('fr') ?? '';
  letters ??= new Intl.Segmenter('fr');
  const [letter] = letters.segment(word);
  return letter?.segment.toLocaleUpperCase('fr') ?? '';
}

/** First letters of first and last name: « CM »; one letter when there is only one name, '' when there is none. */
export function initials(firstName?: string | null, lastName?: string | null): string {
  return firstLetter(firstName?.trim()) + firstLetter(lastName?.trim());
}

/** First letters of the first and last word of a title: « AT » for « Atelier Tilleul », « ÉC » for « École du Code ». */
export function titleInitials(title: string): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return initials(words[0], words.length > 1 ? words.at(-1) : undefined);
}

/** The colour that an id always gets, as a token: white text on it is readable. */
export function identityColour(id: string): string {
  let hash = 0x811c9dc5;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return `var(--avatar-${(hash >>> 0) % avatarColours})`;
}
