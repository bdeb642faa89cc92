import { api } from '@palabre/common/contract/index.ts';
import type { Report } from '@palabre/common/contract/running/reports.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { reportsLive } from './reports.live.ts';

const report = { _id: 'spam', reportedUser: { _id: 'karim' } } as Report;
const lists = {
  list: keyOf(api.reports.list),
  waiting: keyOf(api.reports.waiting),
  ofKarim: keyOf(api.reports.ofUser, { params: { id: 'karim' } }),
  one: keyOf(api.reports.one, { params: { id: 'spam' } }),
  ofYann: keyOf(api.reports.ofUser, { params: { id: 'yann' } }),
};

/** Returns the cached lists that are out of date after an event. */
function staleAfter(tell: (client: QueryClient) => void): string[] {
  const client = new QueryClient();
  for (const key of Object.values(lists)) client.setQueryData(key, {});
  tell(client);
  return Object.entries(lists).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? name : []));
}

test.each(['newReport', 'updateReport'] as const)(
  'A report told by %s refetches the lists, those of its person and the count of those that wait',
  name => {
    expect(staleAfter(client => reportsLive[name](report, client))).toEqual(['list', 'waiting', 'ofKarim', 'one']);
  },
);

test('A deleted report refetches the lists, those of its person and the count of those that wait', () => {
  const stale = staleAfter(client => reportsLive.deleteReport({ _id: 'spam', reportedUser: 'karim' }, client));
  expect(stale).toEqual(['list', 'waiting', 'ofKarim', 'one']);
});

test('A ban refetches the reports about everyone, and the end of an account the count of those that wait', () => {
  const banned = { _id: 'ban', email: 'karim@atelier.fr', reason: null, userId: 'karim' };
  expect(staleAfter(client => reportsLive.banned(banned, client))).toEqual(['list', 'waiting', 'ofKarim', 'ofYann']);
  expect(staleAfter(client => reportsLive.deleteUser({ _id: 'karim' }, client))).toEqual(['waiting']);
});
