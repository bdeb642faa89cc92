import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { markAllRead, markPlaceRead } from '../../features/reading/unread/open/reading.ts';
import { addressParts } from '../../platform/address/paths.ts';
import { isPressed, shortcuts } from '../../platform/shortcuts.ts';

/** What Escape closes before anything else. */
const open = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Escape marks the place that is open as read, Shift+Escape everything; what is open over the page has the key first. */
export function useReadKeys(): void {
  const { channelId, conversationId } = addressParts(useLocation().pathname);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAll = isPressed(event, shortcuts.readAll);
      if (!(isAll || isPressed(event, shortcuts.read)) || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector(open)) return;
      if (isAll) void markAllRead();
      else if (channelId) void markPlaceRead({ channelId });
      else if (conversationId) void markPlaceRead({ conversationId });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [channelId, conversationId]);
}
