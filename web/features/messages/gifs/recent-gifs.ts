import type { Gif } from '@palabre/common/contract/messages/gifs.ts';
import { keep, keptKey, readKept } from '../../../platform/device/local-storage.ts';

const what = 'gifs';
const kept = 8;

const isOurs = (gif: Gif | null): gif is Gif =>
  typeof gif?.content_description === 'string' &&
  [gif.media_formats?.gif, gif.media_formats?.tinygif].every(
    media => media?.url?.startsWith('/api/gif/media?') && Array.isArray(media.dims),
  );

/** Returns the GIFs that the user chose last on this device, latest first. */
export function recentGifs(userId: string): Gif[] {
  try {
    const found: unknown = JSON.parse(readKept(keptKey(what, userId)) ?? '[]');
    return Array.isArray(found) ? found.filter(isOurs) : [];
  } catch {
    return [];
  }
}

/** Records a GIF as the user's latest. */
export function noteGif(userId: string, gif: Gif): void {
  const others = recentGifs(userId).filter(one => one.media_formats.gif.url !== gif.media_formats.gif.url);
  keep(keptKey(what, userId), JSON.stringify([gif, ...others].slice(0, kept)));
}
