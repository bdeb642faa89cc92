import { isShortcode } from '@palabre/common/rules/emoji.ts';
import { keep, keptKey, readKept } from '../../../../platform/device/kept.ts';

const what = 'emoji';
const kept = 24;
/** Until one has used others. */
const first = ['👍', '❤️', '😂', '🎉', '🙏', '👏', '😊', '🔥'];

function read(userId: string): string[] {
  const text = readKept(keptKey(what, userId));
  return text ? text.split(' ') : [];
}

/**
 * The emoji a person used last on this device, the last one first.
 * @param own names of the emoji of the workspace one is in: those of another one are nothing there
 */
export function recentEmoji(userId: string, count: number, own: { has: (name: string) => boolean }): string[] {
  const here = read(userId).filter(emoji => !isShortcode(emoji) || own.has(emoji.slice(1, -1)));
  return [...new Set([...here, ...first])].slice(0, count);
}

/** A person has just used an emoji. */
export function noteEmoji(userId: string, emoji: string): void {
  const others = read(userId).filter(one => one !== emoji);
  keep(keptKey(what, userId), [emoji, ...others].slice(0, kept).join(' '));
}
