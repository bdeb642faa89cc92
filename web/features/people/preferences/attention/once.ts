import { keep, keptKey, readKept } from '../../../../platform/device/kept.ts';

/** How many of the last ones are remembered. */
const remembered = 30;

/** Remembers it for all tabs; false when one of them did before. */
function note(userId: string, id: string): boolean {
  const key = keptKey('told', userId);
  const told = readKept(key)?.split(',') ?? [];
  if (told.includes(id)) return false;
  keep(key, [id, ...told].slice(0, remembered).join());
  return true;
}

/**
 * Whether this tab is the first of the browser's to be told of something. Browsers have locks over https and on this
 * computer only; without one two tabs may both be, rarely.
 */
export async function isFirstTold(userId: string, id: string): Promise<boolean> {
  if (!navigator.locks) return note(userId, id);
  return await navigator.locks.request(`palabre-told ${userId}`, () => note(userId, id));
}
