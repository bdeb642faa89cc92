// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login, useSession } from '../../platform/session/session.ts';
import { societiesLive } from './societies.live.ts';

const tilleul: Society = {
  ...{ _id: 'tilleul', name: 'Tilleul et fils', logo: null, owners: ['leonie'], users: ['leonie'] },
  ...{ usersCount: 1, membership: 'none' },
};
let client: QueryClient;
const discovered = keyOf(api.workspaces.list, { query: { society: true } });
const people = keyOf(api.users.search, { query: {} });
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  client = new QueryClient();
  login('a.b.c', { _id: 'camille', firstName: 'Camille', societyId: null });
  for (const key of [discovered, people]) client.setQueryData(key, {});
});
afterEach(() => endSession('logout'));

it('A society that admits its person is theirs in the session, and the workspaces to discover are refetched', () => {
  societiesLive.updateSociety({ ...tilleul, membership: 'member' }, client);
  expect(useSession.getState().user?.societyId).toBe('tilleul');
  expect(isStale(discovered)).toBe(true);
});

it('A society that asks its person to wait changes neither their session nor what they discover', () => {
  societiesLive.updateSociety({ ...tilleul, membership: 'pending' }, client);
  expect(useSession.getState().user?.societyId).toBeNull();
  expect(isStale(discovered)).toBe(false);
});

it('A deleted society leaves its person without one; that of others changes nothing for them', () => {
  societiesLive.updateSociety({ ...tilleul, membership: 'member' }, client);
  for (const key of [discovered, people]) client.setQueryData(key, {});
  societiesLive.deleteSociety({ _id: 'other' }, client);
  expect([useSession.getState().user?.societyId, isStale(discovered), isStale(people)]).toEqual([
    'tilleul',
    false,
    false,
  ]);
  societiesLive.deleteSociety({ _id: 'tilleul' }, client);
  expect([useSession.getState().user?.societyId, isStale(discovered), isStale(people)]).toEqual([null, true, true]);
});
