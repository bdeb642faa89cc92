import { keep, keptKey, readKept } from '../../platform/kept.ts';

const what = 'emoji';
const kept = 12;
/** Until one has used others. */
const first = ['👍', '❤️', '😂'];

function read(userId: string): string[] {
  const text = readKept(keptKey(what, userId));
  return text ? text.split(' ') : [];
}

/** The emoji a person used last on this device, the last one first. */
export function recentEmoji(userId: string, count: number): string[] {
  return [...new Set([...read(userId), ...first])].slice(0, count);
}

/** A person has just used an emoji. */
export function noteEmoji(userId: string, emoji: string): void {
  const others = read(userId).filter(one => one !== emoji);
  keep(keptKey(what, userId), [emoji, ...others].slice(0, kept).join(' '));
}
