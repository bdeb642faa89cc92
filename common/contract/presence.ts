import { z } from 'zod';
import { Status } from './users.ts';

/** Seconds between two `activity` messages, and after the last one before a person is offline. */
export const presenceTimes = { heartbeat: 15, offlineAfter: 45 } as const;

/** What a client says on its socket (contract.md, « Realtime »). */
export const presenceMessages = {
  userId: { payload: z.string().max(100), ack: null },
  activity: { payload: z.undefined().or(z.null()).or(z.unknown()), ack: null },
  setStatus: { payload: Status, ack: z.object({ status: Status }) },
};

/** The answer to `setStatus`, given to its acknowledgement. */
export type StatusAnswer = { status: Status } | { code: string; message: string };

export interface ClientToServer {
  userId: (userId: string) => void;
  activity: () => void;
  setStatus: (status: Status, answer?: (result: StatusAnswer) => void) => void;
}
