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

/** Whether the people of a society are others than they were. */
const othersIn = (old: Society | undefined, now: Society): boolean =>
  !old ||
  old.usersCount !== now.usersCount ||
  old.pendingCount !== now.pendingCount ||
  !sameIds(old.owners, now.owners) ||
  !sameIds(old.users, now.users) ||
  !sameIds(old.pendingUsers, now.pendingUsers);

/** Who is in it is asked for again, page by page, by those who still may. */
function refetchPeople(client: QueryClient, { _id: id, membership }: Pick<Society, '_id' | 'membership'>): void {
  const refused = { users: !can.seeSocietyPeople(membership), pending: !can.manageSociety(membership) };
  for (const endpoint of peopleOf) {
    const gone = endpoint === api.societies.pending ? refused.pending : refused.users;
    for (const [queryKey] of client.getQueriesData({ queryKey: [endpoint.path] })) {
      if ((queryKey[1] as { params?: { id?: string } } | undefined)?.params?.id !== id) continue;
      // What one may no longer ask for is not asked again: it would only be refused.
      if (gone) client.removeQueries({ queryKey, exact: true, type: 'inactive' });
      void client.invalidateQueries({ queryKey, exact: true, refetchType: gone ? 'none' : 'active' });
    }
  }
}

/** What one is in a society may be news to what is known of oneself: what one may discover follows. */
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

/** Writes a society wherever it is cached; `change` may give the old one back. */
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
    // One's own comes first, and others by their name.
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
    // Everyone hears of it; whom one shares a place with is another question to its people alone.
    if (own !== id) return;
    refetch(client, api.users.search);
    refetch(client, api.users.one);
    followSelf(client, id, false);
  },

  // People stand in order of their names.
  updateUser: ({ _id }, client) => {
    for (const endpoint of peopleOf) {
      patchQueries(client, endpoint, answer => {
        if (answer.users.some(user => user._id === _id)) refetch(client, endpoint);
        return answer;
      });
    }
  },
} satisfies LiveHandlers;
