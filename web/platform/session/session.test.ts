// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keep, keptKey, readKept } from '../device/local-storage.ts';
import {
  endSession,
  login,
  onSessionEnd,
  resumeSession,
  sessionAge,
  setUser,
  storedToken,
  switchSession,
  userOfToken,
  useSession,
  whatEnded,
} from './session.ts';

const tokenOf = (payload: object) => `head.${btoa(JSON.stringify(payload))}.signature`;
const camille = { _id: 'camille', firstName: 'Camille' };

beforeEach(() => {
  endSession('logout');
  localStorage.clear();
});

test('A login stores the state under sessionStore, and the token under token and in its cookie', () => {
  login('a.b.c', camille);
  const state = { token: 'a.b.c', user: camille, isLoggedIn: true };
  expect(useSession.getState()).toEqual(state);
  expect(JSON.parse(localStorage.getItem('sessionStore') ?? '')).toEqual(state);
  expect(localStorage.getItem('token')).toBe('a.b.c');
  expect(document.cookie).toContain('token=a.b.c');
  expect(storedToken()).toBe('a.b.c');
});

test.each([
  ['https:', 'path=/; max-age=2592000; SameSite=Strict; Secure'],
  ['http:', 'path=/; max-age=2592000; SameSite=Strict'],
])('The cookie of a session leaves by %s as « %s »', (protocol, attributes) => {
  vi.stubGlobal('location', { protocol });
  onTestFinished(() => void vi.unstubAllGlobals());
  const written = vi.spyOn(document, 'cookie', 'set');
  onTestFinished(() => written.mockRestore());
  login('a.b.c', camille);
  expect(written).toHaveBeenLastCalledWith(`token=a.b.c; ${attributes}`);
});

test('A session that the browser has stored is resumed as it was; of a token alone, the person is whom it names', () => {
  expect(resumeSession()).toBe(false);
  expect(useSession.getState().isLoggedIn).toBe(false);
  login('a.b.c', camille);
  expect(resumeSession()).toBe(true);
  expect(useSession.getState()).toEqual({ token: 'a.b.c', user: camille, isLoggedIn: true });
  const alone = tokenOf({ id: 'leonie' });
  const none = { token: null, user: null, isLoggedIn: false };
  useSession.setState(none);
  localStorage.setItem('token', alone);
  expect(resumeSession()).toBe(true);
  expect(useSession.getState()).toEqual({ token: alone, user: { _id: 'leonie' }, isLoggedIn: true });
  // Other clients of this server leave the token in its cookie alone.
  useSession.setState(none);
  const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`a=b; token=${alone}; c=d`);
  onTestFinished(() => cookie.mockRestore());
  expect(localStorage.getItem('token')).toBeNull();
  expect([storedToken(), resumeSession()]).toEqual([alone, true]);
  expect(useSession.getState().user).toEqual({ _id: 'leonie' });
});

test('Who switches to another account has the other’s session, and keeps on the device what was theirs', () => {
  login('a.b.c', camille);
  const mine = keptKey('draft', 'camille', 'general');
  keep(mine, 'quelque chose');
  const clear = vi.fn();
  const stop = onSessionEnd(clear);
  switchSession('d.e.f', { _id: 'leonie' });
  stop();
  expect(useSession.getState()).toEqual({ token: 'd.e.f', user: { _id: 'leonie' }, isLoggedIn: true });
  expect(clear).toHaveBeenCalledExactlyOnceWith('elsewhere', 'camille');
  expect(readKept(mine)).toBe('quelque chose');
});

test('The age of a session begins anew with each login', () => {
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  now.mockReturnValue(5_000);
  login('a.b.c', camille);
  now.mockReturnValue(7_000);
  expect(sessionAge()).toBe(2_000);
  setUser({ ...camille, lastName: 'Moreau' });
  expect(sessionAge()).toBe(2_000);
  login('d.e.f', camille);
  expect(sessionAge()).toBe(0);
});

test.each(['{', 'null', '{"token":7,"user":{},"isLoggedIn":"oui"}'])(
  'A session that another tab has stored as %s is none',
  stored => {
    login('a.b.c', camille);
    localStorage.setItem('sessionStore', stored);
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionStore' }));
    expect(useSession.getState().isLoggedIn).toBe(false);
  },
);

test('Names and marks beyond the alphabet do not hide whom a token names', () => {
  const payload = btoa(JSON.stringify({ id: 'one', mark: '\u00fb\u00ff\u00fe' }));
  expect(payload).toMatch(/[+/]/);
  expect(userOfToken(`h.${payload.replaceAll('+', '-').replaceAll('/', '_')}.s`)).toEqual({ _id: 'one' });
});

test('A login without a user takes the person from the token’s id or userId', () => {
  login(tokenOf({ id: 'one' }));
  expect(useSession.getState().user).toEqual({ _id: 'one' });
  login(tokenOf({ userId: 'two' }));
  expect(useSession.getState().user).toEqual({ _id: 'two' });
  expect(userOfToken(tokenOf({ sub: 'three' }))).toBeNull();
  expect(userOfToken('not a token')).toBeNull();
  for (const id of ['', null, 7]) expect(userOfToken(tokenOf({ id }))).toBeNull();
});

test('setUser makes the session logged in', () => {
  setUser(camille);
  expect(useSession.getState()).toMatchObject({ user: camille, isLoggedIn: true });
});

