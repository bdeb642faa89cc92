import { keep, keptKey, readKept } from '../../../../platform/device/local-storage.ts';

/** Number of announced notifications remembered. */
const remembered = 30;

/** Remembers a notification for all tabs; false when a tab had already announced it. */
function note(userId: string, id: string): boolean {
  const key = keptKey('told', userId);
  const told = readKept(key)?.split(',') ?? [];
  if (told.includes(id)) return false;
  keep(key, [id, ...told].slice(0, remembered).join());
  return true;
}

/**
 * Tells whether this tab is the first of the browser to tell a notification. Web Locks exist only over https and on
 * localhost; without them two tabs may, rarely, both be first.
 */
export async function isFirstTold(userId: string, id: string): Promise<boolean> {
  if (!navigator.locks) return note(userId, id);
  return await navigator.locks.request(`palabre-told ${userId}`, () => note(userId, id));
}
