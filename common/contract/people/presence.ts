import { z } from 'zod';
import { event } from '../define.ts';
import { like, message } from '../fields.ts';
import type { EventName } from '../index.ts';
import type { PlaceIds } from '../messages/messages.ts';
import { Status } from './users.ts';

/**
 * Seconds between two `activity` messages, after the last one before a person is offline, and after they last touched any of
 * their devices before they are away.
 */
export const presenceTimes = { heartbeat: 15, offlineAfter: 45, awayAfter: 600 } as const;

/** What `activity` may say, and the `auth` of a connection. */
const Activity = z
  .object({
    idle: z.number().min(0).meta({
      description: 'Milliseconds since the person last touched this device; 0 when left out.',
      example: 4_000,
    }),
  })
  .optional()
  .catch(undefined);

/** What a client says on its socket. */
export const presenceMessages = {
  userId: {
    summary: 'Says who one is; believed only when it is the session’s own person',
    payload: z.string().max(100).meta({ example: '0199f3c0-5a1e-704f-9899-6da763b7a969' }),
    ack: null,
  },
  activity: {
    summary: `Says that one is there, every ${presenceTimes.heartbeat} s; ${presenceTimes.offlineAfter} s after the last one is offline. Who has touched none of their devices for ${presenceTimes.awayAfter / 60} minutes is away, unless they chose another status than online`,
    payload: Activity,
    ack: null,
  },
  setStatus: {
    summary: 'Chooses a status, which is kept; offline is invisible',
    payload: Status,
    ack: z.object({ status: Status }),
  },
  missed: {
    summary:
      'Asks which events, by name, one may have missed in the last so many milliseconds, having fetched something before being connected; null when nobody knows',
    payload: z.number().min(0).meta({ example: 850 }),
    ack: z.object({ events: z.array(z.string().meta({ example: 'newChannel' })).nullable() }),
  },
};

export const presenceEvents = {
  socketClosed: event(
    z.object({ code: like('too_many_sockets'), message }),
    'a socket that is about to be closed because its person has opened too many: why; it should not come back by itself',
  ),
};

/** The answer to `setStatus`, given to its acknowledgement. */
export type StatusAnswer = { status: Status } | { code: string; message: string };

export interface ClientToServer {
  userId: (userId: string) => void;
  activity: (said?: { idle: number }) => void;
  setStatus: (status: Status, answer?: (result: StatusAnswer) => void) => void;
  typing: (place: PlaceIds) => void;
  missed: (ms: number, answer?: (result: { events: EventName[] | null }) => void) => void;
}
