import { emojiSource } from '@palabre/common/rules/messages/emoji.ts';

/** Matches one to six emoji. */
const few = new RegExp(String.raw`^\s*(?:${emojiSource}\s*){1,6}$`, 'u');

/** Tells whether a message consists of a few emoji only, which show large. */
export const isFewEmoji = (content: string): boolean => content.length <= 200 && few.test(content);
