// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberWanted, takeWanted } from '../features/people/users/open/session-flow.ts';
import { navigateTo } from '../platform/address/navigate.ts';
import { useConnection } from '../platform/server/connection.ts';
import { endSession, login, useSession } from '../platform/session/session.ts';
import { noteEntry } from '../ui/overlays/layers.ts';
import { goingTo, router } from './router.tsx';

vi.mock('../ui/overlays/layers.ts', async original => ({ ...(await original<object>()), noteEntry: vi.fn() }));

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
  for (const section of ['general', 'admin']) {
    expect(await go(`/${section}`)).toBe('/login');
    expect(takeWanted()).toBe(`/settings/${section}`);
  }
  expect(await go('/workspace/w/channel/c?message=m')).toBe('/login');
  expect(takeWanted()).toBe('/workspace/w/channel/c?message=m');
  rememberWanted('/data');
  login('h.e30.s', { _id: 'camille' });
  await go('/privacy');
  // A logged-in user is led on from the pages that open a session.
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

test('A page that needs a session asks for its first data once, and not again as its address alone changes', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    // A refused request is not sent again by itself.
    if (address.startsWith('/api/boot')) return Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 });
    return Response.json({ isValid: true, providers: [] });
  });
  login('h.e30.s', { _id: 'camille' });
  await go('/onboarding');
  const boots = () => asked.filter(address => address.startsWith('/api/boot')).length;
  expect(boots()).toBe(1);
  expect(await go('/onboarding?at=2')).toBe('/onboarding?at=2');
  expect(boots()).toBe(1);
});

/** Leads back to the login page as the server does, with its news of the session. */
function arriveWith(told: string): Promise<string> {
  // biome-ignore lint/suspicious/noDocumentCookie: the server sends it so, and jsdom has no Cookie Store.
  document.cookie = `arrival=${encodeURIComponent(told)}; path=/`;
  return go('/login');
}

test('Whoever comes back from a provider has the session that it gave, and goes to the page they wanted', async () => {
  rememberWanted('/data');
  expect(await arriveWith('token=h.e30.s')).toBe('/data');
  expect(useSession.getState().token).toBe('h.e30.s');
  endSession('logout');
  // It is taken once.
  expect(await go('/login')).toBe('/login');
  for (const [told, leads] of [
    ['pending=p&id=camille&email=camille@x.fr', '/verify-otp'],
    ['error=google&reason=banned', '/login'],
  ] as const) {
    await go('/privacy');
    expect(await arriveWith(told)).toBe(leads);
  }
});

test('A page for anybody knows whose session this browser has kept, as it opens', async () => {
  localStorage.setItem('token', 'h.e30.s');
  await go('/invited/jeton');
  expect(useSession.getState().token).toBe('h.e30.s');
});

test('A session that ends on the login page leads back to no page', async () => {
  for (const at of ['/login', '/register']) {
    expect(await go(at)).toBe(at);
    login('h.e30.s', { _id: 'camille' });
    endSession('expired');
    expect(takeWanted()).toBe('/workspaces');
  }
});

test('An address leaves what it tells of a session behind, in the history too, and keeps the rest', async () => {
  await go('/data');
  const before = history.length;
  await router.navigate('/privacy?token=a.b.c&at=2#fin');
  await vi.waitFor(() => expect(router.state.location.search).toBe('?at=2'));
  expect([location.pathname, location.search, location.hash]).toEqual(['/privacy', '?at=2', '#fin']);
  expect([history.length, router.state.historyAction]).toEqual([before + 1, 'REPLACE']);
});

test('Code outside the page’s own navigates by the router, whose entries layers go by; what one goes to is known on the way', async () => {
  const known = vi.mocked(noteEntry);
  known.mockClear();
  await navigateTo('/data');
  expect([router.state.location.pathname, goingTo()]).toEqual(['/data', null]);
  expect(known).toHaveBeenCalled();
  const going = router.navigate('/login?at=2');
  expect(goingTo()).toBe('/login?at=2');
  await going;
  expect(goingTo()).toBeNull();
});

/** Returns the names of the parts that an address shows, from the outside in. */
async function shownAt(address: string): Promise<string[]> {
  await router.navigate(address);
  const { pathname } = router.state.location;
  expect(pathname).toBe(address);
  const shown = router.state.matches.map(({ route }) => route as { element?: { type: { name: string } } });
  return shown.flatMap(({ element }) => element?.type.name ?? []);
}

test('A page in error is told within the frame where there is one, so that its lists stay, and in place of it elsewhere', async () => {
  const boundaries = async (address: string) => {
    await router.navigate(address);
    const shown = router.state.matches.map(({ route }) => route as { errorElement?: { type: { name: string } } });
    return shown.flatMap(({ errorElement }) => errorElement?.type.name ?? []);
  };
  expect(await boundaries('/login')).toEqual(['PageError']);
  login('h.e30.s', { _id: 'camille' });
  expect(await boundaries('/onboarding')).toEqual(['PageError']);
  for (const address of ['/home', '/workspace/w/channel/c', '/settings/profile', '/conversation/deux'])
    expect(await boundaries(address), address).toEqual(['PageError', 'InnerPageError']);
});

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
    '/invited/jeton': ['TwoStepGate', 'InvitedPage'],
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
  // Within the shell, requests wait for the connection to come.
  expect(useConnection.getState().state).toBe('connecting');
});
