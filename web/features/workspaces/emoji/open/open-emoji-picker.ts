import { pressed } from '../../../../platform/address/parts.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';

interface PickerOptions {
  /** The workspace whose own emoji are offered too. */
  workspaceId?: string | undefined;
}

/**
 * Opens the emoji picker beside something, fetched when that is done for the first time.
 * @returns the emoji chosen: a character, or `:name:` for one of the workspace; null when none was
 */
export async function openEmojiPicker(anchor: Element, options: PickerOptions = {}): Promise<string | null> {
  // What is pressed may be gone by the time the picker is there, with the bar it stood in.
  const place = anchor.getBoundingClientRect();
  try {
    const { pickEmoji } = await pressed(() => import('../EmojiPicker.tsx'));
    return await pickEmoji(anchor, place, options.workspaceId);
  } catch (cause) {
    logFailure('The emoji picker could not be fetched', cause);
    alerts.error('Could not load emoji.');
    return null;
  }
}
