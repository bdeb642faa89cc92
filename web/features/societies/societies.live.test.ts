// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cached, keyOf } from '../../platform/server/query.ts';
import { endSession, login, useSession } from '../../platform/session/session.ts';
import { societiesLive } from './societies.live.ts';

const tilleul: Society = {
  ...{ _id: 'tilleul', name: 'Tilleul et fils', logo: null, owners: ['leonie'], users: ['leonie'] },
  ...{ usersCount: 1, membership: 'none' },
};
let client: QueryClient;
const discovered = keyOf(api.workspaces.list, { query: { society: true } });
const people = keyOf(api.users.search, { query: {} });
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  client = new QueryClient();
  login('a.b.c', { _id: 'camille', firstName: 'Camille', societyId: null });
  for (const key of [discovered, people]) client.setQueryData(key, {});
});
afterEach(() => endSession('logout'));

it('A society that admits its person is theirs in the session, and the workspaces to discover are refetched', () => {
  societiesLive.updateSociety({ ...tilleul, membership: 'member' }, client);
  expect(useSession.getState().user?.societyId).toBe('tilleul');
  expect(isStale(discovered)).toBe(true);
});

it('A society that asks its person to wait changes neither their session nor what they discover', () => {
  societiesLive.updateSociety({ ...tilleul, membership: 'pending' }, client);
  expect(useSession.getState().user?.societyId).toBeNull();
  expect(isStale(discovered)).toBe(false);
});

it('A deleted society leaves its person without one; that of others changes nothing for them', () => {
  societiesLive.updateSociety({ ...tilleul, membership: 'member' }, client);
  for (const key of [discovered, people]) client.setQueryData(key, {});
  societiesLive.deleteSociety({ _id: 'other' }, client);
  expect([useSession.getState().user?.societyId, isStale(discovered), isStale(people)]).toEqual([
    'tilleul',
    false,
    false,
  ]);
  societiesLive.deleteSociety({ _id: 'tilleul' }, client);
  expect([useSession.getState().user?.societyId, isStale(discovered), isStale(people)]).toEqual([null, true, true]);
});

const mine = { params: { id: 'camille' } };
const one = { params: { id: 'tilleul' } };
const listed = keyOf(api.societies.list);
const profile = keyOf(api.users.one, { params: { id: 'leonie' } });
const lists = [api.societies.users, api.societies.owners, api.societies.pending];
const peopleStale = () => lists.map(endpoint => isStale(keyOf(endpoint, one)));

/** Fills the caches that hold a society. */
function known(society: Society, own: Society | null = society): void {
  client.setQueryData(keyOf(api.societies.one, one), { society });
  client.setQueryData(keyOf(api.societies.mine, mine), { society: own });
  const { _id, name, logo, usersCount, membership } = society;
  client.setQueryData(listed, { societies: [{ _id, name, logo, usersCount, membership }], nextCursor: null });
  for (const endpoint of lists) client.setQueryData(keyOf(endpoint, one), { users: [{ _id: 'leonie' }], total: 1 });
  for (const key of [discovered, people, profile]) client.setQueryData(key, {});
}
const member: Society = { ...tilleul, membership: 'member' };

it('A society that changes is changed wherever it is shown; its list is asked for again where its order may be another', () => {
  known(member);
  const other = { ...{ _id: 'other', name: 'Orme', logo: null, usersCount: 7 }, membership: 'none' as const };
  const [card] = cached(client, api.societies.list)?.societies ?? [];
  client.setQueryData(listed, { societies: [card, other], nextCursor: 'more' });
  societiesLive.updateSociety({ ...member, usersCount: 2 }, client);
  expect(cached(client, api.societies.list)).toEqual({
    societies: [{ ...card, usersCount: 2 }, other],
    nextCursor: 'more',
  });
  expect(cached(client, api.societies.one, one)?.society.usersCount).toBe(2);
  expect(cached(client, api.societies.mine, mine)?.society?.usersCount).toBe(2);
  expect(isStale(listed)).toBe(false);
  societiesLive.updateSociety({ ...member, usersCount: 2, name: 'Orme' }, client);
  expect(isStale(listed)).toBe(true);
});

it.each<[string, Partial<Society>]>([
  ['another number of members', { usersCount: 2 }],
  ['another owner', { owners: ['karim'] }],
  ['another member', { users: ['karim'] }],
])('People of a society are asked for again at %s, and not at another name', (_what, change) => {
  known(member);
  societiesLive.updateSociety({ ...member, name: 'Orme' }, client);
  expect([...peopleStale(), isStale(people), isStale(profile)]).toEqual([false, false, false, false, false]);
  societiesLive.updateSociety({ ...member, ...change }, client);
  // Requests are no business of a member: their list is gone, so that nobody is refused it.
  expect([...peopleStale(), isStale(people), isStale(profile)]).toEqual([true, true, undefined, true, true]);
});

