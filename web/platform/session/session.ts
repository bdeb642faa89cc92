import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { forgetKeptOf } from '../device/local-storage.ts';

/** The person logged in, with the fields known so far: at least the id. */
export type SessionUser = Partial<SelfUser> & { _id: string };

/** The session as the page stores it. */
export interface SessionState {
  token: string | null;
  user: SessionUser | null;
  isLoggedIn: boolean;
}

/**
 * Reason of a session's end: a logout in this tab, a refusal by the server (including a suspended account, or a guest
 * whose stay is over), or an end in another tab.
 */
export type SessionEnd = 'logout' | 'expired' | 'suspended' | 'stay-over' | 'elsewhere';

/** Tells whether the server refused the session that ended for this reason. */
export const isRefusal = (reason: SessionEnd): boolean => reason !== 'logout' && reason !== 'elsewhere';

/** Codes by which the server refuses the token of a session, each with the reason that it means. */
export const sessionRefusals: Partial<Record<string, SessionEnd>> = {
  unauthorized: 'expired',
  session_suspended: 'suspended',
  session_stay_over: 'stay-over',
};

const storeKey = 'sessionStore';
const tokenKey = 'token';
const cookieDays = 30;
const nobody: SessionState = { token: null, user: null, isLoggedIn: false };

/**
 * Runs an action on storage, or returns null where storage is refused (some private windows): the session then lasts as
 * long as the page.
 */
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

/**
 * Storage of the session, written at every change: the state under `sessionStore`, the token under `token` and in the
 * cookie.
 */
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

/** Store of this browser's session, shared by its tabs. */
export const useSession = create<SessionState>()(persist(() => nobody, { name: storeKey, storage }));

let began = 0;
useSession.subscribe((next, old) => {
  if (next.token !== old.token) began = performance.now();
});

/** Returns the milliseconds since this page has its session: since it was opened, or since a login in it. */
export const sessionAge = (): number => performance.now() - began;

/** Callback for the end of a session; the person may be unknown. */
type Ender = (reason: SessionEnd, userId: string | null) => void;

const enders = new Set<Ender>();

/**
 * Calls `clear` whenever a session ends, so that caches of the person don't outlive it. Returns the function that
 * unsubscribes.
 */
export function onSessionEnd(clear: Ender): () => void {
  enders.add(clear);
  return () => enders.delete(clear);
}

/** Parses a token's payload; null if it can't be parsed. */
function payloadOf(token: string): { id?: unknown; userId?: unknown; exp?: unknown } | null {
  return attempt(() => {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(part)) as object;
  });
}

/** Returns the person named by a token's payload, as `id` or `userId`; null without one. */
export function userOfToken(token: string): SessionUser | null {
  const payload = payloadOf(token);
  const id = payload?.id ?? payload?.userId;
  return typeof id === 'string' && id ? { _id: id } : null;
}

/** Tells whether a refused token had not expired yet: something other than time has ended its session. */
function hadTime(token: string): boolean {
  const exp = payloadOf(token)?.exp;
  return typeof exp === 'number' && exp * 1_000 > Date.now();
}

/** Returns the cause of the end of a token's session, if the login page is to say it; null otherwise. */
function causeOf(reason: SessionEnd, token: string): typeof endedBy {
  if (reason === 'suspended') return 'suspension';
  if (reason === 'stay-over') return reason;
  return reason === 'expired' && hadTime(token) ? 'elsewhere' : null;
}

let endedBy: 'elsewhere' | 'suspension' | 'stay-over' | null = null;

/**
 * Returns the cause of the end of the page's last session, other than a logout here or its expiry: somebody elsewhere,
 * or a suspension of the account; null once another begins.
 */
export const whatEnded = (): typeof endedBy => endedBy;

/** Returns the token that this browser has stored, checked or not. */
export function storedToken(): string | null {
  return useSession.getState().token ?? attempt(() => localStorage.getItem(tokenKey)) ?? readCookie();
}

/** Resumes the session that this browser has stored, not checked yet; false if there is none. */
export function resumeSession(): boolean {
  const token = storedToken();
  if (!token) return false;
  const { token: active, user } = useSession.getState();
  login(token, active === token && user ? user : userOfToken(token));
  return true;
}

/** Opens a session; without `user`, its person is the one that the token names. */
export function login(token: string, user: SessionUser | null = userOfToken(token)): void {
  endedBy = null;
  useSession.setState({ token, user, isLoggedIn: true });
}

/** Switches to another person, in all tabs: clears the previous person's caches, and leaves their data on the device. */
export function switchSession(token: string, user: SessionUser): void {
  leavePerson();
  login(token, user);
}

function leavePerson(): void {
  const userId = useSession.getState().user?._id ?? null;
  for (const clear of enders) clear('elsewhere', userId);
}

/** Replaces the fields of the person logged in; ignores another person's fields, which a late response may bring. */
export function setUser(user: SessionUser): void {
  const { user: current } = useSession.getState();
  if (current && current._id !== user._id) return;
  useSession.setState({ user, isLoggedIn: true });
}

/**
 * Ends the session in this browser: clears its state, its cookie and its caches. The person's data on the device stays for
 * their return, except after a logout.
 */
export function endSession(reason: SessionEnd): void {
  // Another tab has switched to another person, whose session is valid: follow that tab instead of ending.
  const stored = readState()?.token;
  if (isRefusal(reason) && stored && stored !== useSession.getState().token && follow()) return;
  const { user, token } = useSession.getState();
  const userId = user?._id ?? null;
  if (token !== null) endedBy = causeOf(reason, token);
  useSession.setState(nobody);
  if (reason === 'logout' && userId) forgetKeptOf(userId);
  for (const clear of enders) clear(reason, userId);
}

/** Takes over the session that another tab has stored. Returns whether there is one. */
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
