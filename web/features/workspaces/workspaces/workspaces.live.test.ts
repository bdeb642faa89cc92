import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { usersLive } from '../../people/users/users.live.ts';
import { membersLive } from '../members/members.live.ts';
import { workspacesLive } from './workspaces.live.ts';

const camille: PublicUser = {
  _id: 'camille',
  firstName: 'Camille',
  lastName: 'Moreau',
  avatar: null,
  status: 'online',
  jobTitle: null,
  jobLocation: null,
  linkedinProfile: null,
  githubProfile: null,
};
const shared = {
  _id: 'atelier',
  title: 'Atelier',
  logo: null,
  description: '',
  owner: ['camille'],
  membersCount: 2,
  welcomeChannel: 'general',
  tags: [],
  societyId: null,
  restricted: false,
};
const card: WorkspaceCard = {
  ...shared,
  owners: [{ _id: 'camille', firstName: 'Camille', lastName: 'Moreau' }],
  isMember: false,
};
const workspace: Workspace = {
  ...shared,
  members: ['camille', 'yann'],
  channels: ['general'],
  autoDelete: true,
  autoDeleteDays: 7,
  announceMoves: true,
};

const mine = { params: { id: 'yann' } };
const one = { params: { id: 'atelier' } };
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(keyOf(api.workspaces.list), { workspaces: [card] });
  client.setQueryData(keyOf(api.workspaces.mine, mine), { workspaces: [] });
});

const listed = () => cached(client, api.workspaces.list)?.workspaces;
const mineNow = () => cached(client, api.workspaces.mine, mine)?.workspaces;
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

test('A joined workspace becomes the user’s own on its discovery card and in their list', () => {
  workspacesLive.newWorkspace({ ...workspace, membersCount: 3 }, client);
  const joined = { ...card, membersCount: 3, isMember: true };
  expect(listed()).toEqual([joined]);
  expect(mineNow()).toEqual([joined]);
  // The answer and the event tell the same.
  workspacesLive.newWorkspace({ ...workspace, membersCount: 3 }, client);
  expect(mineNow()).toEqual([joined]);
});

test('A joined workspace without a cached card is fetched', () => {
  workspacesLive.newWorkspace({ ...workspace, _id: 'autre' }, client);
  expect(isStale(keyOf(api.workspaces.list))).toBe(true);
  expect(isStale(keyOf(api.workspaces.mine, mine))).toBe(true);
});

test('A changed workspace updates its card and its page, with what this user may now see of it', () => {
  client.setQueryData(keyOf(api.workspaces.one, one), { workspace: { ...workspace, bans: ['x'] } });
  client.setQueryData(keyOf(api.members.banned, one), { users: [] });
  const renamed = { ...workspace, title: 'Atelier Tilleul' };
  workspacesLive.updateWorkspace(renamed, client);
  expect(listed()).toEqual([{ ...card, title: 'Atelier Tilleul' }]);
  expect(cached(client, api.workspaces.one, one)?.workspace).toEqual(renamed);
  expect(cached(client, api.members.banned, one)).toBeUndefined();
});

test('A workspace whose bans change has its banned people asked for again, and only then', () => {
  const banned = keyOf(api.members.banned, one);
  client.setQueryData(keyOf(api.workspaces.one, one), { workspace: { ...workspace, bans: ['x'] } });
  client.setQueryData(banned, { users: [] });
  workspacesLive.updateWorkspace({ ...workspace, bans: ['x'] }, client);
  expect(isStale(banned)).toBe(false);
  workspacesLive.updateWorkspace({ ...workspace, bans: ['x', 'y'] }, client);
  expect(isStale(banned)).toBe(true);
});

test('A workspace’s new owners are fetched: the event does not name them', () => {
  workspacesLive.updateWorkspace({ ...workspace, owner: ['camille', 'yann'] }, client);
  expect(isStale(keyOf(api.workspaces.list))).toBe(true);
});

test('A workspace left or deleted is removed from the cache, with all its contents', () => {
  workspacesLive.newWorkspace(workspace, client);
  client.setQueryData(keyOf(api.workspaces.one, one), { workspace });
  client.setQueryData(keyOf(api.roles.mine, one), { roles: [] });
  workspacesLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect(mineNow()).toEqual([]);
  expect(isStale(keyOf(api.workspaces.list))).toBe(true);
  expect(cached(client, api.workspaces.one, one)).toBeUndefined();
  expect(cached(client, api.roles.mine, one)).toBeUndefined();
});

test('A changed profile updates every cache, and keeps its e-mail when the event omits it', () => {
  const list = { params: { id: 'atelier' }, query: { limit: 100 } };
  client.setQueryData(keyOf(api.users.one, { params: { id: 'camille' } }), {
    user: { ...camille, email: 'camille@atelier.fr' },
  });
  client.setQueryData(keyOf(api.members.list, list), {
    users: [{ ...camille, color: '#112233' }],
    online: 1,
    total: 1,
  });
  for (const { userUpdate } of [usersLive, membersLive]) userUpdate({ ...camille, status: 'offline' }, client);
  expect(cached(client, api.members.list, list)).toEqual({
    users: [{ ...camille, status: 'offline', color: '#112233' }],
    online: 0,
    total: 1,
  });
  usersLive.updateUser({ ...camille, lastName: 'Moreau-Petit' }, client);
  expect(cached(client, api.users.one, { params: { id: 'camille' } })?.user).toEqual({
    ...camille,
    lastName: 'Moreau-Petit',
    email: 'camille@atelier.fr',
  });
  expect(listed()?.[0]?.owners).toEqual([{ _id: 'camille', firstName: 'Camille', lastName: 'Moreau-Petit' }]);
});

