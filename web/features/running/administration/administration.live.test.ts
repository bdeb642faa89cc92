import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { administrationLive } from './administration.live.ts';

const [users, banned] = [keyOf(api.administration.users), keyOf(api.administration.banned)];
type Name = keyof typeof administrationLive;

/** Tells which of the two lists are out of date after an event. */
function staleAfter(name: Name) {
  const client = new QueryClient();
  for (const key of [users, banned]) client.setQueryData(key, {});
  (administrationLive[name] as (what: unknown, client: QueryClient) => void)({}, client);
  return [users, banned].map(key => client.getQueryState(key)?.isInvalidated);
}

test.each<Name>(['newUser', 'updateUser', 'deleteUser', 'newReport', 'updateReport', 'deleteReport'])(
  'The accounts that administrators see are refetched at %s, and the banned addresses are not',
  name => expect(staleAfter(name)).toEqual([true, false]),
);

test('The banned addresses are refetched at a ban, with the accounts, and at its end', () => {
  expect(staleAfter('banned')).toEqual([true, true]);
  expect(staleAfter('unbanned')).toEqual([false, true]);
});
