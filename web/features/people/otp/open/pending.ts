import type { OutputOf } from '@palabre/common/contract/define.ts';
import type { api } from '@palabre/common/contract/index.ts';

/** Someone who has given their password, and is asked for a code. */
export type Pending = Extract<OutputOf<typeof api.users.login>, { token: null }>;

const key = 'palabre.pending';
let kept: Pending | null = null;

/** Keeps a login that is half done: for this tab, through a reload. */
export function keepPending(pending: Pending): void {
  kept = pending;
  try {
    sessionStorage.setItem(key, JSON.stringify(pending));
  } catch {
    // Storage may be refused: it then lasts as long as the page.
  }
}

export function readPending(): Pending | null {
  try {
    kept ??= JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null;
  } catch {
    // Nothing was kept.
  }
  return kept;
}

export function forgetPending(): void {
  kept = null;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}
