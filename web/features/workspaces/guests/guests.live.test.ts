import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { guestsLive } from './guests.live.ts';

const of = (id: string) => ({ params: { id } });
const inside = (id: string) => ({
  [`${id}: guests`]: keyOf(api.guests.list, { ...of(id), query: { over: 'true' } }),
  [`${id}: members`]: keyOf(api.members.list, { ...of(id), query: { limit: 100 } }),
  [`${id}: whole`]: keyOf(api.workspaces.one, of(id)),
});
const around = {
  'people of a channel': keyOf(api.channels.users, of('direction')),
  'people found': keyOf(api.users.search, { query: { search: 'y' } }),
  'a profile': keyOf(api.users.one, of('yann')),
};
const own = { 'own workspaces': keyOf(api.workspaces.mine, of('yann')) };
const keys = { ...inside('atelier'), ...inside('autre'), ...around, ...own };

/** Lists the queries that an event refetches, for a guest of the workspace or another user. */
function asked(isGuest: boolean, tell: (client: QueryClient) => void): string[] {
  const client = new QueryClient();
  const workspace = { guest: isGuest ? { endsAt: '2999-01-01T00:00:00.000Z', sponsor: null } : undefined };
  for (const key of Object.values(keys)) client.setQueryData(key, { workspace });
  tell(client);
  return Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []));
}
const mine = ['atelier: members', 'atelier: whole', 'own workspaces'];

test('A change of guests is asked for in the lists of its workspace, and among the people whom one knows', () => {
  const tell = (client: QueryClient) => guestsLive.updateGuests({ workspaceId: 'atelier' }, client);
  const lists = ['atelier: guests', 'atelier: members', ...Object.keys(around)];
  expect(asked(false, tell).sort()).toEqual(lists.sort());
  expect(asked(true, tell).sort()).toEqual([...new Set([...lists, ...mine])].sort());
});

test.each(['newChannel', 'updateChannel', 'deleteChannel'] as const)(
  'A guest asks for what they see of a workspace again at « %s », others for their guests alone',
  event => {
    const tell = (client: QueryClient) => guestsLive[event]({ workspaceId: 'atelier' } as never, client);
    const lists = event === 'newChannel' ? [] : ['atelier: guests'];
    expect(asked(false, tell)).toEqual(lists);
    expect(asked(true, tell).sort()).toEqual([...lists, ...mine].sort());
  },
);
