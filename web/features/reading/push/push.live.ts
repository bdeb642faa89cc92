import { idIn } from '../../../platform/address/place.ts';
import { logFailure } from '../../../platform/device/log.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { closeRead } from './open/shown.ts';

const failed = (cause: unknown): void => logFailure('Shown notifications could not be closed', cause);

/** Closes the notifications that this device shows of messages read here or elsewhere. */
export const pushLive = {
  updateUnread(state) {
    if (state.messages === 0 && state.mentions === 0) closeRead(({ tag }) => tag === idIn(state)).catch(failed);
  },
  readAll: () => void closeRead().catch(failed),
} satisfies LiveHandlers;
