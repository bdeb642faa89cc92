import { api } from '@palabre/common/contract/index.ts';
import type { LinkedAccount } from '@palabre/common/contract/people/linked-accounts.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery } from '../../../platform/server/query.ts';
import { setUser, useSession } from '../../../platform/session/session.ts';

/** Changes the list of linked accounts, and their ids in what is known of the person logged in. */
function patchLinked(client: QueryClient, change: (old: LinkedAccount[]) => LinkedAccount[]): void {
  patchQuery(client, api.linkedAccounts.list, {}, old => ({ users: change(old.users) }));
}

/** The same ids, where each person's own profile names them. */
function patchIds(client: QueryClient, change: (old: string[]) => string[]): void {
  patchQuery(client, api.users.me, {}, ({ user }) => ({
    user: { ...user, otherAccounts: change(user.otherAccounts) },
  }));
  const { user } = useSession.getState();
  if (user?.otherAccounts) setUser({ ...user, otherAccounts: change(user.otherAccounts) });
}

export const linkedAccountsLive = {
  updateAccounts({ users }, client) {
    patchLinked(client, () => users);
    patchIds(client, () => users.map(one => one._id));
  },

  // Heard of those who share a place; the others are asked for again each time the list is opened.
  updateUser({ _id, firstName, lastName, avatar }, client) {
    patchLinked(client, old => old.map(one => (one._id === _id ? { ...one, firstName, lastName, avatar } : one)));
  },

  deleteUser({ _id }, client) {
    patchLinked(client, old => old.filter(one => one._id !== _id));
    patchIds(client, old => old.filter(id => id !== _id));
  },
} satisfies LiveHandlers;
