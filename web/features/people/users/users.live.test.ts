// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { endpointQuery, keyOf } from '../../../platform/server/query.ts';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import { linkedAccountsLive } from '../linked-accounts/linked-accounts.live.ts';
import { usersLive } from './users.live.ts';

const person = (_id: string, firstName: string) => ({
  _id,
  firstName,
  lastName: 'Riou',
  avatar: null,
  status: 'online',
});
const named = (_id: string, firstName: string) => ({ _id, firstName, lastName: 'Riou' });
const yann = person('yann', 'Yann');
const renamed = { ...yann, firstName: 'Yannick' } as never;
const contacts = { manager: named('yann', 'Yann'), vacationReferee: named('lea', 'Léa') };
const none = { manager: null, vacationReferee: null };
const keys = {
  one: keyOf(api.users.one, { params: { id: 'karim' } }),
  theirs: keyOf(api.users.one, { params: { id: 'yann' } }),
  me: keyOf(api.users.me),
  search: keyOf(api.users.search, { query: {} }),
  named: keyOf(api.users.named, { query: { ids: 'yann' } } as never),
  channel: keyOf(api.channels.users, { params: { id: 'general' } }),
  workspaces: keyOf(api.workspaces.mine, { params: { id: 'camille' } }),
  cards: keyOf(api.workspaces.list, { query: {} }),
  society: keyOf(api.societies.users, { params: { id: 'tilleul' } } as never),
  owners: keyOf(api.societies.owners, { params: { id: 'tilleul' } } as never),
  pending: keyOf(api.societies.pending, { params: { id: 'tilleul' } } as never),
  linked: keyOf(api.linkedAccounts.list),
};
let client: QueryClient;
const read = (key: readonly unknown[]) =>
  client.getQueryData<Record<string, never>>(key) as never as {
    user: { firstName: string; contacts: typeof contacts; otherAccounts: string[] };
    users: { _id: string; firstName: string }[];
    workspaces: { owners: { firstName: string }[] }[];
  };
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ user: { ...person('camille', 'Camille'), contacts: none, jobTitle: 'Maçonne' } }),
  );
  login('token', { _id: 'camille', firstName: 'Camille', contacts, otherAccounts: ['yann', 'lea'] } as never);
  client = new QueryClient();
  client.setQueryData(keys.one, { user: { ...person('karim', 'Karim'), contacts } });
  client.setQueryData(keys.theirs, { user: { ...yann, contacts: none } });
  client.setQueryData(keys.me, { user: { ...person('camille', 'Camille'), contacts, otherAccounts: ['yann', 'lea'] } });
  for (const key of [keys.search, keys.named, keys.channel, keys.society, keys.owners, keys.pending])
    client.setQueryData(key, { users: [person('lea', 'Léa'), yann], nextCursor: 'more' });
  for (const key of [keys.workspaces, keys.cards])
    client.setQueryData(key, {
      workspaces: [
        { owner: ['yann', 'lea'], owners: [named('yann', 'Yann'), named('lea', 'Léa')] },
        { owner: ['lea'], owners: [named('lea', 'Léa')] },
      ],
    });
  client.setQueryData(keys.linked, { users: [named('yann', 'Yann'), named('lea', 'Léa')] });
});
afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});

it('A person who is renamed is renamed wherever the page has them: lists, profiles, contacts, owners, session', () => {
  usersLive.updateUser(renamed, client);
  for (const key of [keys.search, keys.named, keys.channel, keys.society, keys.owners, keys.pending])
    expect(read(key).users.map(({ firstName }) => firstName)).toEqual(['Léa', 'Yannick']);
  expect(read(keys.society)).toMatchObject({ nextCursor: 'more' });
  expect(read(keys.theirs).user.firstName).toBe('Yannick');
  for (const of of [read(keys.one).user, read(keys.me).user, useSession.getState().user])
    expect((of as { contacts: typeof contacts }).contacts).toEqual({ ...contacts, manager: named('yann', 'Yannick') });
  for (const key of [keys.workspaces, keys.cards])
    expect(read(key).workspaces.map(({ owners }) => owners.map(({ firstName }) => firstName))).toEqual([
      ['Yannick', 'Léa'],
      ['Léa'],
    ]);
  expect(isStale(keys.theirs)).toBe(true);
  expect(isStale(keys.one)).toBe(false);
  usersLive.updateUser(person('lea', 'Léonie') as never, client);
  expect(read(keys.one).user.contacts.vacationReferee).toEqual(named('lea', 'Léonie'));
  linkedAccountsLive.updateUser(renamed, client);
  expect(read(keys.linked).users.map(({ firstName }) => firstName)).toEqual(['Yannick', 'Léa']);
  const faced = { ...yann, lastName: 'Riou-Le Gall', avatar: '/yann.png' };
  linkedAccountsLive.updateUser(faced as never, client);
  expect(read(keys.linked).users[0]).toMatchObject({ lastName: 'Riou-Le Gall', avatar: '/yann.png' });
});

