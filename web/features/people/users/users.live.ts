import { api } from '@palabre/common/contract/index.ts';
import type { Contacts, Named, PublicUser } from '@palabre/common/contract/people/users.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { endpointQuery, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';
import { setUser, useSession } from '../../../platform/session/session.ts';

/** The e-mail is left out of what some may see: what is known of it stays. */
function merged<T extends { _id: string }>(old: T, user: PublicUser): T {
  return old._id === user._id
    ? { ...old, ...user, ...('email' in old && !user.email ? { email: old.email } : {}) }
    : old;
}

/** Says anew who a manager and a deputy are, where one of them is this person; null: nobody any more. */
function withContact(contacts: Contacts, id: string, next: Named | null): Contacts {
  // What this device kept of an earlier version has none.
  const isIn = contacts?.manager?._id === id || contacts?.vacationReferee?._id === id;
  const of = (one: Named | null) => (one?._id === id ? next : one);
  return isIn ? { manager: of(contacts.manager), vacationReferee: of(contacts.vacationReferee) } : contacts;
}

/** The same wherever it is cached. */
function patchContacts(client: QueryClient, id: string, next: Named | null): void {
  patchQueries(client, api.users.one, old => {
    const contacts = withContact(old.user.contacts, id, next);
    return contacts === old.user.contacts ? old : { user: { ...old.user, contacts } };
  });
  patchQuery(client, api.users.me, {}, old => {
    const contacts = withContact(old.user.contacts, id, next);
    return contacts === old.user.contacts ? old : { user: { ...old.user, contacts } };
  });
  const { user: self } = useSession.getState();
  if (!self?.contacts) return;
  const contacts = withContact(self.contacts, id, next);
  if (contacts !== self.contacts) setUser({ ...self, contacts });
}

/** Replaces the person in a list; the same list when they are not in it. */
function inList<T extends { _id: string }>(list: readonly T[], user: PublicUser): T[] | null {
  return list.some(one => one._id === user._id) ? list.map(one => merged(one, user)) : null;
}

const present = (status: PublicUser['status']) => status !== 'offline';

/** Writes a profile wherever one of that person is cached. */
function patchProfiles(client: QueryClient, user: PublicUser): void {
  patchQuery(client, api.users.one, { params: { id: user._id } }, old => ({ user: merged(old.user, user) }));
  const { _id, firstName, lastName } = user;
  patchQueries(client, api.users.named, old =>
    old.users.some(one => one._id === _id)
      ? { users: old.users.map(one => (one._id === _id ? { _id, firstName, lastName } : one)) }
      : old,
  );
  patchQuery(client, api.users.me, {}, old => ({ user: merged(old.user, user) }));
  patchQueries(client, api.members.list, old => {
    const before = old.users.find(one => one._id === user._id);
    const users = inList(old.users, user);
    if (!before || !users) return old;
    return { ...old, users, online: old.online + Number(present(user.status)) - Number(present(before.status)) };
  });
  patchQueries(client, api.members.moves, old =>
    old.moves.some(move => move.user._id === _id)
      ? {
          moves: old.moves.map(move =>
            move.user._id === _id ? { ...move, user: { _id, firstName, lastName } } : move,
          ),
        }
      : old,
  );
  for (const endpoint of [api.users.search, api.channels.users, api.members.banned]) {
    patchQueries(client, endpoint, old => {
      const users = inList(old.users, user);
      return users ? { users } : old;
    });
  }
  for (const endpoint of [api.societies.users, api.societies.owners, api.societies.pending]) {
    patchQueries(client, endpoint, old => {
      const users = inList(old.users, user);
      return users ? { ...old, users } : old;
    });
  }
  const { user: self } = useSession.getState();
  if (self?._id === user._id) setUser(merged(self, user));
}

/** Owners are named on the cards. */
function patchOwners(client: QueryClient, { _id, firstName, lastName }: PublicUser): void {
  const patched = <T extends { workspaces: WorkspaceCard[] }>(old: T): T => {
    if (!old.workspaces.some(card => card.owner.includes(_id))) return old;
    const workspaces = old.workspaces.map(card => ({
      ...card,
      owners: card.owners.map(owner => (owner._id === _id ? { _id, firstName, lastName } : owner)),
    }));
    return { ...old, workspaces };
  };
  patchQueries(client, api.workspaces.list, patched);
  patchQueries(client, api.workspaces.mine, patched);
}

/** Asks for all that one is: only what others see of it comes with the event. */
function readSelf(client: QueryClient): void {
  const answer = client.fetchQuery({ ...endpointQuery(api.users.me), staleTime: 0, meta: { silent: true } });
  const isStill = (id: string) => useSession.getState().user?._id === id;
  answer.then(({ user }) => isStill(user._id) && setUser(user)).catch(() => refetch(client, api.users.me));
}

export const usersLive = {
  userUpdate: (user, client) => patchProfiles(client, user),

  updateUser(user, client) {
    patchProfiles(client, user);
    patchOwners(client, user);
    const { _id, firstName, lastName } = user;
    patchContacts(client, _id, { _id, firstName, lastName });
    // Whom they have picked comes with no event: who may know of it is not the same for all.
    refetch(client, api.users.one, { params: { id: _id } });
    if (useSession.getState().user?._id === user._id) readSelf(client);
  },

  // Only administrators hear of it, and only their list of everyone has changed.
  newUser: (_user, client) => refetch(client, api.users.search),

  deleteUser({ _id: id }, client) {
    client.removeQueries({ queryKey: [api.users.one.path, { params: { id } }] });
    patchContacts(client, id, null);
    patchQueries(client, api.users.named, old =>
      old.users.some(one => one._id === id) ? { users: old.users.filter(one => one._id !== id) } : old,
    );
    patchQueries(client, api.members.list, old => {
      const gone = old.users.find(one => one._id === id);
      if (!gone) return old;
      return {
        users: old.users.filter(one => one !== gone),
        total: old.total - 1,
        online: old.online - Number(present(gone.status)),
      };
    });
    patchQueries(client, api.members.moves, old =>
      old.moves.some(({ user }) => user._id === id) ? { moves: old.moves.filter(({ user }) => user._id !== id) } : old,
    );
    for (const endpoint of [api.users.search, api.channels.users, api.members.banned]) {
      patchQueries(client, endpoint, old =>
        old.users.some(one => one._id === id) ? { users: old.users.filter(one => one._id !== id) } : old,
      );
    }
  },
} satisfies LiveHandlers;
