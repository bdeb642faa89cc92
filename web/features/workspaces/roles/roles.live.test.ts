import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { rolesLive } from './roles.live.ts';

afterEach(() => endSession('logout'));

test('A deleted role leaves the lists of its workspace at once, and these are asked for the ranks of the roles below', () => {
  const client = new QueryClient();
  const inside = { params: { id: 'atelier' } };
  const lists = [api.roles.list, api.roles.mine];
  for (const endpoint of lists) {
    const roles = ['Direction', 'Conduite'].map((_id, place) => ({ _id, workspaceId: 'atelier', rank: place + 2 }));
    client.setQueryData(keyOf(endpoint, inside), { roles });
  }
  rolesLive.deletedRole({ _id: 'Direction', workspaceId: 'atelier' }, client);
  for (const endpoint of lists) {
    expect(cached(client, endpoint, inside)?.roles.map(({ _id }) => _id)).toEqual(['Conduite']);
    expect(client.getQueryState(keyOf(endpoint, inside))?.isInvalidated).toBe(true);
  }
});

test('A changed role takes its rank in the list, and is one’s own as long as one holds it', () => {
  login('a.b.c', { _id: 'camille' });
  const client = new QueryClient();
  const inside = { params: { id: 'atelier' } };
  const role = (_id: string, rank: number, ...users: string[]) =>
    ({ _id, workspaceId: 'atelier', rank, users }) as never;
  for (const endpoint of [api.roles.list, api.roles.mine])
    client.setQueryData(keyOf(endpoint, inside), { roles: [role('A', 1, 'camille'), role('B', 3, 'camille')] });
  const one = { params: { id: 'C' } };
  client.setQueryData(keyOf(api.roles.one, one), { role: role('C', 2) });
  const colour = keyOf(api.roles.color, { query: { userId: 'camille', workspaceId: 'atelier' } });
  client.setQueryData(colour, { color: '#000000' });
  const now = () =>
    [api.roles.list, api.roles.mine].map(of =>
      cached(client, of, inside)
        ?.roles.map(({ _id }) => _id)
        .join(' '),
    );
  rolesLive.newRole(role('C', 2, 'karim'), client);
  expect(now()).toEqual(['A C B', 'A B']);
  expect(client.getQueryState(colour)?.isInvalidated).toBe(true);
  rolesLive.updatedRole(role('C', 2, 'karim', 'camille'), client);
  expect(now()).toEqual(['A C B', 'A C B']);
  rolesLive.updatedRole(role('A', 4), client);
  expect(now()).toEqual(['C B A', 'C B']);
  expect(cached(client, api.roles.one, one)?.role.users).toEqual(['karim', 'camille']);
  rolesLive.deleteWorkspace({ _id: 'autre' }, client);
  expect(cached(client, api.roles.one, one)).toBeDefined();
  rolesLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect(cached(client, api.roles.one, one)).toBeUndefined();
  client.setQueryData(keyOf(api.roles.one, one), { role: role('C', 2) });
  client.setQueryData(colour, { color: '#000000' });
  rolesLive.deletedRole({ _id: 'C', workspaceId: 'atelier' }, client);
  expect(cached(client, api.roles.one, one)).toBeUndefined();
  expect(client.getQueryState(colour)?.isInvalidated).toBe(true);
});
