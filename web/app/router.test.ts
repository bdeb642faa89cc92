// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberWanted, takeWanted } from '../features/people/users/open/session-flow.ts';
import { endSession, login, useSession } from '../platform/session/session.ts';
import { goingTo, router } from './router.tsx';

beforeEach(async () => {
  endSession('logout');
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  vi.stubGlobal('fetch', async () => Response.json({ isValid: true, providers: [] }));
  await router.navigate('/privacy');
});
afterEach(() => {
  endSession('logout');
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const go = async (to: string) => {
  await router.navigate(to);
  const { pathname, search } = router.state.location;
  return pathname + search;
};

test('A page that needs a session leads to the login, which leads back to it', async () => {
  expect(await go('/profile?from=mail')).toBe('/login');
  expect(takeWanted()).toBe('/settings/profile');
  expect(await go('/workspace/w/channel/c?message=m')).toBe('/login');
  expect(takeWanted()).toBe('/workspace/w/channel/c?message=m');
  rememberWanted('/data');
  login('h.e30.s', { _id: 'camille' });
  await go('/privacy');
  // Who has a session is led on from the pages that open one.
  expect(await go('/register')).toBe('/data');
  expect(useSession.getState().isLoggedIn).toBe(true);
});

test('The address of Palabre alone leads a person with a session to the page they wanted, and others to the login', async () => {
  expect(await go('/')).toBe('/login');
  login('h.e30.s', { _id: 'camille' });
  rememberWanted('/privacy');
  expect(await go('/')).toBe('/privacy');
  expect(goingTo()).toBeNull();
});

test('A session that the server refuses leads back to the page it ended on; a logout does not', async () => {
  await go('/privacy');
  for (const [reason, wanted] of [
    ['expired', '/privacy?at=2'],
    ['suspended', '/privacy?at=2'],
    ['logout', '/workspaces'],
    ['elsewhere', '/workspaces'],
  ] as const) {
    login('h.e30.s', { _id: 'camille' });
    await go('/privacy?at=2');
    endSession(reason);
    expect(takeWanted(), reason).toBe(wanted);
  }
});