it('The presence of a person changes in the lists and in one’s own session, and leaves the e-mail that was known', () => {
  client.setQueryData(keys.search, { users: [{ ...yann, email: 'yann@exemple.fr', suspended: true }] });
  usersLive.userUpdate({ ...yann, status: 'away' } as never, client);
  expect(read(keys.search).users).toEqual([{ ...yann, status: 'away', email: 'yann@exemple.fr' }]);
  usersLive.userUpdate({ ...person('camille', 'Camille'), status: 'away' } as never, client);
  expect(useSession.getState().user?.status).toBe('away');
  expect(read(keys.me).user).toMatchObject({ status: 'away', contacts });
});

it('An event that tells an e-mail or a suspension changes them in the lists', () => {
  client.setQueryData(keys.search, { users: [{ ...yann, email: 'yann@exemple.fr' }] });
  const told = { ...yann, email: 'riou@exemple.fr', suspended: true };
  usersLive.userUpdate(told as never, client);
  expect(read(keys.search).users).toEqual([told]);
});

it('A person’s own profile is asked for again when it changes: the event has its public part alone', async () => {
  usersLive.updateUser(person('camille', 'Camille') as never, client);
  await vi.waitFor(() => expect(useSession.getState().user).toMatchObject({ jobTitle: 'Maçonne' }));
});

it('A profile that comes for an earlier session is no longer that of this one', async () => {
  let answer = () => {};
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>(resolve => {
      answer = resolve;
    });
    return Response.json({ user: { ...person('camille', 'Camille'), jobTitle: 'Maçonne' } });
  });
  usersLive.updateUser(person('camille', 'Camille') as never, client);
  await vi.waitFor(() => expect(client.isFetching()).toBe(1));
  login('other', { _id: 'karim', firstName: 'Karim' });
  answer();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(useSession.getState().user).toMatchObject({ _id: 'karim', firstName: 'Karim' });
});

it('A deleted person leaves the lists and the contacts', () => {
  usersLive.deleteUser({ _id: 'yann' }, client);
  for (const key of [keys.search, keys.named, keys.channel])
    expect(read(key).users.map(({ _id }) => _id)).toEqual(['lea']);
  expect(client.getQueryData(keys.theirs)).toBeUndefined();
  for (const of of [read(keys.one).user, read(keys.me).user, useSession.getState().user])
    expect((of as { contacts: typeof contacts }).contacts).toEqual({ ...contacts, manager: null });
});

it('A new person has the lists of all asked for again', () => {
  usersLive.newUser({} as never, client);
  expect(isStale(keys.search)).toBe(true);
});

it('Linked accounts are those that are told, in the list, the profile and the session', () => {
  linkedAccountsLive.updateAccounts({ _id: 'camille', users: [named('karim', 'Karim')] } as never, client);
  const all = () => [
    read(keys.linked).users.map(({ _id }) => _id),
    read(keys.me).user.otherAccounts,
    useSession.getState().user?.otherAccounts,
  ];
  expect(all()).toEqual([['karim'], ['karim'], ['karim']]);
  linkedAccountsLive.deleteUser({ _id: 'karim' }, client);
  expect(all()).toEqual([[], [], []]);
});

it('The user’s own profile that could not be read after its event is asked for again where it is shown', async () => {
  let fails = true;
  vi.stubGlobal('fetch', async () => {
    if (!fails)
      return Response.json({ user: { ...person('camille', 'Camille'), contacts: none, jobTitle: 'Maçonne' } });
    fails = false;
    return Response.json({ code: 'internal', message: 'Panne.' }, { status: 500 });
  });
  const shown = new QueryObserver(client, { ...endpointQuery(api.users.me), staleTime: Number.POSITIVE_INFINITY });
  onTestFinished(shown.subscribe(() => {}));
  usersLive.updateUser(person('camille', 'Camille') as never, client);
  await vi.waitFor(() => expect(read(keys.me).user).toMatchObject({ jobTitle: 'Maçonne' }));
});

it('updateSettings says in one’s own profile whether two-step is required, and changes nothing that is said already', () => {
  const said = () => [client.getQueryData<{ user: object }>(keys.me)?.user, useSession.getState().user];
  const before = said();
  const settings = {} as never;
  usersLive.updateSettings({ settings, twoStepRequired: false }, client);
  expect(said().map((one, n) => one === before[n])).toEqual([true, true]);
  usersLive.updateSettings({ settings, twoStepRequired: true }, client);
  expect(said()).toEqual(before.map(one => ({ ...one, twoStepRequired: true })));
  usersLive.updateSettings({ settings, twoStepRequired: false }, client);
  expect(said()).toEqual(before);
});
