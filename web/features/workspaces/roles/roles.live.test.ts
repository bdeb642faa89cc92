import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { rolesLive } from './roles.live.ts';

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
