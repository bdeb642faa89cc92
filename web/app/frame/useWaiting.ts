import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOwnDuty } from '../../features/people/availability/open/own-duty.ts';
import { latestNotifications } from '../../features/reading/notifications/open/notifications.queries.ts';
import { useTotals } from '../../features/reading/unread/open/unread.queries.ts';

/**
 * Counts the person's unread mentions, direct messages and other notifications, and shows the count on the page's icon; none
 * while the person is off duty.
 */
export function useWaiting(): number {
  const { count: messages } = useTotals();
  const { data: others = 0 } = useQuery({
    ...latestNotifications,
    select: ({ notifications }) => notifications.filter(({ isRead, about }) => !isRead && !about).length,
  });
  const isOff = useOwnDuty(state => state.isOff);
  const count = isOff ? 0 : messages + others;
  useEffect(() => {
    drawIcon(count > 0);
    // Browsers refuse a badge unless the page is installed; the title shows the count anyway.
    const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    told?.catch(() => {});
  }, [count]);
  return count;
}

/** Sets the page's icon, with a dot while something is unread. */
function drawIcon(waiting: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = waiting ? '/favicon-waiting.svg' : '/favicon.svg';
  if (link && link.getAttribute('href') !== address) link.setAttribute('href', address);
}