test('A joined workspace comes before those to discover, and an update of another changes no list', () => {
  const cards = [{ ...card, _id: 'a', title: 'Abeilles' }, { ...card, _id: 'm', title: 'Mien', isMember: true }, card];
  client.setQueryData(keyOf(api.workspaces.list), { workspaces: cards });
  workspacesLive.newWorkspace(workspace, client);
  expect(listed()?.map(({ title }) => title)).toEqual(['Atelier', 'Mien', 'Abeilles']);
  const before = [listed(), mineNow()];
  workspacesLive.updateWorkspace({ ...workspace, _id: 'inconnu' }, client);
  expect([listed(), mineNow()]).toEqual(before);
  workspacesLive.updateWorkspace({ ...workspace, title: 'Zinc' }, client);
  expect(listed()?.map(({ title }) => title)).toEqual(['Mien', 'Zinc', 'Abeilles']);
  expect(mineNow()?.map(({ title }) => title)).toEqual(['Zinc']);
  workspacesLive.updateWorkspace({ ...workspace, owner: ['yann'] }, client);
  expect(isStale(keyOf(api.workspaces.mine, mine))).toBe(true);
});

test('A joined workspace comes last among the user’s own, and no change of a card takes away the next page of discovery', () => {
  client.setQueryData(keyOf(api.workspaces.mine, mine), { workspaces: [{ ...card, _id: 'premier', isMember: true }] });
  client.setQueryData(keyOf(api.workspaces.list), { workspaces: [card], nextCursor: 'suite' });
  workspacesLive.newWorkspace(workspace, client);
  expect(mineNow()?.map(({ _id }) => _id)).toEqual(['premier', 'atelier']);
  const list = () => cached(client, api.workspaces.list);
  expect([list()?.nextCursor, list()?.workspaces[0]?.isMember]).toEqual(['suite', true]);
  workspacesLive.updateWorkspace({ ...workspace, title: 'Zinc' }, client);
  expect([list()?.nextCursor, list()?.workspaces[0]?.title]).toEqual(['suite', 'Zinc']);
});

const people = [keyOf(api.users.search, { query: { search: 'y' } }), keyOf(api.users.one, { params: { id: 'yann' } })];
const banned = keyOf(api.members.banned, one);
const invited = keyOf(api.invites.list, { query: { workspaceId: 'atelier' } });

test('A workspace whose members change is asked for the people whom one knows, and for who used an invitation', () => {
  const staff = { ...workspace, bans: ['x'] };
  const told = (next: Workspace) => {
    client.setQueryData(keyOf(api.workspaces.one, one), { workspace: staff });
    for (const key of [...people, banned, invited]) client.setQueryData(key, {});
    workspacesLive.updateWorkspace(next, client);
    return [...people, invited, banned].map(isStale);
  };
  expect(told({ ...staff, title: 'Autre' })).toEqual([false, false, false, false]);
  expect(told({ ...staff, membersCount: 3 })).toEqual([true, true, true, false]);
  expect(told({ ...staff, members: ['camille', 'zoe'] })).toEqual([true, true, true, false]);
  expect(told({ ...staff, bans: ['x', 'y'] })).toEqual([false, false, false, true]);
  expect(told({ ...staff, bans: ['y'] })).toEqual([false, false, false, true]);
});

test('What one may no longer see of a workspace goes, and is not asked for again while it is on screen', () => {
  client.setQueryData(keyOf(api.workspaces.one, one), { workspace: { ...workspace, bans: [] } });
  for (const key of [banned, invited]) client.setQueryData(key, {});
  const other = keyOf(api.members.banned, { params: { id: 'autre' } });
  client.setQueryData(other, {});
  let asked = 0;
  const queryFn = () => ++asked;
  const watched = new QueryObserver(client, { queryKey: invited, queryFn, staleTime: Number.POSITIVE_INFINITY });
  const stop = watched.subscribe(() => {});
  workspacesLive.updateWorkspace(workspace, client);
  expect(client.getQueryData(banned)).toBeUndefined();
  expect(client.getQueryData(other)).toEqual({});
  expect([isStale(invited), asked]).toEqual([true, 0]);
  stop();
});

test('A workspace that one leaves takes all its inside, and asks for the people whom one still knows', () => {
  const inside = [
    ...[api.channels.ofWorkspace, api.members.list, api.members.banned, api.members.moves, api.roles.list],
    ...[api.roles.mine, api.emoji.list, api.guests.list, api.emailInvites.list],
  ].map(endpoint => keyOf(endpoint, one));
  inside.push(invited, keyOf(api.roles.color, { query: { userId: 'yann', workspaceId: 'atelier' } }));
  const other = keyOf(api.channels.ofWorkspace, { params: { id: 'autre' } });
  for (const key of [...inside, other, ...people]) client.setQueryData(key, {});
  workspacesLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect(inside.filter(key => client.getQueryData(key))).toEqual([]);
  expect(client.getQueryData(other)).toEqual({});
  expect(people.map(isStale)).toEqual([true, true]);
});
