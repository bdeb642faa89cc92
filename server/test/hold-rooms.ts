import { vi } from 'vitest';
import type { Palabre } from './harness.ts';

/**
 * Holds the next reading of rooms, as a slow database or another process would.
 * @returns `held`, which resolves once a commit waits for it, and `letGo`, which ends the wait
 */
export function holdRooms({ services: { broadcaster } }: Palabre): { held: Promise<void>; letGo: () => void } {
  const read = broadcaster.syncRooms;
  let letGo = () => {};
  const gate = new Promise<void>(resolve => {
    letGo = resolve;
  });
  const held = new Promise<void>(resolve => {
    vi.spyOn(broadcaster, 'syncRooms').mockImplementationOnce(async userIds => {
      resolve();
      await gate;
      await read(userIds);
    });
  });
  return { held, letGo };
}
