// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { endSession, login } from '../session/session.ts';
import '../words/i18n.ts';
import { ApiError, call } from './api.ts';
import { endpointQuery, keyOf, prefetch } from './query.ts';
import { queryClient } from './query-client.ts';

const said = () => useAlerts.getState().alerts.map(({ message }) => message);
const ask = (meta = {}) =>
  queryClient
    .fetchQuery({ ...endpointQuery(api.workspaces.list), retry: false, staleTime: 0, meta })
    .catch(() => undefined);

beforeEach(() => {
  queryClient.clear();
  useAlerts.setState({ alerts: [] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('A query that the network loses is told once where nothing is shown, and is left to the banner where something is', async () => {
  await ask();
  expect(said()).toEqual(['Impossible de joindre Palabre. Vérifiez votre connexion, puis réessayez.']);
  useAlerts.setState({ alerts: [] });
  queryClient.setQueryData(keyOf(api.workspaces.list), { workspaces: [], nextCursor: null });
  await ask();
  expect(said()).toEqual([]);
});

test('A query that the server refuses is told even where something is shown, unless its screen tells it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 }));
  queryClient.setQueryData(keyOf(api.workspaces.list), { workspaces: [], nextCursor: null });
  await ask({ silent: true });
  expect(said()).toEqual([]);
  await ask();
  expect(said()).toEqual(['Non.']);
});

test('What was fetched is forgotten with the session; an expired one is told, unless the login page says why it ended', () => {
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
  for (const [reason, exp, told] of [
    ['logout', inAnHour, []],
    ['expired', 1, ['Votre session a expiré. Reconnectez-vous.']],
    ['expired', inAnHour, []],
    ['suspended', inAnHour, []],
  ] as const) {
    login(`h.${btoa(JSON.stringify({ id: 'camille', exp }))}.s`);
    queryClient.setQueryData(keyOf(api.workspaces.list), { workspaces: [], nextCursor: null });
    endSession(reason);
    expect(queryClient.getQueryData(keyOf(api.workspaces.list))).toBeUndefined();
    expect(said(), `${reason} ${exp}`).toEqual(told);
    useAlerts.setState({ alerts: [] });
  }
});

test('A change that fails is told, unless its screen tells it, and is made once', async () => {
  const made = vi.fn(async () => {
    throw new ApiError({ status: 503, code: 'unavailable', message: 'Palabre redémarre.' });
  });
  const change = (meta = {}) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: made, meta })
      .execute(undefined)
      .catch(() => undefined);
  await change({ silent: true });
  expect(said()).toEqual([]);
  await change();
  expect(said()).toEqual(['Palabre redémarre.']);
  expect(made).toHaveBeenCalledTimes(2);
});

test('A change that is made without a network fails at once and is told, and lists are not fetched again by a network that returns', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', asked);
  queryClient.mount();
  const list = { ...endpointQuery(api.workspaces.list), staleTime: 0 };
  queryClient.setQueryData(list.queryKey, { workspaces: [], nextCursor: null });
  const leave = new QueryObserver(queryClient, { ...list, refetchOnMount: false }).subscribe(() => {});
  onlineManager.setOnline(false);
  onTestFinished(() => {
    leave();
    onlineManager.setOnline(true);
    queryClient.unmount();
  });
  await queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => call(api.users.logout) })
    .execute(undefined)
    .catch(() => undefined);
  expect([asked.mock.calls.length, said()]).toEqual([
    1,
    ['Impossible de joindre Palabre. Vérifiez votre connexion, puis réessayez.'],
  ]);
  onlineManager.setOnline(true);
  expect([queryClient.isFetching(), asked.mock.calls.length]).toEqual([0, 1]);
});

test('What was fetched within half a minute is shown without being fetched again', () => {
  queryClient.mount();
  const list = endpointQuery(api.workspaces.list);
  const show = (secondsAgo: number) => {
    queryClient.clear();
    const updatedAt = Date.now() - secondsAgo * 1_000;
    queryClient.setQueryData(list.queryKey, { workspaces: [], nextCursor: null }, { updatedAt });
    const leave = new QueryObserver(queryClient, list).subscribe(() => {});
    const isAsked = queryClient.isFetching() > 0;
    leave();
    return isAsked;
  };
  expect([show(25), show(35)]).toEqual([false, true]);
  queryClient.unmount();
});

test('What was fetched and is not shown any more is kept for half an hour', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const list = endpointQuery(api.workspaces.list);
  queryClient.setQueryData(list.queryKey, { workspaces: [], nextCursor: null });
  const isKept = () => queryClient.getQueryData(list.queryKey) !== undefined;
  vi.advanceTimersByTime(29 * 60_000);
  expect(isKept()).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(isKept()).toBe(false);
});

test('A list that is fetched ahead fails without a word: whoever shows it tells', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 }));
  prefetch(queryClient, api.workspaces.list, {});
  await vi.waitFor(() => expect(queryClient.getQueryState(keyOf(api.workspaces.list))?.status).toBe('error'));
  expect(said()).toEqual([]);
});
