import { api } from '@palabre/common/contract/index.ts';
import { logFailure } from '../../../platform/device/log.ts';
import { call } from '../../../platform/server/api.ts';
import { switchSession, useSession } from '../../../platform/session/session.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';

/**
 * Switches to a linked account without a reload. Clears the caches of the current user; their drafts stay on the
 * device. The current session ends: switching back opens a new one.
 * @param leave navigates to a page that both users may see; false when the user stays on the current page
 */
export async function switchAccount(id: string, leave: () => Promise<boolean>): Promise<void> {
  if (!(await leave())) return;
  const { token: before, user: left } = useSession.getState();
  try {
    const { token, user } = await call(api.linkedAccounts.token, { params: { id } });
    // Another tab switched user while the token was on its way.
    if (useSession.getState().user?._id !== left?._id) return;
    switchSession(token, user);
    alerts.success(i18n.t('users:card.switched', { name: `${user.firstName} ${user.lastName}`.trim() }));
  } catch (cause) {
    tellFailure(cause);
    return;
  }
  try {
    if (before) await call(api.users.logout, {}, { token: before });
  } catch (cause) {
    logFailure('The server could not end the session left behind', cause);
  }
}
