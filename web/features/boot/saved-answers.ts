/**
 * Answers saved on this device for the next visit: their selection, and when they are saved, restored and forgotten. A
 * saved answer is a query, named `q` and its hash, or a place with its messages, named `p` and its id.
 * `platform/device/answers-on-device.ts` encrypts and stores them.
 */

import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Place } from '../../platform/address/place.ts';
import { forgetAnswer, restoreAnswers, saveAnswer } from '../../platform/device/answers-on-device.ts';
import { logFailure } from '../../platform/device/log.ts';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import { isBeingAsked } from '../messages/timeline/open/ask-place.ts';
import { emptyTimeline, type Timeline } from '../messages/timeline/open/timeline.ts';
import {
  forgetPlace,
  keptPlaces,
  type PlaceState,
  restorePlace,
  useTimelines,
} from '../messages/timeline/open/timelines.store.ts';
import { type Boot, byWorkspace } from './boot.queries.ts';

interface SavedQuery {
  key: readonly unknown[];
  data: unknown;
}

interface SavedPlace {
  place: Place;
  timeline: Pick<Timeline, 'messages' | 'from' | 'prevCursor' | 'nextCursor' | 'seq'> & { to: number | null };
}

const inWorkspaces: readonly Endpoint[] = [
  api.channels.ofWorkspace,
  api.workspaces.one,
  api.roles.list,
  api.roles.mine,
  api.members.list,
];

/** Paths of the saved queries. Counts are not saved: a stale count is worse than none. */
const savedPaths: ReadonlySet<unknown> = new Set(
  [...inWorkspaces, api.users.me, api.workspaces.mine, api.conversations.list].map(({ path }) => path),
);

/** Tells whether a query is saved: of a list of members its first page, unfiltered, which the page shows beside a channel. */
function isSaved(key: readonly unknown[]): boolean {
  if (!savedPaths.has(key[0])) return false;
  const { query } = (key[1] ?? {}) as { query?: { search?: unknown; roleId?: unknown; offset?: unknown } };
  return key[0] !== api.members.list.path || !(query?.search || query?.roleId || query?.offset);
}

const queryName = (hash: string): string => `q${hash}`;
const placeName = (key: string): string => `p${key}`;

/** Minimum interval between two writes: a lively channel changes all the time. */
const writeIntervalMs = 3_000;
/** Maximum delay of a write on a page that is never idle. */
const idleTimeoutMs = 2_000;
/** Maximum of writes in a row that this device fails, or does not answer in time. */
const maxFailures = 50;
/** Maximum of messages saved per place; a place scrolled further keeps its earlier copy. */
const maxMessages = 200;

/** Reads the value to save under a name: null leaves the saved value, undefined removes it. */
type Reader = () => SavedQuery | SavedPlace | null | undefined;

/** Saves the shown queries and places on this device as they change, for the next page load. */
export function startSaving(client: QueryClient): void {
  const changed = new Map<string, Reader>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // A page being left writes nothing more: in WebKit a transaction begun then may stay open, and block the next page's.
  let isLeft = false;

  const save = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    for (const [name, read] of [...changed]) {
      if (isLeft) return;
      if (!changed.delete(name)) continue;
      const value = read();
      if (value === undefined) await forgetAnswer(name);
      else if (value !== null) noteResult(name, read, await saveAnswer(name, value));
    }
  };
  /** Notes an answer again that this device did not save in time, unless it has failed too often. */
  const noteResult = (name: string, read: Reader, saved: boolean) => {
    failures = saved ? 0 : failures + 1;
    if (!saved && failures <= maxFailures && !changed.has(name)) note(name, read, false);
  };
  const saveNow = () => {
    save().catch((cause: unknown) => logFailure('What is shown is not kept on this device', cause));
  };
  /** Schedules a write. `soon` for removals and for the list of workspaces, which an immediate reload must see. */
  const note = (name: string, read: Reader, soon: boolean) => {
    changed.set(name, read);
    if (soon) clearTimeout(timer);
    if (soon) timer = setTimeout(saveNow);
    // Encrypting hundreds of messages takes milliseconds, which a click being handled must not wait for.
    else timer ??= setTimeout(() => whenIdle(saveNow, idleTimeoutMs), writeIntervalMs);
  };

  const noteQuery = ({ queryKey: key, queryHash }: Query, isGone = false) => {
    if (!isSaved(key)) return;
    const read: Reader = () => {
      const query = client.getQueryCache().get(queryHash);
      if (query?.state.data === undefined) return undefined;
      return query.isActive() ? { key, data: query.state.data } : null;
    };
    note(queryName(queryHash), read, isGone || key[0] === api.workspaces.mine.path);
  };
  const notePlace = (key: string) => {
    const read = () => useTimelines.getState().places[key];
    note(placeName(key), () => savedPlace(read()), !read());
  };

  client.getQueryCache().subscribe(({ type, query, ...event }) => {
    const answered = type === 'updated' && 'action' in event && event.action.type === 'success';
    if (answered || type === 'observerAdded' || type === 'removed') noteQuery(query, type === 'removed');
  });
  useTimelines.subscribe(({ places }, { places: before }) => {
    for (const key of new Set([...Object.keys(places), ...Object.keys(before)])) {
      if (places[key]?.timeline !== before[key]?.timeline) notePlace(key);
    }
  });
  window.addEventListener('pagehide', () => {
    isLeft = true;
  });
  window.addEventListener('pageshow', () => {
    isLeft = false;
    saveNow();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveNow();
  });
  for (const query of client.getQueryCache().getAll()) noteQuery(query);
  for (const key of Object.keys(useTimelines.getState().places)) notePlace(key);
}

