import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { holdForSearch, useSearch } from '../../features/reading/search/search.store.ts';
import { isPressed, shortcuts } from '../../platform/shortcuts.ts';
import { besideHere, unreadBeside } from '../places/stops.ts';

/** Tells whether a modal dialog covers the page, so that page shortcuts are off; popovers (a picker, a card) don't count. */
const isCovered = () =>
  document.querySelector('[role="alertdialog"]') !== null ||
  [...document.querySelectorAll('[role="dialog"][data-layer]')].some(
    layer => !layer.closest('[data-radix-popper-content-wrapper]'),
  );

/**
 * Handles the shortcuts of all pages: Ctrl+K, Ctrl+/, Alt+↑ and Alt+↓ in the list, with Shift to the next unread place
 * anywhere. Only the shell calls it, once.
 */
export function useShortcuts(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    const toggle = (what: 'search' | 'shortcuts') => {
      const { open, setOpen } = useSearch.getState();
      if (open === null && isCovered()) return;
      setOpen(open === what ? null : what);
    };
    const step = (by: 1 | -1, unread: boolean) => {
      if (isCovered()) return;
      const next = (unread ? unreadBeside : besideHere)(client, pathname, by);
      if (next !== null) void navigate(next);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isPressed(event, shortcuts.search)) toggle('search');
      else if (isPressed(event, shortcuts.sheet)) toggle('shortcuts');
      else if (isPressed(event, shortcuts.previous)) step(-1, false);
      else if (isPressed(event, shortcuts.next)) step(1, false);
      else if (isPressed(event, shortcuts.previousUnread)) step(-1, true);
      else if (isPressed(event, shortcuts.nextUnread)) step(1, true);
      else return;
      // The browser's own action would leave the page.
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    window.addEventListener('keydown', holdForSearch, { capture: true });
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keydown', holdForSearch, { capture: true });
    };
  }, [client, navigate, pathname]);
}
