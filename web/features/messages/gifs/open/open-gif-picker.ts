import { pressed } from '../../../../platform/address/lazy-part.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';

/**
 * Opens the GIF picker beside an element; the first opening loads its code.
 * @returns the content of the message that shows the chosen GIF; null when none was chosen
 */
export async function openGifPicker(anchor: Element): Promise<string | null> {
  // The pressed element may be unmounted before the code has loaded.
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
