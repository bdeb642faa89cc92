import { setImmediate as turn } from 'node:timers/promises';
import { newId } from '../platform/postgres/db.ts';
import type { Broadcaster } from '../platform/realtime/events.ts';
import { rooms, type Target, to } from '../platform/realtime/rooms.ts';

/** What a socket is sent last, to know that all before it has arrived: a name that no contract knows, and no event has. */
export const markerEvent = 'marker of tests';

/** Sends a person's sockets a marker behind all that the process has sent them so far. */
export async function sendMarker(broadcaster: Broadcaster, userId: string): Promise<string> {
  const marker = newId();
  // What is sent « soon » by a request already answered goes first.
  await turn();
  const send = broadcaster.send as (name: string, payload: unknown, target: Target) => void;
  send(markerEvent, marker, to(rooms.user(userId)));
  return marker;
}