it('Lists of people on screen that one may no longer read stay, and are not asked for', async () => {
  const asked = vi.fn(async () => ({ users: [], total: 0, nextCursor: null }));
  known(member);
  const key = keyOf(api.societies.users, one);
  const observer = new QueryObserver(client, { queryKey: key, queryFn: asked, staleTime: Number.POSITIVE_INFINITY });
  const stop = observer.subscribe(() => {});
  societiesLive.updateSociety({ ...member, usersCount: 4 }, client);
  expect(asked).toHaveBeenCalledTimes(1);
  societiesLive.updateSociety({ ...tilleul, usersCount: 3 }, client);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(client.getQueryData(key)).toBeDefined();
  stop();
});

it('A society that one has lost is no longer one’s own, and another’s news leave one’s own alone', () => {
  known(member);
  societiesLive.updateSociety({ ...tilleul, _id: 'other' }, client);
  expect(cached(client, api.societies.mine, mine)?.society?._id).toBe('tilleul');
  societiesLive.updateSociety(tilleul, client);
  expect(cached(client, api.societies.mine, mine)?.society).toBeNull();
  expect(isStale(listed)).toBe(true);
});

it('A new society of one’s own is there at once; that of others has the list asked for again alone', () => {
  known(tilleul, null);
  societiesLive.newSociety({ ...tilleul, _id: 'other' }, client);
  expect(cached(client, api.societies.mine, mine)?.society).toBeNull();
  expect(isStale(listed)).toBe(true);
  societiesLive.newSociety({ ...member, _id: 'neuve' }, client);
  expect(cached(client, api.societies.mine, mine)?.society?._id).toBe('neuve');
});

it('Lists of people in which somebody is renamed are asked for again, as they are by name', () => {
  known(member);
  societiesLive.updateUser({ _id: 'yann' } as never, client);
  expect(peopleStale()).toEqual([false, false, false]);
  societiesLive.updateUser({ _id: 'leonie' } as never, client);
  expect(peopleStale()).toEqual([true, true, true]);
});

it('A society that one enters or loses is one’s own in the profile too', () => {
  const own = () => cached(client, api.users.me)?.user.societyId;
  client.setQueryData(keyOf(api.users.me), { user: { _id: 'camille', societyId: null } });
  societiesLive.updateSociety(member, client);
  expect(own()).toBe('tilleul');
  societiesLive.updateSociety({ ...tilleul, _id: 'other' }, client);
  expect(own()).toBe('tilleul');
  societiesLive.updateSociety(tilleul, client);
  expect(own()).toBeNull();
  societiesLive.updateSociety(member, client);
  societiesLive.deleteSociety({ _id: 'tilleul' }, client);
  expect(own()).toBeNull();
});

it('A deleted society is no longer one’s own, and its page, its people and the list are asked for again', () => {
  known(member);
  societiesLive.deleteSociety({ _id: 'other' }, client);
  expect(cached(client, api.societies.mine, mine)?.society?._id).toBe('tilleul');
  expect([isStale(listed), isStale(keyOf(api.societies.one, one))]).toEqual([true, false]);
  known(member);
  societiesLive.deleteSociety({ _id: 'tilleul' }, client);
  expect(cached(client, api.societies.mine, mine)?.society).toBeNull();
  expect([isStale(listed), isStale(keyOf(api.societies.one, one)), isStale(profile)]).toEqual([true, true, true]);
  // Its people are not requested: the server would refuse.
  expect(peopleStale()).toEqual([undefined, undefined, undefined]);
});

it('Those whom one knows are asked for again as a society admits one, whoever else is in it', () => {
  known({ ...tilleul, membership: 'pending' });
  societiesLive.updateSociety(member, client);
  expect([isStale(people), isStale(profile), isStale(listed)]).toEqual([true, true, true]);
});

it.each<[string, Partial<Society>]>([
  ['another number of requests', { pendingCount: 2 }],
  ['another request', { pendingUsers: ['zoe'] }],
])('Requests of a society are asked for again at %s, those of another society are not', (_what, change) => {
  const owner: Society = { ...tilleul, membership: 'owner', pendingCount: 1, pendingUsers: ['yann'] };
  known(owner);
  const others = keyOf(api.societies.pending, { params: { id: 'other' } });
  client.setQueryData(others, { users: [], total: 0 });
  societiesLive.updateSociety({ ...owner, ...change }, client);
  expect([...peopleStale(), isStale(others)]).toEqual([true, true, true, false]);
});
