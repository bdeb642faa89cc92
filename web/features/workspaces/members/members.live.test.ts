// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { membersLive } from './members.live.ts';

const person = (firstName: string, status: PublicUser['status']): PublicUser => ({
  _id: firstName,
  firstName,
  lastName: '',
  avatar: null,
  status,
  jobTitle: null,
  jobLocation: null,
  linkedinProfile: null,
  githubProfile: null,
});

test('A member who comes online moves up at once, even in a partly loaded list', () => {
  const client = new QueryClient();
  const asked = { params: { id: 'atelier' }, query: { limit: 3 } };
  const known = [person('Zoé', 'online'), person('Aline', 'offline'), person('Camille', 'offline')];
  client.setQueryData(keyOf(api.members.list, asked), { users: known, online: 1, total: 300 });
  const came = person('Camille', 'online');
  membersLive.userUpdate(came, client);
  const { users, online } = cached(client, api.members.list, asked) ?? { users: [] };
  expect(online).toBe(2);
  expect(users.map(({ firstName }) => firstName)).toEqual(['Camille', 'Zoé', 'Aline']);
});

test('Members of one presence stay in the order of their whole names, whatever their accents', () => {
  const client = new QueryClient();
  const asked = { params: { id: 'atelier' }, query: { limit: 9 } };
  const named = (_id: string, lastName = '') => ({ ...person('Édith', 'offline'), _id, lastName });
  const known = [person('Aline', 'offline'), named('b'), named('c', 'Zola'), person('Fanny', 'offline')];
  client.setQueryData(keyOf(api.members.list, asked), { users: [...known].reverse(), online: 0, total: 4 });
  const ids = () => cached(client, api.members.list, asked)?.users.map(({ _id }) => _id);
  membersLive.userUpdate(person('Fanny', 'offline'), client);
  expect(ids()).toEqual(['Aline', 'b', 'c', 'Fanny']);
  // Members of one name are sorted by their ids.
  membersLive.userUpdate(named('c'), client);
  expect(ids()).toEqual(['Aline', 'b', 'c', 'Fanny']);
});

test.each(['busy', 'away'] as const)(
  'A member who becomes %s stays among those online, who leaves does not',
  status => {
    const client = new QueryClient();
    const asked = { params: { id: 'atelier' }, query: { limit: 3 } };
    const known = [person('Aline', 'online'), person('Zoé', 'online'), person('Camille', 'offline')];
    client.setQueryData(keyOf(api.members.list, asked), { users: known, online: 2, total: 300 });
    const list = () => cached(client, api.members.list, asked);
    membersLive.userUpdate(person('Aline', status), client);
    expect([list()?.online, list()?.users.map(one => one.status)]).toEqual([2, [status, 'online', 'offline']]);
    membersLive.userUpdate(person('Aline', 'offline'), client);
    expect([list()?.online, list()?.users[0]?.firstName]).toEqual([1, 'Zoé']);
  },
);

afterEach(() => {
  vi.useRealTimers();
  endSession('logout');
});

test.each([
  ['their own change', 'Camille', true],
  ['a change of somebody else', 'Aline', false],
])('A partly loaded list of many is refetched for %s: %s, at once: %s', (_whose, firstName, atOnce) => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  login('a.b.c', { _id: 'Camille' });
  const client = new QueryClient();
  const refetched = vi.spyOn(client, 'refetchQueries').mockResolvedValue(undefined);
  const asked = { params: { id: 'atelier' }, query: { limit: 1 } };
  client.setQueryData(keyOf(api.members.list, asked), { users: [person('Zoé', 'online')], online: 1, total: 20_000 });
  membersLive.userUpdate(person(firstName, 'online'), client);
  vi.advanceTimersByTime(200);
  expect(refetched.mock.calls.length).toBe(atOnce ? 1 : 0);
  vi.advanceTimersByTime(30_000);
  expect(refetched).toHaveBeenCalledOnce();
});

test('A partly loaded list is refetched at once for one’s own change, though it waits for those of others', () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  login('a.b.c', { _id: 'Camille' });
  const client = new QueryClient();
  const refetched = vi.spyOn(client, 'refetchQueries').mockResolvedValue(undefined);
  const asked = { params: { id: 'atelier' }, query: { limit: 1 } };
  client.setQueryData(keyOf(api.members.list, asked), { users: [person('Zoé', 'online')], online: 1, total: 20_000 });
  for (const name of ['Aline', 'Camille']) membersLive.userUpdate(person(name, 'online'), client);
  vi.advanceTimersByTime(200);
  expect(refetched).toHaveBeenCalledOnce();
});

test('The lists of a small workspace are asked for within the second, those alone that are on screen and out of date', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { client } = filled();
  const read: string[] = [];
  const watch = (id: string) =>
    new QueryObserver(client, {
      queryKey: keyOf(api.members.list, of(id)),
      queryFn: () => read.push(id),
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {});
  for (const id of ['atelier', 'autre']) watch(id);
  membersLive.updatedRole({ workspaceId: 'atelier' } as never, client);
  membersLive.newRole({ workspaceId: 'jardin' } as never, client);
  await vi.advanceTimersByTimeAsync(199);
  expect(read).toEqual([]);
  await vi.advanceTimersByTimeAsync(800);
  expect(read).toEqual(['atelier']);
});

