import { setImmediate as turn } from 'node:timers/promises';
import { newId } from '../platform/postgres/db.ts';
import type { Broadcaster } from '../platform/realtime/events.ts';
import { rooms, type Target, to } from '../platform/realtime/rooms.ts';

/** Event sent last to a socket, to know that all earlier ones have arrived; its name is in no contract. */
export const markerEvent = 'marker of tests';

/** Sends a marker to a person's sockets, after all events sent so far by the process. */
export async function sendMarker(broadcaster: Broadcaster, userId: string): Promise<string> {
  const marker = newId();
  // Lets pending sends of answered requests go first.
  await turn();
  const send = broadcaster.send as (name: string, payload: unknown, target: Target) => void;
  send(markerEvent, marker, to(rooms.user(userId)));
  return marker;
}
