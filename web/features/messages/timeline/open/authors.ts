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

/** Authors told of by events while messages are asked for, whose answers may be older: one map for each request. */
const requests = new Set<Map<string, Sender>>();

/** Updates an author's name and picture in all cached places. */
export function showSender(sender: Sender): void {
  for (const { place } of Object.values(useTimelines.getState().places))
    updatePlace(place, state => {
      const timeline = senderChanged(state.timeline, sender);
      return timeline === state.timeline ? state : { ...state, timeline };
    });
}

/** Applies what an event tells of an author, to messages that are still asked for, too. */
export function applySender(sender: Sender): void {
  for (const told of requests) told.set(sender._id, sender);
  showSender(sender);
}

/**
 * Joins a request of a place's messages ({@link joinRequest}), and shows their authors as events have told of them since
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

/** Asks what has changed in a place, and who the authors of its messages are now if the cached ones may be old. */
export async function askChanges(place: Place, { seq: after, from }: Timeline) {
  const old = hasOldAuthors(place) && { authorsFrom: from };
  const answer = await ofThisSession(call(api.messages.changes, { query: { ...place, after, ...old } }));
  if (old) noteAuthors(place, false);
  return answer;
}

onSessionEnd(() => requests.clear());
