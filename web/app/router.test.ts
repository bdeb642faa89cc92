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

/** Returns the names of what an address shows, from the outside in. */
async function shownAt(address: string): Promise<string[]> {
  await router.navigate(address);
  const { pathname } = router.state.location;
  expect(pathname).toBe(address);
  const shown = router.state.matches.map(({ route }) => route as { element?: { type: { name: string } } });
  return shown.flatMap(({ element }) => element?.type.name ?? []);
}

test('Each address shows its page, within what guards it', async () => {
  const inside = ['SessionGate', 'AppShell'];
  const settings = [...inside, 'SettingsGate'];
  const open: Record<string, string[]> = {
    '/login': ['GuestGate', 'LoginPage'],
    '/register': ['GuestGate', 'RegisterPage'],
    '/register/jeton': ['GuestGate', 'RegisterLinkPage'],
    '/verify-otp': ['GuestGate', 'VerifyPage'],
    '/reset-password': ['GuestGate', 'ResetPage'],
    '/privacy': ['PrivacyPage'],
    '/data': ['DataPage'],
    '/mails-off/jeton': ['MailsOffPage'],
    '/invited/jeton': ['InvitedPage'],
    '/nulle-part': ['NotFoundPage'],
  };
  for (const [address, shown] of Object.entries(open)) expect(await shownAt(address), address).toEqual(shown);
  login('h.e30.s', { _id: 'camille' });
  const closed: Record<string, string[]> = {
    '/home': [...inside, 'HomePage'],
    '/workspaces': [...inside, 'FullAccounts', 'DiscoverPage'],
    '/societies': [...inside, 'FullAccounts', 'SocietiesPage'],
    '/society/s': [...inside, 'FullAccounts', 'SocietyPage'],
    '/userSociety': [...inside, 'FullAccounts', 'UserSocietyPage'],
    '/workspace/w': [...inside, 'WorkspaceGate', 'WorkspaceHome'],
    '/workspace/w/channel/c': [...inside, 'WorkspaceGate', 'ChannelPane'],
    '/threads': [...inside, 'ThreadsPage'],
    '/scheduled': [...inside, 'ScheduledPage'],
    '/conversation': [...inside, 'ConversationsGate', 'ConversationsHome'],
    '/conversation/deux': [...inside, 'ConversationsGate', 'ConversationPane'],
    '/settings/workspace/w': [...settings, 'GeneralSection'],
    '/settings/workspace/w/sections': [...settings, 'SettingsIndex'],
    '/settings/workspace/w/channels': [...settings, 'ChannelsSection'],
    '/settings/workspace/w/invites': [...settings, 'InvitesSection'],
    '/settings/workspace/w/members': [...settings, 'MembersSection'],
    '/settings/workspace/w/guests': [...settings, 'GuestsSettings'],
    '/settings/workspace/w/roles': [...settings, 'RolesSection'],
    '/settings/workspace/w/reports': [...settings, 'ReportsSection'],
    '/settings/general': [...inside, 'PersonalGate', 'GeneralPage'],
    '/settings/profile': [...inside, 'PersonalGate', 'ProfilePage'],
    '/settings/admin': [...inside, 'PersonalGate', 'AdminPage'],
    '/settings': [...inside, 'MePage'],
    '/link-account': ['SessionGate', 'LinkAccountPage'],
    '/onboarding': ['SessionGate', 'OnboardingPage'],
    '/invite/code': ['SessionGate', 'InvitePage'],
    '/enable-2fa': ['SessionGate', 'TwoStepPage'],
  };
  for (const [address, shown] of Object.entries(closed)) expect(await shownAt(address), address).toEqual(shown);
});
