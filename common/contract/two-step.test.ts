import { expect, test } from 'vitest';
import type { Endpoint } from './define.ts';
import { api } from './index.ts';

test('Who lacks the two-step that is required may read and prove who they are, set it up, end sessions, and nothing else', () => {
  const open = Object.entries(api).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, { access }]) => access.kind !== 'public')
      .flatMap(([name, { beforeTwoStep }]) => (beforeTwoStep ? [[`${feature}.${name}`, beforeTwoStep]] : [])),
  );
  expect(Object.fromEntries(open)).toEqual({
    ...{ 'users.me': true, 'users.logout': true, 'accounts.reauthenticate': true },
    ...{ 'accounts.sessions': true, 'accounts.endSession': true, 'accounts.endOtherSessions': true },
    'accounts.update': ['doubleAuthentification'],
  });
});

test('Nothing public says that it opens to who lacks two-step: it asks for no session', () => {
  const told = Object.values(api).flatMap(endpoints =>
    Object.values(endpoints as Record<string, Endpoint>).filter(({ access }) => access.kind === 'public'),
  );
  expect(told.filter(({ beforeTwoStep }) => beforeTwoStep !== undefined)).toEqual([]);
});
