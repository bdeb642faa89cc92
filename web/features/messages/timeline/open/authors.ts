import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Place } from '../../../../platform/address/place.ts';
import { call } from '../../../../platform/server/api.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { senderChanged, type Timeline } from './timeline.ts';
import {
  type Asked,
  hasOldAuthors,
  joinRequest,
  noteAuthors,
  ofThisSession,
  updatePlace,
  useTimelines,
} from './timelines.store.ts';

type Sender = Message['sender'];

/**
 * Authors updated by events while messages are being fetched, since the responses may be older: one map per request.
 */
const requests = new Set<Map<string, Sender>>();

/** Updates an author's name and picture in all cached places. */
export function showSender(sender: Sender): void {
  for (const { place } of Object.values(useTimelines.getState().places))
    updatePlace(place, state => {
      const timeline = senderChanged(state.timeline, sender);
      return timeline === state.timeline ? state : { ...state, timeline };
    });
}

/** Applies an author's update from an event, to pending requests too. */
export function applySender(sender: Sender): void {
  for (const told of requests) told.set(sender._id, sender);
  showSender(sender);
}

/**
 * Joins a request of a place's messages ({@link joinRequest}), and applies to them the authors' updates received since
 * it began.
 */
export function askMessages(
  place: Place,
  kind: Asked,
  ask: (told: ReadonlyMap<string, Sender>) => Promise<void>,
): Promise<void> {
  return joinRequest(place, kind, async () => {
    const told = new Map<string, Sender>();
    requests.add(told);
    try {
      await ask(told);
    } finally {
      requests.delete(told);
      for (const sender of told.values()) showSender(sender);
    }
  });
}

/** Fetches the changes of a place, and the current authors of its messages if the cached ones may be stale. */
export async function askChanges(place: Place, { seq: after, from }: Timeline) {
  const old = hasOldAuthors(place) && { authorsFrom: from };
  const answer = await ofThisSession(call(api.messages.changes, { query: { ...place, after, ...old } }));
  if (old) noteAuthors(place, false);
  return answer;
}

onSessionEnd(() => requests.clear());
