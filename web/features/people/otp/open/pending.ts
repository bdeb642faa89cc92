import type { OutputOf } from '@palabre/common/contract/define.ts';
import type { api } from '@palabre/common/contract/index.ts';

/** Pending login: the password was accepted, the two-step code is awaited. */
export type Pending = Extract<OutputOf<typeof api.users.login>, { token: null }>;

const key = 'palabre.pending';
let kept: Pending | null = null;

/** Keeps a pending login in this tab, across a reload. */
export function keepPending(pending: Pending): void {
  kept = pending;
  try {
    sessionStorage.setItem(key, JSON.stringify(pending));
  } catch {
    // The browser may refuse storage: the pending login then lasts as long as the page.
  }
}

/** Reads the pending login of this tab. */
export function readPending(): Pending | null {
  try {
    kept ??= JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null;
  } catch {
    // The storage is refused or unreadable: no pending login.
  }
  return kept;
}

/** Forgets the pending login of this tab. */
export function forgetPending(): void {
  kept = null;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The storage is refused: nothing to remove.
  }
}
