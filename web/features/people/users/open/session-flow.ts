import { api } from '@palabre/common/contract/index.ts';
import { matchPath } from 'react-router';
import { paths, patterns } from '../../../../platform/address/paths.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { endSession, resumeSession, storedToken, useSession } from '../../../../platform/session/session.ts';

/** Holds the check of the stored session by the server: made once, again after a failure. */
let checked: Promise<void> | null = null;

async function verify(): Promise<void> {
  const token = storedToken();
  if (!token) return;
  try {
    const { isValid, suspended, stayOver } = await call(api.users.verifyToken, { body: { token } });
    if (!isValid && storedToken() === token) endSession(suspended ? 'suspended' : stayOver ? 'stay-over' : 'expired');
  } catch (cause) {
    checked = null;
    // A network or server failure proves nothing: the user keeps their session and caches.
    if (!(cause instanceof ApiError) || (cause.status !== 0 && cause.status < 500)) endSession('expired');
    logFailure('The stored session cannot be verified', cause);
  }
}

/**
 * Resumes the stored session at once, while the server verifies it; an invalid session ends. Without a stored session,
 * clears an earlier session's data.
 */
export function resumeVerified(): boolean {
  if (!resumeSession()) {
    endSession('elsewhere');
    return false;
  }
  checked ??= verify();
  return true;
}

/** Resumes the stored session and waits for the server's verification; tells whether there is a session. */
export async function restoreSession(): Promise<boolean> {
  if (resumeVerified()) await checked;
  return useSession.getState().token !== null;
}

const wantedKey = 'palabre.wanted';

/** Remembers the wanted page for after the login, in this tab only. */
export function rememberWanted(path: string): void {
  try {
    sessionStorage.setItem(wantedKey, path);
  } catch {
    // The browser may refuse storage: login then leads to the workspaces.
  }
}

/** Forgets the wanted page at logout. */
export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(wantedKey);
  } catch {
    // The storage is refused: nothing to remove.
  }
}

/** Returns the code of the invitation whose page is wanted; undefined if another page or none is. */
export function wantedInvite(): string | undefined {
  try {
    return matchPath(patterns.invite, sessionStorage.getItem(wantedKey) ?? '')?.params.code;
  } catch {
    return undefined;
  }
}

/** Takes the page to open after a login: the wanted page, else /workspaces. */
export function takeWanted(): string {
  try {
    const path = sessionStorage.getItem(wantedKey);
    sessionStorage.removeItem(wantedKey);
    return path?.startsWith('/') && !path.startsWith('//') ? path : paths.workspaces;
  } catch {
    return paths.workspaces;
  }
}
