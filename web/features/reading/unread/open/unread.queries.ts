/**
 * Queries of the unread feature: for each place, the first unread message, the counts of messages and mentions, and the
 * notification level. `read-marks.ts` decides which messages are read; `unread-states.ts` applies events to the cache
 * (`countMessage`); `waitingIn` of common/rules/reading/unread.ts computes the displayed number.
 */

import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { hearingOf, waitingIn } from '@palabre/common/rules/reading/unread.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { addressParts, threadParam } from '../../../../platform/address/paths.ts';
import { idIn } from '../../../../platform/address/place.ts';
import { useTight } from '../../../../platform/media.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';

/** Unread signs of a place in lists: whether its name is bold, and its count, which includes the mentions in its threads. */
export interface Signs {
  unread: boolean;
  count: number;
  muted: boolean;
  /** Whether threads of the place that the user follows have unread replies. */
  threads: boolean;
}

/** Unread states of places, and of threads. */
type States = OutputOf<typeof api.unread.list>;

const nothing: Signs = { unread: false, count: 0, muted: false, threads: false };

/** Query of the unread states; silent: without them, names show as read. */
const states = { ...endpointQuery(api.unread.list), meta: { silent: true } };

/** Computes the signs of a state, by the notification level of its place. */
export function signsOf(state: Unread): Signs {
  const count = waitingIn(state);
  const isNew = state.first !== null && hearingOf(state) === 'all';
  return { ...nothing, unread: isNew || count > 0, count, muted: state.muted };
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Returns the ids of the place and the thread on screen, whose new messages need no sign. */
function useLookedAt(): readonly (string | null)[] {
  const { pathname, search } = useLocation();
  const { channelId, conversationId } = addressParts(pathname);
  const thread = new URLSearchParams(search).get(threadParam);
  // A thread covers the messages of its place unless both have room.
  const covered = useTight() && thread !== null;
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const place = covered ? null : (channelId ?? conversationId ?? null);
  return useMemo(() => (visible ? [place, thread] : []), [visible, place, thread]);
}

/** Reads the state of a place. */
export function useUnreadState(placeId: string): Unread | undefined {
  const select = useCallback(
    ({ unread, threads }: States) => [...unread, ...threads].find(one => idIn(one) === placeId),
    [placeId],
  );
  return useQuery({ ...states, select }).data;
}

/** Signs of a channel, conversation or thread, with the place in whose row they show. */
type SignsIn = Signs & { placeId: string; workspaceId: string | null };

/** Reads the signs of all places and threads, by id; the object is stable while they do not change. */
function useAllSigns(): Record<string, SignsIn> | undefined {
  return useQuery({ ...states, select: allSigns }).data;
}

const signsIn = (state: Unread): SignsIn => {
  const { threadId, parent, workspaceId, messages } = state;
  const own = signsOf(state);
  // Replies make no name bold, unless they mention the user.
  const signs = threadId ? { ...own, unread: own.count > 0, threads: messages + own.count > 0 } : own;
  return { ...signs, placeId: idIn(parent ?? state), workspaceId };
};

const allSigns = ({ unread, threads }: States) =>
  Object.fromEntries([...unread, ...threads].map(state => [idIn(state), signsIn(state)]));

const sum = (a: Signs, b: Signs): Signs => ({
  unread: a.unread || b.unread,
  count: a.count + b.count,
  muted: a.muted,
  threads: a.threads || b.threads,
});

/** Returns the signs of a place by its id, including its threads' signs; a place on screen only shows its muting. */
export function useSigns(): (placeId: string) => Signs {
  const all = useAllSigns();
  const looked = useLookedAt();
  const places = useMemo(() => {
    const found = new Map<string, Signs>();
    for (const [id, { placeId, workspaceId: _, ...signs }] of Object.entries(all ?? {})) {
      const shown = looked.includes(id) ? { ...nothing, muted: signs.muted } : signs;
      const before = found.get(placeId) ?? nothing;
      // The muting is the place's own.
      found.set(placeId, id === placeId ? sum(shown, before) : sum(before, shown));
    }
    return found;
  }, [all, looked]);
  return useCallback(placeId => places.get(placeId) ?? nothing, [places]);
}

/** Lists the ids of the followed threads with unread replies, except the thread on screen; undefined until known. */
export function useUnreadThreads(): readonly string[] | undefined {
  const looked = useLookedAt();
  const list = useCallback(
    ({ threads }: States) =>
      threads
        .filter(({ messages }) => messages > 0)
        .map(idIn)
        .filter(id => !looked.includes(id)),
    [looked],
  );
  return useQuery({ ...states, select: list }).data;
}

/** Sums of the signs, without the marks of threads: of each workspace (by id) and of all conversations (null), of all workspaces, and the total count. */
interface Totals {
  of: (workspaceId: string | null) => Signs;
  workspaces: Signs;
  count: number;
}

/** Returns the sums of the signs of all places except the place on screen. */
export function useTotals(): Totals {
  const all = useAllSigns();
  const looked = useLookedAt();
  return useMemo(() => {
    const totals = new Map<string | null, Signs>();
    let workspaces = nothing;
    let count = 0;
    for (const [id, { workspaceId, placeId: _, ...own }] of Object.entries(all ?? {})) {
      if (looked.includes(id)) continue;
      const signs = { ...own, muted: false, threads: false };
      totals.set(workspaceId, sum(totals.get(workspaceId) ?? nothing, signs));
      if (workspaceId !== null) workspaces = sum(workspaces, signs);
      count += signs.count;
    }
    return { of: (workspaceId: string | null) => totals.get(workspaceId) ?? nothing, workspaces, count };
  }, [all, looked]);
}
