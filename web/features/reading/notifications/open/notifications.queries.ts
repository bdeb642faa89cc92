/**
 * Queries of the notifications feature: the inbox of mentions, answers, messages and invitations. `Inbox.tsx` shows it;
 * sounds and the browser's notifications are in `people/preferences`.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';

/** Query of the latest notifications; silent, as the inbox shows the error. */
export const latestNotifications = { ...endpointQuery(api.notifications.list), meta: { silent: true } };

/** Reads the user's latest notifications, newest first. */
export function useNotifications() {
  return useQuery({ ...latestNotifications, select: answer => answer.notifications });
}

/** Counts the unread notifications among the user's latest; 0 until known. */
export function useUnreadNotifications(): number {
  const { data } = useQuery({
    ...latestNotifications,
    select: answer => answer.notifications.filter(one => !one.isRead).length,
  });
  return data ?? 0;
}

/** Marks a notification as read or unread; the `updateNotification` event updates the cache. */
export function useMarkNotification() {
  return useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(api.notifications.mark, { params: { id }, body: { isRead } }),
  });
}

/** Turns off the e-mails of the token's owner. The page reports an expired link. */
export function useStopMails() {
  return useMutation({
    mutationFn: (token: string) => call(api.notifications.stopMails, { body: { token } }),
    meta: { silent: true },
    onError: cause => {
      if (!(cause instanceof ApiError && cause.status === 404)) tellFailure(cause);
    },
  });
}

/** Marks several notifications as read. */
export function useMarkNotifications() {
  return useMutation({ mutationFn: (ids: string[]) => call(api.notifications.markSeveral, { body: { ids } }) });
}
