import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAddressed, useThreadAddress } from '../../features/messages/threads/open/open-thread.ts';
import { beginMarking } from '../../features/reading/unread/open/begin-marking.ts';
import { markPlaceRead } from '../../features/reading/unread/open/read-marks.ts';
import { addressParts } from '../../platform/address/paths.ts';
import { isPressed, shortcuts } from '../../platform/shortcuts.ts';

/** Elements over the page that Escape closes first. */
const open = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * Handles Escape, which closes the open thread or marks the current place as read, and Shift+Escape, which marks
 * everything. Layers over the page come first.
 */
export function useReadKeys(): void {
  const { channelId, conversationId } = addressParts(useLocation().pathname);
  const { thread } = useAddressed();
  const { close } = useThreadAddress();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAll = isPressed(event, shortcuts.readAll);
      if (!(isAll || isPressed(event, shortcuts.read)) || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(open)) return;
      if (isAll) beginMarking(({ markAllRead }) => markAllRead());
      else if (thread) close();
      else if (channelId) void markPlaceRead({ channelId });
      else if (conversationId) void markPlaceRead({ conversationId });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [channelId, conversationId, thread, close]);
}
