import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { forgetKeptOf } from '../device/kept.ts';

/** The person logged in: all that is known of them, at least their id. */
export type SessionUser = Partial<SelfUser> & { _id: string };

/** Spec 1 §3. */
export interface SessionState {
  token: string | null;
  user: SessionUser | null;
  isLoggedIn: boolean;
}

/** Why a session ended: asked for here, refused by the server, or over in another tab. */
export type SessionEnd = 'logout' | 'expired' | 'elsewhere';

const storeKey = 'sessionStore';
const tokenKey = 'token';
const cookieDays = 30;
const nobody: SessionState = { token: null, user: null, isLoggedIn: false };

/** Storage may be refused, as in some private windows: the session then lasts as long as the page. */
function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

function writeCookie(token: string | null): void {
  if (typeof document === 'undefined') return;
  const age = token ? cookieDays * 86_400 : 0;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: other clients of this server read the token in this cookie, and the Cookie Store API needs https.
  document.cookie = `${tokenKey}=${token ?? ''}; path=/; max-age=${age}; SameSite=Strict${secure}`;
}

function readCookie(): string | null {
  if (typeof document === 'undefined') return null;
  const found = document.cookie.split('; ').find(part => part.startsWith(`${tokenKey}=`));
  return found?.slice(tokenKey.length + 1) || null;
}

function readState(): SessionState | null {
  const text = attempt(() => localStorage.getItem(storeKey));
  const stored = text ? attempt(() => JSON.parse(text) as Partial<SessionState> | null) : null;
  if (!stored) return null;
  return {
    token: typeof stored.token === 'string' ? stored.token : null,
    user: typeof stored.user?._id === 'string' ? stored.user : null,
    isLoggedIn: stored.isLoggedIn === true,
  };
}

/** The whole state under `sessionStore`, the token under `token` and in the cookie, at every change. */
const storage: PersistStorage<SessionState> = {
  getItem() {
    const state = readState();
    return state && { state };
  },
  setItem(_name, { state }) {
    attempt(() => localStorage.setItem(storeKey, JSON.stringify(state)));
    attempt(() => (state.token ? localStorage.setItem(tokenKey, state.token) : localStorage.removeItem(tokenKey)));
    writeCookie(state.token);
  },
  removeItem() {
    attempt(() => localStorage.removeItem(storeKey));
  },
};

/** The session of this browser, shared by its tabs. */
export const useSession = create<SessionState>()(persist(() => nobody, { name: storeKey, storage }));

let began = 0;
useSession.subscribe((next, old) => {
  if (next.token !== old.token) began = performance.now();
});

/** Milliseconds since this page has had its session: since it was opened, or since a login in it. */
export const sessionAge = (): number => performance.now() - began;

/** What is done when the session of a person ends; who that was may be unknown. */
type Ender = (reason: SessionEnd, userId: string | null) => void;

const enders = new Set<Ender>();

/** Has `clear` called whenever a session ends: what belongs to the person must not outlive it. Gives the way to stop. */
export function onSessionEnd(clear: Ender): () => void {
  enders.add(clear);
  return () => enders.delete(clear);
}

/** What a token says of itself; null when it cannot be read. */
function payloadOf(token: string): { id?: unknown; userId?: unknown; exp?: unknown } | null {
  return attempt(() => {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(part)) as object;
  });
}

/** The person a token names, by `id` or `userId` in its payload; null when neither is there or it cannot be read. */
export function userOfToken(token: string): SessionUser | null {
  const payload = payloadOf(token);
  const id = payload?.id ?? payload?.userId;
  return typeof id === 'string' && id ? { _id: id } : null;
}

/** Whether a token that the server refuses had time left: something else than time has ended its session. */
function hadTime(token: string): boolean {
  const exp = payloadOf(token)?.exp;
  return typeof exp === 'number' && exp * 1_000 > Date.now();
}

let endedElsewhere = false;

/** Whether the last session of this page was ended by something else than its person here, or its time; until another begins. */
export const wasEndedElsewhere = (): boolean => endedElsewhere;

/** The token kept by this browser, checked or not. */
export function storedToken(): string | null {
  return useSession.getState().token ?? attempt(() => localStorage.getItem(tokenKey)) ?? readCookie();
}

/** Takes up the session that this browser has kept, not checked yet; false when there is none. */
export function resumeSession(): boolean {
  const token = storedToken();
  if (!token) return false;
  const { token: active, user } = useSession.getState();
  login(token, active === token && user ? user : userOfToken(token));
  return true;
}

/** Opens a session; without `user`, the person is the one the token names. */
export function login(token: string, user: SessionUser | null = userOfToken(token)): void {
  endedElsewhere = false;
  useSession.setState({ token, user, isLoggedIn: true });
}

/** Goes on as another person, in this tab and the others: every cache of the one before is cleared, what is kept on the device waits. */
export function switchSession(token: string, user: SessionUser): void {
  leavePerson();
  login(token, user);
}

function leavePerson(): void {
  const userId = useSession.getState().user?._id ?? null;
  for (const clear of enders) clear('elsewhere', userId);
}

/** Replaces what is known of the person logged in. */
export function setUser(user: SessionUser): void {
  useSession.setState({ user, isLoggedIn: true });
}

/**
 * Ends the session in this browser: its state, its cookie and every cache that belongs to it. What is kept on the device
 * waits for the same person, unless they have logged out.
 */
export function endSession(reason: SessionEnd): void {
  // Another tab has gone on as somebody else, and has told this one or is about to: it is not their session that ended.
  const stored = readState()?.token;
  if (reason === 'expired' && stored && stored !== useSession.getState().token && follow()) return;
  const { user, token } = useSession.getState();
  const userId = user?._id ?? null;
  if (token !== null) endedElsewhere = reason === 'expired' && hadTime(token);
  useSession.setState(nobody);
  if (reason === 'logout' && userId) forgetKeptOf(userId);
  for (const clear of enders) clear(reason, userId);
}

/** The token and the person of the tab that spoke last become this tab's. */
function follow(): boolean {
  const next = readState() ?? nobody;
  const current = useSession.getState();
  if (next.token === null) {
    if (current.token !== null) endSession('elsewhere');
    return false;
  }
  if (current.user && next.user?._id !== current.user._id) leavePerson();
  if (JSON.stringify(next) !== JSON.stringify(current)) useSession.setState(next);
  return true;
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', event => {
    if (event.key === storeKey || event.key === null) follow();
  });
}
