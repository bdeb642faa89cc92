import { limits } from '@palabre/common/contract/fields.ts';

/** Chosen mentions: typed form (« @Camille Moreau », « #général ») to stored form. */
export type Named = Readonly<Record<string, string>>;

/** Matches code, which holds no mentions. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)/;
const special = /[.*+?^${}()|[\]\\]/g;

/** Converts a typed text to its stored form, with the ids of the chosen mentions. */
export function storedText(text: string, named: Named): string {
  const typed = Object.keys(named).filter(one => text.includes(one));
  if (typed.length === 0) return text;
  const longestFirst = typed.sort((a, b) => b.length - a.length).map(one => one.replace(special, '\\$&'));
  const mention = new RegExp(`(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  return text
    .split(code)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(mention, one => named[one] ?? one)))
    .join('');
}

/** Counts the characters that may still be typed. */
export const charactersLeft = (text: string, named: Named): number =>
  limits.messageContent - storedText(text, named).length;

/**
 * Converts a stored text to its typed form, with its mentions. The second of two people of the same name stays in
 * stored form, as the names alone would not tell them apart.
 */
export function typedText(
  content: string,
  pattern: RegExp,
  nameOf: (stored: string) => string | null,
): { text: string; named: Named } {
  const named: Record<string, string> = {};
  const text = content.replace(pattern, stored => {
    const typed = nameOf(stored);
    if (typed === null || (named[typed] ?? stored) !== stored) return stored;
    named[typed] = stored;
    return typed;
  });
  return { text, named };
}
