import { pressed } from '../../../../platform/address/parts.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';

/**
 * Opens the GIF picker beside something, fetched when that is done for the first time.
 * @returns the content of the message that shows the GIF chosen; null when none was
 */
export async function openGifPicker(anchor: Element): Promise<string | null> {
  // What is pressed may be gone by the time the picker is there, with the bar it stood in.
  const place = anchor.getBoundingClientRect();
  try {
    const { pickGif } = await pressed(() => import('../GifPicker.tsx'));
    return await pickGif(anchor, place);
  } catch (cause) {
    logFailure('The GIF picker could not be fetched', cause);
    alerts.error('Error loading gifs :(');
    return null;
  }
}
