// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cached } from '../../../platform/server/query.ts';
import { endSession, login, switchSession, useSession } from '../../../platform/session/session.ts';
import { takeSelf } from './open/take-self.ts';

const camille = { _id: 'camille', firstName: 'Camille' } as SelfUser;

test.each([
  ['logs out', () => endSession('logout'), null],
  ['switches to another account', () => switchSession('d.e.f', { _id: 'leonie' }), { _id: 'leonie' }],
])('A profile that is saved as its person %s is not taken for that of the next one', (_how, end, next) => {
  const client = new QueryClient();
  const known = () => [cached(client, api.users.me)?.user.firstName, useSession.getState().user];
  login('a.b.c', { _id: 'camille' });
  takeSelf(client, camille);
  expect(known()).toEqual(['Camille', camille]);
  client.clear();
  end();
  takeSelf(client, { ...camille, firstName: 'Camilla' });
  expect(known()).toEqual([undefined, next]);
});