test('setUser changes nothing of another person’s session', () => {
  login('a.b.c', camille);
  switchSession('d.e.f', { _id: 'leonie' });
  setUser(camille);
  expect(useSession.getState()).toMatchObject({ token: 'd.e.f', user: { _id: 'leonie' } });
});

test('The end of a session clears its state, its storage and its cookie, and calls every onSessionEnd callback', () => {
  const clear = vi.fn();
  const stop = onSessionEnd(clear);
  login('a.b.c', camille);
  expect(document.cookie).toContain('a.b.c');
  endSession('logout');
  stop();
  expect(useSession.getState()).toEqual({ token: null, user: null, isLoggedIn: false });
  expect(localStorage.getItem('token')).toBeNull();
  expect(document.cookie).not.toContain('token');
  expect(storedToken()).toBeNull();
  expect(clear).toHaveBeenCalledExactlyOnceWith('logout', 'camille');
});

test('A session that ends in another tab ends in this tab', () => {
  login('a.b.c', camille);
  const clear = vi.fn();
  const stop = onSessionEnd(clear);
  const over = JSON.stringify({ token: null, user: null, isLoggedIn: false });
  localStorage.setItem('sessionStore', over);
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionStore', newValue: over }));
  stop();
  expect(useSession.getState().isLoggedIn).toBe(false);
  expect(clear).toHaveBeenCalledExactlyOnceWith('elsewhere', 'camille');
  // A tab that empties the storage names no key; other keys are no matter.
  login('a.b.c', camille);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'palabre.theme' }));
  expect(useSession.getState().isLoggedIn).toBe(true);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(useSession.getState().isLoggedIn).toBe(false);
});

test('A session opened in another tab becomes this tab’s, and the previous person’s caches are cleared', () => {
  login('a.b.c', camille);
  const clear = vi.fn();
  const stop = onSessionEnd(clear);
  const next = { token: 'd.e.f', user: { _id: 'leonie' }, isLoggedIn: true };
  localStorage.setItem('sessionStore', JSON.stringify(next));
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionStore' }));
  stop();
  expect(useSession.getState()).toEqual(next);
  expect(clear).toHaveBeenCalledOnce();
});

test('A refused session gives way to the one that another tab has opened, and ends once there is none', () => {
  login('a.b.c', camille);
  const next = { token: 'd.e.f', user: camille, isLoggedIn: true };
  // The storage event of the other tab has not come yet.
  localStorage.setItem('sessionStore', JSON.stringify(next));
  const clear = vi.fn();
  const stop = onSessionEnd(clear);
  endSession('expired');
  expect(useSession.getState()).toEqual(next);
  expect(clear).not.toHaveBeenCalled();
  endSession('expired');
  stop();
  expect(useSession.getState().isLoggedIn).toBe(false);
  expect(clear).toHaveBeenCalledExactlyOnceWith('expired', 'camille');
});

test('What ended a session is known until another begins, though the page makes sure once more that there is none', () => {
  login('a.b.c', camille);
  endSession('suspended');
  endSession('expired');
  endSession('elsewhere');
  expect(whatEnded()).toBe('suspension');
  login('d.e.f', camille);
  expect(whatEnded()).toBeNull();
  endSession('logout');
});

test('A logout removes the person’s data from the device; an expired session leaves the data for them', () => {
  const mine = [keptKey('draft', 'camille', 'general'), keptKey('read', 'camille')];
  const others = [keptKey('draft', 'leonie', 'general'), 'palabre.theme'];
  for (const key of [...mine, ...others]) keep(key, 'quelque chose');
  login('a.b.c', camille);
  endSession('expired');
  expect(mine.map(readKept)).toEqual(['quelque chose', 'quelque chose']);
  login('a.b.c', camille);
  endSession('logout');
  expect(mine.map(readKept)).toEqual([null, null]);
  expect(others.map(readKept)).toEqual(['quelque chose', 'quelque chose']);
});

test('A browser that refuses storage has a session all the same, for as long as the page lasts', () => {
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', new Proxy({}, { get: refuse, ownKeys: refuse }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const clear = vi.fn();
  const stop = onSessionEnd(clear);
  login('a.b.c', camille);
  expect(useSession.getState()).toEqual({ token: 'a.b.c', user: camille, isLoggedIn: true });
  expect([storedToken(), resumeSession()]).toEqual(['a.b.c', true]);
  expect(useSession.getState().user).toEqual(camille);
  endSession('expired');
  stop();
  expect([storedToken(), clear.mock.calls]).toEqual([null, [['expired', 'camille']]]);
});

test('A logout ends the session of its tab, though another tab has opened another one that this tab has not heard of', () => {
  login('a.b.c', camille);
  const next = { token: 'd.e.f', user: { _id: 'leonie' }, isLoggedIn: true };
  localStorage.setItem('sessionStore', JSON.stringify(next));
  const clear = vi.fn();
  onTestFinished(onSessionEnd(clear));
  endSession('logout');
  expect(useSession.getState()).toEqual({ token: null, user: null, isLoggedIn: false });
  expect(clear).toHaveBeenCalledExactlyOnceWith('logout', 'camille');
});

test('A tab without a session has none to end as another tab ends its own', () => {
  const clear = vi.fn();
  onTestFinished(onSessionEnd(clear));
  window.dispatchEvent(new StorageEvent('storage', { key: 'sessionStore' }));
  expect(clear).not.toHaveBeenCalled();
});
