import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cached, endpointQuery, keyOf, patchQueries, patchQuery, prefetchPart, refetch, refusedPart } from './query.ts';

const input = { params: { id: 'atelier' } };
const key = keyOf(api.roles.list, input);
const role = {
  _id: 'conduite',
  name: 'Conduite',
  users: [],
  workspaceId: 'atelier',
  visibleChannels: [],
  writableChannels: [],
  addChannels: false,
  canKick: false,
  creator: false,
  rank: 1,
  color: '#000000',
};
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(key, { roles: [] });
});

const isStale = () => client.getQueryState(key)?.isInvalidated;

test('patchQuery changes a cached response, and adds none to the cache', () => {
  patchQuery(client, api.roles.list, input, ({ roles }) => ({ roles: [...roles, role] }));
  patchQuery(client, api.roles.list, { params: { id: 'autre' } }, () => ({ roles: [role] }));
  expect(cached(client, api.roles.list, input)).toEqual({ roles: [role] });
  expect(cached(client, api.roles.list, { params: { id: 'autre' } })).toBeUndefined();
  expect(isStale()).toBe(false);
});

test.each([
  ['one answer', () => patchQuery(client, api.roles.list, input, () => ({ roles: [role] }))],
  ['all answers', () => patchQueries(client, api.roles.list, () => ({ roles: [role] }))],
])('A patch of %s keeps an invalidated query invalidated, since an event brings only a part', async (_which, patch) => {
  refetch(client, api.roles.list, input);
  expect(isStale()).toBe(true);
  patch();
  expect(cached(client, api.roles.list, input)).toEqual({ roles: [role] });
  expect(isStale()).toBe(true);
  const shown = new QueryObserver(client, { queryKey: key, queryFn: () => ({ roles: [role, role] }) });
  const leave = shown.subscribe(() => {});
  await expect.poll(() => cached(client, api.roles.list, input)?.roles).toHaveLength(2);
  expect(isStale()).toBe(false);
  leave();
});

test('A refused part of a response is given up once the other parts are cached: no component fetches it by older ones', async () => {
  const mine = { params: { id: 'camille' } };
  let answer = () => {};
  const answered = new Promise<void>(resolve => {
    answer = resolve;
  });
  const workspaces = { workspaces: [], cursor: null };
  prefetchPart(
    client,
    api.workspaces.mine,
    mine,
    answered.then(() => workspaces),
  );
  prefetchPart(
    client,
    api.channels.ofWorkspace,
    input,
    answered.then(() => refusedPart),
  );
  const knownThen: unknown[] = [];
  client.getQueryCache().subscribe(({ query: { queryKey, state } }) => {
    if (queryKey[0] !== api.channels.ofWorkspace.path || state.fetchStatus !== 'idle') return;
    knownThen.push(cached(client, api.workspaces.mine, mine));
  });
  answer();
  await expect.poll(() => knownThen).toEqual([workspaces]);
});

test('A list that the page shows already is refetched in the background; one that it waits for is not', async () => {
  const urgencies: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
    urgencies.push(headers.get('priority'));
    return Response.json({ roles: [] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  client.removeQueries({ queryKey: key });
  for (const _time of ['first', 'again'])
    await client.fetchQuery({ ...endpointQuery(api.roles.list, input), staleTime: 0 });
  expect(urgencies).toEqual([null, 'u=7']);
});
