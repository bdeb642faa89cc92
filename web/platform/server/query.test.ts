import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import {
  cached,
  endpointQuery,
  isFromServer,
  keyOf,
  mayRetry,
  patchQueries,
  patchQuery,
  prefetchPart,
  refetch,
  refusedPart,
  restoredAt,
} from './query.ts';

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

test('A call that got no answer, or a 503, is made three times; any other failure is final', () => {
  const failed = (status: number) => new ApiError({ status, code: 'unavailable', message: 'Non.' });
  const times = (cause: Error) => [0, 1, 2, 3].filter(failures => mayRetry(failures, cause));
  for (const cause of [failed(0), failed(503), new TypeError('Failed to fetch')]) expect(times(cause)).toEqual([0, 1]);
  for (const status of [400, 401, 403, 404, 429, 500, 502]) expect(times(failed(status))).toEqual([]);
});

test('A patch of what the device had kept leaves it the device’s, and a fresh answer stays fresh', () => {
  const add = () => patchQuery(client, api.roles.list, input, () => ({ roles: [role] }));
  const isFresh = () => isFromServer(client.getQueryState(key) ?? expect.fail('not cached'));
  add();
  expect(isFresh()).toBe(true);
  client.setQueryData(key, { roles: [] }, { updatedAt: restoredAt });
  add();
  expect(cached(client, api.roles.list, input)?.roles).toHaveLength(1);
  expect(isFresh()).toBe(false);
});

test('An answer that was asked for again and not found is shown no more by an event of before', async () => {
  const gone = () => Promise.reject(new ApiError({ status: 404, code: 'not_found', message: 'Rien.' }));
  await client.fetchQuery({ queryKey: key, queryFn: gone, retry: false }).catch(() => undefined);
  patchQuery(client, api.roles.list, input, () => ({ roles: [role] }));
  expect([client.getQueryState(key)?.status, cached(client, api.roles.list, input)]).toEqual(['error', { roles: [] }]);
  // A query that failed otherwise still takes an event's patch.
  const failing = () => Promise.reject(new ApiError({ status: 503, code: 'unavailable', message: 'Non.' }));
  await client.fetchQuery({ queryKey: key, queryFn: failing, retry: false }).catch(() => undefined);
  patchQuery(client, api.roles.list, input, () => ({ roles: [role] }));
  expect(cached(client, api.roles.list, input)).toEqual({ roles: [role] });
});

test('An answer is the same whether what is not asked for is left out or undefined, and that of its endpoint alone without any', () => {
  const { id } = input.params;
  expect(keyOf(api.members.list, { params: { id }, query: { search: undefined } })).toEqual(
    keyOf(api.members.list, { params: { id } }),
  );
  expect(keyOf(api.workspaces.list, { query: { society: undefined } })).toEqual(keyOf(api.workspaces.list));
});

test('A change that changes nothing, or that is of another endpoint, leaves an answer as it is', () => {
  const before = client.getQueryState(key)?.dataUpdateCount;
  patchQuery(client, api.roles.list, input, old => old);
  patchQueries(client, api.roles.list, old => old);
  patchQueries(client, api.channels.ofWorkspace, () => ({ channels: [] }));
  expect(client.getQueryState(key)?.dataUpdateCount).toBe(before);
  const inputs: unknown[] = [];
  patchQueries(client, api.roles.list, (old, { params }) => {
    inputs.push(params);
    return old;
  });
  expect(inputs).toEqual([input.params]);
});

test('refetch makes one answer stale with its input, and all of its endpoint without', () => {
  const other = { params: { id: 'autre' } };
  client.setQueryData(keyOf(api.roles.list, other), { roles: [] });
  const stale = () => [input, other].map(one => client.getQueryState(keyOf(api.roles.list, one))?.isInvalidated);
  refetch(client, api.roles.list, other);
  expect(stale()).toEqual([false, true]);
  // Other questions about the same are other answers.
  const found = keyOf(api.members.list, { params: input.params, query: { search: 'Karim' } });
  client.setQueryData(found, { users: [], online: 0, total: 0 });
  refetch(client, api.members.list, { params: input.params });
  expect(client.getQueryState(found)?.isInvalidated).toBe(false);
  refetch(client, api.roles.list);
  expect(stale()).toEqual([true, true]);
});

test('A part that the first answer leaves out is asked for by itself; one that it has is not', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ roles: [role] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  client.removeQueries({ queryKey: key });
  prefetchPart(client, api.roles.list, input, Promise.resolve(null));
  await expect.poll(() => cached(client, api.roles.list, input)).toEqual({ roles: [role] });
  expect(asked).toEqual(['/api/workspace/atelier/roles']);
  client.removeQueries({ queryKey: key });
  prefetchPart(client, api.roles.list, input, Promise.resolve({ roles: [] }));
  await expect.poll(() => cached(client, api.roles.list, input)).toEqual({ roles: [] });
  expect(asked).toHaveLength(1);
});

test('A part whose first answer got lost is asked for by itself at the next try', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = vi.fn(async (_address: string) => Response.json({ roles: [role] }));
  vi.stubGlobal('fetch', asked);
  onTestFinished(() => void vi.unstubAllGlobals());
  client.removeQueries({ queryKey: key });
  const lost = new ApiError({ status: 0, code: 'network', message: 'Perdu.' });
  prefetchPart(client, api.roles.list, input, Promise.reject(lost));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(cached(client, api.roles.list, input)).toEqual({ roles: [role] });
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/api/workspace/atelier/roles']);
});
