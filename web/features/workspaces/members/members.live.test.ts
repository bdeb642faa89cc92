import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
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
