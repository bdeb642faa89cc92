import { pressed } from '../../../../platform/address/lazy-part.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';

interface PickerOptions {
  /** Workspace whose own emoji are offered too. */
  workspaceId?: string | undefined;
}

/**
 * Opens the emoji picker beside an element; the first opening loads its code.
 * @returns the chosen emoji: a character, or `:name:` for the workspace's own; null when none was chosen
 */
export async function openEmojiPicker(anchor: Element, options: PickerOptions = {}): Promise<string | null> {
  // The pressed element may be unmounted before the code has loaded.
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
