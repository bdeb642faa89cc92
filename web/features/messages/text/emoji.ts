import { emojiSource } from '@palabre/common/rules/emoji.ts';

/** Up to a handful: more than that is no longer one sign. */
const few = new RegExp(String.raw`^\s*(?:${emojiSource}\s*){1,6}$`, 'u');

/** Whether a message is nothing but a few emoji, which are then shown large. */
export const isFewEmoji = (content: string): boolean => content.length <= 200 && few.test(content);
