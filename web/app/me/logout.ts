import { api } from '@palabre/common/contract/index.ts';
import { restoreOutbox, useOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { forgetWanted } from '../../features/people/users/open/session-flow.ts';
import { logFailure } from '../../platform/device/log.ts';
import { call } from '../../platform/server/api.ts';
import { endSession, useSession } from '../../platform/session/session.ts';
import { i18n } from '../../platform/words/i18n.ts';
import { confirm } from '../../ui/dialogs/dialogs.ts';

/** Tells whether a logout may go on: there is no unsent message, or the person accepts to lose them. */
async function mayLose(userId: string | undefined): Promise<boolean> {
  if (userId) await restoreOutbox(userId);
  const count = useOutbox.getState().entries.length;
  if (count === 0) return true;
  const t = i18n.within('users', 'logout');
  return confirm({
    title: t('title'),
    text: t('unsent', { count }),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
}

/**
 * Ends the session here, then on the server. In the other order, the server's closing of the socket would look like an
 * expired session, which leaves drafts on the device.
 */
export async function logout(): Promise<void> {
  const { token, user } = useSession.getState();
  if (!(await mayLose(user?._id))) return;
  forgetWanted();
  endSession('logout');
  try {
    if (token) await call(api.users.logout, {}, { token });
  } catch (cause) {
    logFailure('The server could not end the session', cause);
  }
}
