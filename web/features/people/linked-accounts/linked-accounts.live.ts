import { api } from '@palabre/common/contract/index.ts';
import type { LinkedAccount } from '@palabre/common/contract/people/linked-accounts.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery } from '../../../platform/server/query.ts';
import { setUser, useSession } from '../../../platform/session/session.ts';

/** Updates the cached list of linked accounts. */
function patchLinked(client: QueryClient, change: (old: LinkedAccount[]) => LinkedAccount[]): void {
  patchQuery(client, api.linkedAccounts.list, {}, old => ({ users: change(old.users) }));
}

/** Updates the linked ids in the cached profile and in the session. */
function patchIds(client: QueryClient, change: (old: string[]) => string[]): void {
  patchQuery(client, api.users.me, {}, ({ user }) => ({
    user: { ...user, otherAccounts: change(user.otherAccounts) },
  }));
  const { user } = useSession.getState();
  if (user?.otherAccounts) setUser({ ...user, otherAccounts: change(user.otherAccounts) });
}

/** Applies the events of linked accounts to the cache. */
export const linkedAccountsLive = {
  updateAccounts({ users }, client) {
    patchLinked(client, () => users);
    patchIds(client, () => users.map(one => one._id));
  },

  // The event only comes for users who share a place with this user; each opening of the list refetches the other
  // accounts.
  updateUser({ _id, firstName, lastName, avatar }, client) {
    patchLinked(client, old => old.map(one => (one._id === _id ? { ...one, firstName, lastName, avatar } : one)));
  },

  deleteUser({ _id }, client) {
    patchLinked(client, old => old.filter(one => one._id !== _id));
    patchIds(client, old => old.filter(id => id !== _id));
  },
} satisfies LiveHandlers;
