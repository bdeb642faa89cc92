// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { endSession, login } from '../session/session.ts';
import '../words/i18n.ts';
import { ApiError } from './api.ts';
import { endpointQuery, keyOf } from './query.ts';
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
