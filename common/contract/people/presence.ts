import { z } from 'zod';
import { event } from '../define.ts';
import { like, message } from '../fields.ts';
import type { EventName } from '../index.ts';
import type { PlaceIds } from '../messages/messages.ts';
import { Status } from './users.ts';

/**
 * Times of presence in seconds: `heartbeat` between two `activity` messages, `offlineAfter` from a person's last message to
 * offline, `awayAfter` from their last touch of any of their devices to away.
 */
export const presenceTimes = { heartbeat: 15, offlineAfter: 45, awayAfter: 600 } as const;

/**
 * Header in which a request may state the milliseconds since the person last touched the device: a page's automatic
 * requests must not count as uses of the session.
 */
export const idleHeader = 'idle-ms';

/** Payload of `activity`, and of a connection's `auth`. */
const Activity = z
  .object({
    idle: z.number().min(0).meta({
      description: 'Milliseconds since the person last touched this device; 0 if omitted.',
      example: 4_000,
    }),
  })
  .optional()
  .catch(undefined);

/** Messages about presence that a client sends on its socket. */
export const presenceMessages = {
  userId: {
    summary: 'Names the caller; ignored unless it is the person of the session',
    payload: z.string().max(100).meta({ example: '0199f3c0-5a1e-704f-9899-6da763b7a969' }),
    ack: null,
  },
  activity: {
    summary: `Says that the caller is there, every ${presenceTimes.heartbeat} s; the caller is offline ${presenceTimes.offlineAfter} s after the last message. A person who has touched none of their devices for ${presenceTimes.awayAfter / 60} minutes is away, unless they chose a status other than online`,
    payload: Activity,
    ack: null,
  },
  setStatus: {
    summary: 'Sets the caller’s status, which is stored; offline makes the caller invisible',
    payload: Status,
    ack: z.object({ status: Status }),
  },
  missed: {
    summary:
      'Asks for the names of the events of the last so many milliseconds, which a client that fetched data before it connected may have missed; null if the server does not know',
    payload: z.number().min(0).meta({ example: 850 }),
    ack: z.object({ events: z.array(z.string().meta({ example: 'newChannel' })).nullable() }),
  },
};

export const presenceEvents = {
  socketClosed: event(
    z.object({ code: like('too_many_sockets'), message }),
    'a socket that the server is about to close because its person has opened too many: the reason; the client should not reconnect by itself',
  ),
};

/** Acknowledgement of `setStatus`. */
export type StatusAnswer = { status: Status } | { code: string; message: string };

/** Messages from a client, in the form that Socket.IO's types take. */
export interface ClientToServer {
  userId: (userId: string) => void;
  activity: (said?: { idle: number }) => void;
  setStatus: (status: Status, answer?: (result: StatusAnswer) => void) => void;
  typing: (place: PlaceIds) => void;
  missed: (ms: number, answer?: (result: { events: EventName[] | null }) => void) => void;
}