function savedPlace(state: PlaceState | undefined): SavedPlace | null | undefined {
  if (!state) return undefined;
  // Whether a thread may still be seen is known only with its channel.
  if (state.place.threadId !== undefined) return null;
  const { messages, from, to, prevCursor, nextCursor, seq, loaded } = state.timeline;
  if (!loaded || messages.length > maxMessages) return null;
  const whole = Number.isFinite(to) ? to : null;
  return { place: state.place, timeline: { messages, from, to: whole, prevCursor, nextCursor, seq } };
}

/**
 * Fills empty caches with the answers saved at an earlier visit; all of them are then refetched. Resolves once all are
 * restored, which may never happen (`restoreAnswers`).
 */
export const restoreSaved = (client: QueryClient): Promise<void> =>
  restoreAnswers((name, value) => {
    if (name.startsWith('q')) {
      const { key, data } = value as SavedQuery;
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: restoredAt });
    } else {
      const { place, timeline } = value as SavedPlace;
      const to = timeline.to ?? Number.POSITIVE_INFINITY;
      restorePlace(place, { ...emptyTimeline, ...timeline, to, loaded: true, seen: timeline.seq });
    }
  });

/** Forgets the saved answers of workspaces and channels that the user may no longer see, by the answer just received. */
export function forgetLost(client: QueryClient, answer: Boot): void {
  const mine = new Set(answer.workspaces.workspaces.map(({ _id }) => _id));
  // Shows the answer's list of workspaces at once: with the saved one, the page would still ask for workspaces that the
  // user has lost, and be refused.
  const cards = keyOf(api.workspaces.mine, { params: { id: answer.me.user._id } });
  if (client.getQueryState(cards)?.dataUpdatedAt === restoredAt) client.setQueryData(cards, answer.workspaces);
  for (const { path } of inWorkspaces) {
    for (const query of client.getQueryCache().findAll({ queryKey: [path] })) {
      const { params } = query.queryKey[1] as { params: { id: string } };
      // The page of a visible workspace leads the user out by itself, once all its caches are updated.
      if (!mine.has(params.id) && !query.isActive()) client.removeQueries({ queryKey: query.queryKey, exact: true });
      if (!mine.has(params.id)) void forgetAnswer(queryName(query.queryHash));
    }
  }
  const channels = byWorkspace(answer);
  const seen = new Set([...channels.values()].flat().map(({ _id }) => _id));
  if (channels.size < mine.size) return;
  for (const query of client.getQueryCache().findAll({ queryKey: [api.members.list.path] })) {
    const { query: filter } = query.queryKey[1] as { query?: { channelId?: string } };
    if (!filter?.channelId || seen.has(filter.channelId)) continue;
    if (!query.isActive()) client.removeQueries({ queryKey: query.queryKey, exact: true });
    void forgetAnswer(queryName(query.queryHash));
  }
  for (const { channelId } of keptPlaces()) {
    if (!channelId || seen.has(channelId)) continue;
    // A pending request reports its own refusal.
    if (!isBeingAsked({ channelId })) forgetPlace(channelId);
    void forgetAnswer(placeName(channelId));
  }
}
