import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';

/** The inbox says itself that it could not be loaded. */
export const latestNotifications = { ...endpointQuery(api.notifications.list), meta: { silent: true } };

/** One's latest notifications, newest first. */
export function useNotifications() {
  return useQuery({ ...latestNotifications, select: answer => answer.notifications });
}

/** How many of one's latest notifications are unread; 0 until that is known. */
export function useUnreadNotifications(): number {
  const { data } = useQuery({
    ...latestNotifications,
    select: answer => answer.notifications.filter(one => !one.isRead).length,
  });
  return data ?? 0;
}

/** Marks one as read or unread; `updateNotification` shows it. */
export function useMarkNotification() {
  return useMutation({
    mutationFn: ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(api.notifications.mark, { params: { id }, body: { isRead } }),
  });
}

/** Turns off the e-mails of whoever received this token. A link that leads nowhere is told by the page. */
export function useStopMails() {
  return useMutation({
    mutationFn: (token: string) => call(api.notifications.stopMails, { body: { token } }),
    meta: { silent: true },
    onError: cause => {
      if (!(cause instanceof ApiError && cause.status === 404)) tellFailure(cause);
    },
  });
}

/** Marks several as read. */
export function useMarkNotifications() {
  return useMutation({ mutationFn: (ids: string[]) => call(api.notifications.markSeveral, { body: { ids } }) });
}
