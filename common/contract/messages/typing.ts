import { PlaceIds } from './messages.ts';
import { typingTimes } from './typing-event.ts';

/** Messages about typing that a client sends on its socket. */
export const messageSays = {
  typing: {
    summary: `Says that the caller is typing in a place, at most every ${typingTimes.every} s; sent on to people who may read the place, and never stored`,
    payload: PlaceIds,
    ack: null,
  },
};
