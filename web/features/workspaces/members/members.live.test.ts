// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { membersLive } from './members.live.ts';

const person = (firstName: string, status: PublicUser['status']): PublicUser => ({
  _id: firstName,
  firstName,
  lastName: '',
  avatar: null,
  status,
  jobTitle: null,
  jobLocation: null,
  linkedinProfile: null,
  githubProfile: null,
});

test('A member who comes online moves up at once, even in a partly loaded list', () => {
  const client = new QueryClient();
  const asked = { params: { id: 'atelier' }, query: { limit: 3 } };
  const known = [person('Zoé', 'online'), person('Aline', 'offline'), person('Camille', 'offline')];
  client.setQueryData(keyOf(api.members.list, asked), { users: known, online: 1, total: 300 });
  const came = person('Camille', 'online');
  membersLive.userUpdate(came, client);
  const { users, online } = cached(client, api.members.list, asked) ?? { users: [] };
  expect(online).toBe(2);
  expect(users.map(({ firstName }) => firstName)).toEqual(['Camille', 'Zoé', 'Aline']);
});

afterEach(() => {
  vi.useRealTimers();
  endSession('logout');
});

test.each([
  ['their own change', 'Camille', true],
  ['a change of somebody else', 'Aline', false],
])('A partly loaded list of many is refetched for %s: %s, at once: %s', (_whose, firstName, atOnce) => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  login('a.b.c', { _id: 'Camille' });
  const client = new QueryClient();
  const refetched = vi.spyOn(client, 'refetchQueries').mockResolvedValue(undefined);
  const asked = { params: { id: 'atelier' }, query: { limit: 1 } };
  client.setQueryData(keyOf(api.members.list, asked), { users: [person('Zoé', 'online')], online: 1, total: 10_000 });
  membersLive.userUpdate(person(firstName, 'online'), client);
  vi.advanceTimersByTime(200);
  expect(refetched.mock.calls.length).toBe(atOnce ? 1 : 0);
  vi.advanceTimersByTime(30_000);
  expect(refetched).toHaveBeenCalledOnce();
});
