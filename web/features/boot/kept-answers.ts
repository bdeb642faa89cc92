import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Place } from '../../platform/address/place.ts';
import { forgetAnswer, readKeptAnswers } from '../../platform/device/device-cache.ts';
import { keptAt, keyOf } from '../../platform/server/query.ts';
import { isBeingAsked } from '../messages/timeline/open/ask-place.ts';
import { forgetPlace, keptPlaces, takeUp } from '../messages/timeline/open/places.ts';
import { emptyTimeline, type Timeline } from '../messages/timeline/open/timeline.ts';
import { type Boot, byWorkspace } from './boot.queries.ts';

/** An answer as this device keeps it, under a name that begins with `q`. */
export interface KeptQuery {
  key: readonly unknown[];
  data: unknown;
}

/** What this device keeps of a place, under a name that begins with `p`. */
export interface KeptPlace {
  place: Place;
  timeline: Pick<Timeline, 'messages' | 'from' | 'prevCursor' | 'nextCursor' | 'seq'> & { to: number | null };
}

const inWorkspaces: readonly Endpoint[] = [
  api.channels.ofWorkspace,
  api.workspaces.one,
  api.roles.list,
  api.roles.mine,
];

/** The answers that are kept. What is counted is not: a count that is no longer true is worse than none. */
export const keptPaths: ReadonlySet<unknown> = new Set(
  [...inWorkspaces, api.users.me, api.workspaces.mine, api.conversations.list].map(({ path }) => path),
);

/** Shows what this device has kept of an earlier visit, where nothing is known yet; all of it is asked for again. */
export async function takeUpKept(client: QueryClient): Promise<void> {
  for (const [name, value] of await readKeptAnswers()) {
    if (name.startsWith('q')) {
      const { key, data } = value as KeptQuery;
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: keptAt });
    } else {
      const { place, timeline } = value as KeptPlace;
      const to = timeline.to ?? Number.POSITIVE_INFINITY;
      takeUp(place, { ...emptyTimeline, ...timeline, to, loaded: true, seen: timeline.seq });
    }
  }
}

/** Forgets what is kept of workspaces and channels that one may no longer see, by what the server has just said. */
export function dropLost(client: QueryClient, answer: Boot): void {
  const mine = new Set(answer.workspaces.workspaces.map(({ _id }) => _id));
  // Which one is in may be being asked again: until that is answered, what is inside would be asked for, and refused.
  const cards = keyOf(api.workspaces.mine, { params: { id: answer.me.user._id } });
  if (client.getQueryState(cards)?.dataUpdatedAt === keptAt) client.setQueryData(cards, answer.workspaces);
  for (const { path } of inWorkspaces) {
    for (const query of client.getQueryCache().findAll({ queryKey: [path] })) {
      const { params } = query.queryKey[1] as { params: { id: string } };
      // What is shown there is led out by itself, once all of it has been told.
      if (!mine.has(params.id) && !query.isActive()) client.removeQueries({ queryKey: query.queryKey, exact: true });
      if (!mine.has(params.id)) void forgetAnswer(queryName(query.queryHash));
    }
  }
  const channels = byWorkspace(answer);
  const seen = new Set([...channels.values()].flat().map(({ _id }) => _id));
  if (channels.size < mine.size) return;
  for (const { channelId } of keptPlaces()) {
    if (!channelId || seen.has(channelId)) continue;
    // One that is being asked for is told by its own answer.
    if (!isBeingAsked({ channelId })) forgetPlace(channelId);
    void forgetAnswer(placeName(channelId));
  }
}

export const queryName = (hash: string): string => `q${hash}`;
export const placeName = (key: string): string => `p${key}`;
