import { isShortcode } from '@palabre/common/rules/messages/emoji.ts';
import { keep, keptKey, readKept } from '../../../../platform/device/local-storage.ts';

const what = 'emoji';
const kept = 24;
/** Default emoji until the user has used enough of their own. */
const first = ['👍', '❤️', '😂', '🎉', '🙏', '👏', '😊', '🔥', '😍', '😭', '😢', '😉', '🙌', '😘'];

function read(userId: string): string[] {
  const text = readKept(keptKey(what, userId));
  return text ? text.split(' ') : [];
}

/**
 * Returns the user's recent emoji on this device, latest first.
 * @param own names of the current workspace's own emoji; other workspaces' own emoji are left out
 */
export function recentEmoji(userId: string, count: number, own: { has: (name: string) => boolean }): string[] {
  const here = read(userId).filter(emoji => !isShortcode(emoji) || own.has(emoji.slice(1, -1)));
  return [...new Set([...here, ...first])].slice(0, count);
}

/** Records an emoji as the user's latest. */
export function noteEmoji(userId: string, emoji: string): void {
  const others = read(userId).filter(one => one !== emoji);
  keep(keptKey(what, userId), [emoji, ...others].slice(0, kept).join(' '));
}
