import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Place } from '../../../../platform/address/place.ts';
import { call } from '../../../../platform/server/api.ts';
import { onSessionEnd } from '../../../../platform/session/session.ts';
import { senderChanged, type Timeline } from './timeline.ts';
import { hasOldAuthors, noteAuthors, ofThisSession, updatePlace, useTimelines } from './timelines.store.ts';

/** Authors told of by events during each catch-up, whose answer may be older. */
const toldMeanwhile = new Set<Set<string>>();

/** Updates an author's name and picture in all cached places. */
export function applySender(sender: Message['sender']): void {
  for (const told of toldMeanwhile) told.add(sender._id);
  for (const { place } of Object.values(useTimelines.getState().places))
    updatePlace(place, state => {
      const timeline = senderChanged(state.timeline, sender);
      return timeline === state.timeline ? state : { ...state, timeline };
    });
}

/** Asks what has changed in a place, and who the authors of its messages are now if the cached ones may be old. */
export async function askChanges(place: Place, { seq: after, from }: Timeline) {
  const told = new Set<string>();
  toldMeanwhile.add(told);
  try {
    const old = hasOldAuthors(place) && { authorsFrom: from };
    const answer = await ofThisSession(call(api.messages.changes, { query: { ...place, after, ...old } }));
    if (old) noteAuthors(place, false);
    return { answer, authors: answer.authors?.filter(({ _id }) => !told.has(_id)) ?? [] };
  } finally {
    toldMeanwhile.delete(told);
  }
}

onSessionEnd(() => toldMeanwhile.clear());
