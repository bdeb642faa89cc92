const modified = String.raw`\p{Emoji_Modifier}?[\u{E0020}-\u{E007F}]*`;
const picture = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\uFE0F\u200D\p{Emoji_Modifier}]))\uFE0F?${modified}`;
const joined = String.raw`(?:\u200D\p{Extended_Pictographic}\uFE0F?${modified})*`;
const one = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|${picture}${joined})`;

/** Up to a handful: more than that is no longer one sign. */
const few = new RegExp(String.raw`^\s*(?:${one}\s*){1,6}$`, 'u');

/** Whether a message is nothing but a few emoji, which are then shown large. */
export const isFewEmoji = (content: string): boolean => content.length <= 200 && few.test(content);
