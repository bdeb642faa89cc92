import { api } from '@palabre/common/contract/index.ts';
import type { Contacts, Named, PublicUser } from '@palabre/common/contract/people/users.ts';
import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { endpointQuery, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';
import { type SessionUser, setUser, useSession } from '../../../platform/session/session.ts';
import { inList, merged } from './open/known-people.ts';

/** Replaces a person among the manager and the deputy; null removes them. */
function withContact(contacts: Contacts, id: string, next: Named | null): Contacts {
  // A profile cached by an earlier version has no contacts.
  const isIn = contacts?.manager?._id === id || contacts?.vacationReferee?._id === id;
  const of = (one: Named | null) => (one?._id === id ? next : one);
  return isIn ? { manager: of(contacts.manager), vacationReferee: of(contacts.vacationReferee) } : contacts;
}

/** Replaces a person among the contacts of every cached profile. */
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

/** Updates a profile in every cache that holds it, except the members' caches (members.live.ts). */
function patchProfiles(client: QueryClient, user: PublicUser): void {
  patchQuery(client, api.users.one, { params: { id: user._id } }, old => ({ user: merged(old.user, user) }));
  const { _id, firstName, lastName } = user;
  patchQueries(client, api.users.named, old =>
    old.users.some(one => one._id === _id)
      ? { users: old.users.map(one => (one._id === _id ? { _id, firstName, lastName } : one)) }
      : old,
  );
  patchQuery(client, api.users.me, {}, old => ({ user: merged(old.user, user) }));
  for (const endpoint of [api.users.search, api.channels.users]) {
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

/** Renames an owner on the workspace cards. */
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

/** Refetches the user's own profile: the event carries only its public part. */
function readSelf(client: QueryClient): void {
  const answer = client.fetchQuery({ ...endpointQuery(api.users.me), staleTime: 0, meta: { silent: true } });
  const isStill = (id: string) => useSession.getState().user?._id === id;
  answer.then(({ user }) => isStill(user._id) && setUser(user)).catch(() => refetch(client, api.users.me));
}

/** Writes in the user's own profile whether two-step is required. */
const required = <T extends SessionUser>(self: T, twoStepRequired: true | undefined): T =>
  self.twoStepRequired === twoStepRequired ? self : { ...self, twoStepRequired };

/** Applies the events of users to the cache. */
export const usersLive = {
  userUpdate: (user, client) => patchProfiles(client, user),

  updateUser(user, client) {
    patchProfiles(client, user);
    patchOwners(client, user);
    const { _id, firstName, lastName } = user;
    patchContacts(client, _id, { _id, firstName, lastName });
    // The event omits the user's contacts: not all its receivers may see them.
    refetch(client, api.users.one, { params: { id: _id } });
    if (useSession.getState().user?._id === user._id) readSelf(client);
  },

  updateSettings({ twoStepRequired }, client) {
    const is = twoStepRequired || undefined;
    patchQuery(client, api.users.me, {}, old => {
      const user = required(old.user, is);
      return user === old.user ? old : { user };
    });
    const { user: self } = useSession.getState();
    if (self && self.twoStepRequired !== is) setUser(required(self, is));
  },

  // Only administrators receive this event, and only their list of all users has changed.
  newUser: (_user, client) => refetch(client, api.users.search),

  deleteUser({ _id: id }, client) {
    client.removeQueries({ queryKey: [api.users.one.path, { params: { id } }] });
    patchContacts(client, id, null);
    patchQueries(client, api.users.named, old =>
      old.users.some(one => one._id === id) ? { users: old.users.filter(one => one._id !== id) } : old,
    );
    for (const endpoint of [api.users.search, api.channels.users]) {
      patchQueries(client, endpoint, old =>
        old.users.some(one => one._id === id) ? { users: old.users.filter(one => one._id !== id) } : old,
      );
    }
  },
} satisfies LiveHandlers;
