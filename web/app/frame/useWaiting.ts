import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { latestNotifications } from '../../features/reading/notifications/open/notifications.queries.ts';
import { useTotals } from '../../features/reading/unread/open/unread.queries.ts';

/** How many things wait for one: mentions, direct messages, and notifications of what is no message. Shown on the icon of the page. */
export function useWaiting(): number {
  const { count: messages } = useTotals();
  const { data: others = 0 } = useQuery({
    ...latestNotifications,
    select: ({ notifications }) => notifications.filter(({ isRead, about }) => !isRead && !about).length,
  });
  const count = messages + others;
  useEffect(() => {
    drawIcon(count > 0);
    // Refused by browsers that have not installed the page: the title says it there.
    const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    told?.catch(() => {});
  }, [count]);
  return count;
}

/** The same icon, with a dot on it while something waits. */
function drawIcon(waiting: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const address = waiting ? '/favicon-waiting.svg' : '/favicon.svg';
  if (link && link.getAttribute('href') !== address) link.setAttribute('href', address);
}
