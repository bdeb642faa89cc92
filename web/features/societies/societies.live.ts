import { api } from '@palabre/common/contract/index.ts';
import type { Society, SocietyCard } from '@palabre/common/contract/societies.ts';
import { can } from '@palabre/common/permissions/can.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../platform/server/live.ts';
import { cached, patchQueries, patchQuery, refetch } from '../../platform/server/query.ts';
import { setUser, useSession } from '../../platform/session/session.ts';

const mine = () => ({ params: { id: useSession.getState().user?._id ?? '' } });

const peopleOf = [api.societies.users, api.societies.owners, api.societies.pending];

const cardOf = ({ _id, name, logo, usersCount, membership }: Society): SocietyCard => ({
  _id,
  name,
  logo,
  usersCount,
  membership,
});

const sameIds = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((id, index) => b[index] === id);

/** Tells whether a society's people have changed. */
const othersIn = (old: Society | undefined, now: Society): boolean =>
  !old ||
  old.usersCount !== now.usersCount ||
  old.pendingCount !== now.pendingCount ||
  !sameIds(old.owners, now.owners) ||
  !sameIds(old.users, now.users) ||
  !sameIds(old.pendingUsers, now.pendingUsers);

/** Refetches the lists of people, page by page, that the user may still read. */
function refetchPeople(client: QueryClient, { _id: id, membership }: Pick<Society, '_id' | 'membership'>): void {
  const refused = { users: !can.seeSocietyPeople(membership), pending: !can.manageSociety(membership) };
  for (const endpoint of peopleOf) {
    const gone = endpoint === api.societies.pending ? refused.pending : refused.users;
    for (const [queryKey] of client.getQueriesData({ queryKey: [endpoint.path] })) {
      if ((queryKey[1] as { params?: { id?: string } } | undefined)?.params?.id !== id) continue;
      // A list that the user may no longer read is not refetched, as it would be refused.
      if (gone) client.removeQueries({ queryKey, exact: true, type: 'inactive' });
      void client.invalidateQueries({ queryKey, exact: true, refetchType: gone ? 'none' : 'active' });
    }
  }
}

/** Updates the user's own society in the session and the profile; discovery depends on it. */
function followSelf(client: QueryClient, id: string, isIn: boolean): void {
  const after = (societyId: string | null | undefined) => (isIn ? id : societyId === id ? null : societyId);
  const { user } = useSession.getState();
  let moved = false;
  if (user && after(user.societyId) !== user.societyId) {
    moved = true;
    setUser({ ...user, societyId: after(user.societyId) });
  }
  patchQuery(client, api.users.me, {}, old => {
    const societyId = after(old.user.societyId) ?? null;
    if (societyId === old.user.societyId) return old;
    moved = true;
    return { user: { ...old.user, societyId } };
  });
  if (moved) refetch(client, api.workspaces.list);
}

/** Writes a society in every cache that holds it. */
function put(society: Society, client: QueryClient): void {
  const { _id: id, membership } = society;
  const own = cached(client, api.societies.mine, mine())?.society;
  const old = cached(client, api.societies.one, { params: { id } })?.society ?? (own?._id === id ? own : undefined);
  patchQuery(client, api.societies.one, { params: { id } }, () => ({ society }));
  patchQuery(client, api.societies.mine, mine(), answer => {
    if (membership !== 'none') return { society };
    return answer.society?._id === id ? { society: null } : answer;
  });
  let moved = false;
  patchQueries(client, api.societies.list, answer => {
    const card = answer.societies.find(one => one._id === id);
    if (!card) return answer;
    // The list puts the user's society first, then sorts by name.
    moved ||= card.name !== society.name || card.membership !== membership;
    return { ...answer, societies: answer.societies.map(one => (one === card ? cardOf(society) : one)) };
  });
  if (moved || membership !== old?.membership) refetch(client, api.societies.list);
  if (othersIn(old, society) || old?.membership !== membership) {
    refetchPeople(client, society);
    refetch(client, api.users.search);
    refetch(client, api.users.one);
  }
  followSelf(client, id, can.seeSocietyPeople(membership));
}

/** Applies the events of societies to the cache. */
export const societiesLive = {
  newSociety(society, client) {
    if (society.membership !== 'none') put(society, client);
    refetch(client, api.societies.list);
  },

  updateSociety: put,

  deleteSociety({ _id: id }, client) {
    const own = cached(client, api.societies.mine, mine())?.society?._id ?? useSession.getState().user?.societyId;
    patchQuery(client, api.societies.mine, mine(), answer => (answer.society?._id === id ? { society: null } : answer));
    refetch(client, api.societies.one, { params: { id } });
    refetch(client, api.societies.list);
    refetchPeople(client, { _id: id, membership: 'none' });
    // Everyone receives this event, but only the society's people share a place through it.
    if (own !== id) return;
    refetch(client, api.users.search);
    refetch(client, api.users.one);
    followSelf(client, id, false);
  },

  // The lists are sorted by name, which may have changed.
  updateUser: ({ _id }, client) => {
    for (const endpoint of peopleOf) {
      patchQueries(client, endpoint, answer => {
        if (answer.users.some(user => user._id === _id)) refetch(client, endpoint);
        return answer;
      });
    }
  },
} satisfies LiveHandlers;
