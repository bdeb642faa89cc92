import { api } from '@palabre/common/contract/index.ts';
import { paths } from '../../../../platform/address/paths.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { endSession, resumeSession, storedToken, useSession } from '../../../../platform/session/session.ts';

/** The server's word on the session that this browser has kept; asked once, again after a failure. */
let checked: Promise<void> | null = null;

async function verify(): Promise<void> {
  const token = storedToken();
  if (!token) return;
  try {
    const { isValid } = await call(api.users.verifyToken, { body: { token } });
    if (!isValid && storedToken() === token) endSession('expired');
  } catch (cause) {
    checked = null;
    // Neither valid nor invalid: whoever has no network keeps their session and their caches.
    if (!(cause instanceof ApiError) || (cause.status !== 0 && cause.status < 500)) endSession('expired');
    logFailure('The stored session cannot be verified', cause);
  }
}

/**
 * Takes up the session kept by this browser at once, while the server is asked whether it still holds: if it
 * does not, it ends. Without any, nothing is left of an earlier one.
 */
export function resumeVerified(): boolean {
  if (!resumeSession()) {
    endSession('elsewhere');
    return false;
  }
  checked ??= verify();
  return true;
}

/** The same, once the server has answered: whether there is a session. */
export async function restoreSession(): Promise<boolean> {
  if (resumeVerified()) await checked;
  return useSession.getState().token !== null;
}

const wantedKey = 'palabre.wanted';

/** Keeps where the person was going, for after their login; in this tab only. */
export function rememberWanted(path: string): void {
  try {
    sessionStorage.setItem(wantedKey, path);
  } catch {
    // Storage may be refused: login then leads to the workspaces.
  }
}

/** Forgets it: who logs out begins anew. */
export function forgetWanted(): void {
  try {
    sessionStorage.removeItem(wantedKey);
  } catch {
    // Nothing was kept either.
  }
}

/** Where to go after a login: where the person was going, else /workspaces. Forgets it. */
export function takeWanted(): string {
  try {
    const path = sessionStorage.getItem(wantedKey);
    sessionStorage.removeItem(wantedKey);
    return path?.startsWith('/') && !path.startsWith('//') ? path : paths.workspaces;
  } catch {
    return paths.workspaces;
  }
}
