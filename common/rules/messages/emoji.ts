import { folded } from '../folded.ts';

const modified = String.raw`\p{Emoji_Modifier}?[\u{E0020}-\u{E007F}]*`;
const picture = String.raw`(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\uFE0F\u200D\p{Emoji_Modifier}]))\uFE0F?${modified}`;
const joined = String.raw`(?:\u200D\p{Extended_Pictographic}\uFE0F?${modified})*`;

/** Source of a regular expression (flag `u`) that matches one emoji as people see it, whatever its code points. */
export const emojiSource = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${picture}${joined})`;

const oneEmoji = new RegExp(`^${emojiSource}$`, 'u');
const oneShortcode = /^:[\p{L}\p{N}_+-]+:$/u;
const shownAsText = /^(?!\p{Emoji_Presentation})\p{Extended_Pictographic}$/u;

/**
 * Adds the emoji variation selector to characters like « ❤ », which some keyboards omit, so that one emoji has one
 * spelling.
 */
export const asEmoji = (text: string): string => (shownAsText.test(text) ? `${text}\uFE0F` : text);

/** Tells whether a text is the shortcode of a custom emoji: « :tilleul: ». */
export const isShortcode = (text: string): boolean => oneShortcode.test(text);

/** Tells whether a text is a valid reaction: one emoji, or the shortcode of a custom emoji. */
export const isReaction = (text: string): boolean => oneEmoji.test(text) || isShortcode(text);

/** Converts an emoji's name to a shortcode without colons: « Cœur rouge » to « coeur_rouge », « +1 » to « +1 ». */
export const asShortcode = (name: string): string =>
  folded(name)
    .replace(/[^\p{L}\p{N}+]+/gu, '_')
    .replace(/^_|_$/g, '');