test('Many changes make one refetch, of the lists that do not hold all their members', () => {
  vi.useFakeTimers();
  login('a.b.c', { _id: 'Camille' });
  const client = new QueryClient();
  const refetched = vi.spyOn(client, 'refetchQueries').mockResolvedValue(undefined);
  const asked = (query: { limit: number; search?: string }) => ({ params: { id: 'atelier' }, query });
  const [partly, found, whole] = [asked({ limit: 1 }), asked({ limit: 1, search: 'zoé' }), asked({ limit: 9 })];
  const users = [person('Zoé', 'online')];
  client.setQueryData(keyOf(api.members.list, partly), { users, online: 1, total: 20_000 });
  client.setQueryData(keyOf(api.members.list, found), { users, online: 1, total: 1 });
  client.setQueryData(keyOf(api.members.list, whole), { users, online: 1, total: 1 });
  for (const name of ['Aline', 'Zoé', 'Aline']) membersLive.userUpdate(person(name, 'online'), client);
  const isStale = (one: typeof partly) => client.getQueryState(keyOf(api.members.list, one))?.isInvalidated;
  expect([partly, found, whole].map(isStale)).toEqual([true, false, false]);
  vi.advanceTimersByTime(60_000);
  expect(refetched).toHaveBeenCalledOnce();
  // The next change makes the next.
  membersLive.deleteUser({ _id: 'Aline' }, client);
  vi.advanceTimersByTime(60_000);
  expect(refetched).toHaveBeenCalledTimes(2);
});

const of = (id: string) => ({ params: { id } });

/** Fills the caches of a workspace with its members, its banned people, and its arrivals and departures. */
function filled() {
  const client = new QueryClient();
  const users = [person('Camille', 'online'), person('Yann', 'online'), person('Aline', 'offline')];
  client.setQueryData(keyOf(api.members.list, of('atelier')), { users, online: 2, total: 3 });
  client.setQueryData(keyOf(api.members.list, of('autre')), { users: [person('Zoé', 'online')], online: 1, total: 1 });
  client.setQueryData(keyOf(api.members.banned, of('atelier')), { users: [person('Yann', 'offline')] });
  const moves = ['Yann', 'Aline'].map(_id => ({ user: { _id, firstName: _id, lastName: '' } }));
  client.setQueryData(keyOf(api.members.moves, of('atelier')), { moves });
  const list = (id = 'atelier') => cached(client, api.members.list, of(id));
  return { client, list };
}

test('A deleted account leaves the members, their counts, the banned, and who came or left', () => {
  const { client, list } = filled();
  membersLive.deleteUser({ _id: 'Yann' }, client);
  expect(list()?.users.map(({ _id }) => _id)).toEqual(['Camille', 'Aline']);
  expect(list()).toMatchObject({ online: 1, total: 2 });
  expect(list('autre')).toMatchObject({ online: 1, total: 1 });
  expect(cached(client, api.members.banned, of('atelier'))?.users).toEqual([]);
  expect(cached(client, api.members.moves, of('atelier'))?.moves.map(({ user }) => user._id)).toEqual(['Aline']);
  membersLive.deleteUser({ _id: 'Aline' }, client);
  expect(list()).toMatchObject({ online: 1, total: 1 });
});

test('A changed profile shows its name among the banned and among who came', () => {
  const { client } = filled();
  membersLive.updateUser({ ...person('Yann', 'online'), lastName: 'Riou' }, client);
  expect(cached(client, api.members.banned, of('atelier'))?.users[0]?.lastName).toBe('Riou');
  const moves = cached(client, api.members.moves, of('atelier'))?.moves.map(({ user }) => user.lastName);
  expect(moves).toEqual(['Riou', '']);
});

test.each([
  ['updateWorkspace', { _id: 'atelier', membersCount: 4 }],
  ['newRole', { workspaceId: 'atelier' }],
  ['updatedRole', { workspaceId: 'atelier' }],
  ['deletedRole', { workspaceId: 'atelier' }],
] as const)('Members are asked for again after « %s », those of that workspace alone', (event, told) => {
  vi.useFakeTimers();
  const { client } = filled();
  const refetched = vi.spyOn(client, 'refetchQueries').mockResolvedValue(undefined);
  membersLive[event](told as never, client);
  const isStale = (id: string) => client.getQueryState(keyOf(api.members.list, of(id)))?.isInvalidated;
  expect([isStale('atelier'), isStale('autre')]).toEqual([true, false]);
  const came = client.getQueryState(keyOf(api.members.moves, of('atelier')))?.isInvalidated;
  expect(came).toBe(event === 'updateWorkspace');
  expect(refetched).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  const asked = refetched.mock.calls.map(([filter]) => filter?.queryKey?.[0]);
  expect(asked.sort()).toEqual([api.members.list.path, ...(came ? [api.members.moves.path] : [])].sort());
});
