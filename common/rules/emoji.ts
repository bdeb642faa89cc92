import { folded } from './folded.ts';

const modified = String.raw`\p{Emoji_Modifier}?[\u{E0020}-\u{E007F}]*`;
const picture = String.raw`(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\uFE0F\u200D\p{Emoji_Modifier}]))\uFE0F?${modified}`;
const joined = String.raw`(?:\u200D\p{Extended_Pictographic}\uFE0F?${modified})*`;

/** One emoji as people see it, for a regular expression with the flag `u`. */
export const emojiSource = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${picture}${joined})`;

const oneEmoji = new RegExp(`^${emojiSource}$`, 'u');
const oneShortcode = /^:[\p{L}\p{N}_+-]+:$/u;
const shownAsText = /^(?!\p{Emoji_Presentation})\p{Extended_Pictographic}$/u;

/** An emoji as it is shown in colour: keyboards leave out what says so of « ❤ », and one emoji must not be two. */
export const asEmoji = (text: string): string => (shownAsText.test(text) ? `${text}\uFE0F` : text);

/** Whether a text is the shortcode of a custom emoji: « :tilleul: ». */
export const isShortcode = (text: string): boolean => oneShortcode.test(text);

/** Whether one may react with this: one emoji, or the shortcode of a custom one. */
export const isReaction = (text: string): boolean => oneEmoji.test(text) || isShortcode(text);

/** A name of an emoji as it stands between colons: « Cœur rouge » as « coeur_rouge », « +1 » as it is. */
export const asShortcode = (name: string): string =>
  folded(name)
    .replace(/[^\p{L}\p{N}+]+/gu, '_')
    .replace(/^_|_$/g, '');
