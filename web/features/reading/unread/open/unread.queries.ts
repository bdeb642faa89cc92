/**
 * Queries of the unread feature: for each place, the first unread message, the counts of messages and mentions, and the
 * notification level. `read-marks.ts` decides what is read; `unread-states.ts` applies events to the cache (`countMessage`);
 * `waitingIn` of common/rules/reading/unread.ts makes the number that is shown.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { hearingOf, waitingIn } from '@palabre/common/rules/reading/unread.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { addressParts } from '../../../../platform/address/paths.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { idIn } from './unread-states.ts';

/** Unread signs of a place in lists: whether its name is bold, and its count. */
export interface Signs {
  unread: boolean;
  count: number;
  muted: boolean;
}

const nothing: Signs = { unread: false, count: 0, muted: false };

/** Query of the unread states; silent: without them, names show as read. */
const states = { ...endpointQuery(api.unread.list), meta: { silent: true } };

/** Computes the signs of a state, by the notification level of its place. */
export function signsOf(state: Unread | undefined): Signs {
  if (!state) return nothing;
  const count = waitingIn(state);
  const isNew = state.first !== null && hearingOf(state) === 'all';
  return { unread: isNew || count > 0, count, muted: state.muted };
}

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Returns the id of the place on screen, whose new messages need no sign. */
function useLookedAt(): string | undefined {
  const { channelId, conversationId } = addressParts(useLocation().pathname);
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  return visible ? (channelId ?? conversationId) : undefined;
}

/** Reads the state of a place. */
export function useUnreadState(placeId: string): Unread | undefined {
  const select = useCallback(
    ({ unread }: { unread: Unread[] }) => unread.find(one => idIn(one) === placeId),
    [placeId],
  );
  return useQuery({ ...states, select }).data;
}

/** Reads the signs of all places; the object is stable while they do not change. */
function useAllSigns(): Record<string, Signs & { workspaceId: string | null }> | undefined {
  return useQuery({ ...states, select: allSigns }).data;
}

const allSigns = ({ unread }: { unread: Unread[] }) =>
  Object.fromEntries(unread.map(state => [idIn(state), { ...signsOf(state), workspaceId: state.workspaceId }]));

/** Returns the signs of a place by its id; the place on screen only has its muting. */
export function useSigns(): (placeId: string) => Signs {
  const all = useAllSigns();
  const looked = useLookedAt();
  return useCallback(
    placeId => {
      const signs = all?.[placeId] ?? nothing;
      return placeId === looked ? { ...nothing, muted: signs.muted } : signs;
    },
    [all, looked],
  );
}

/** Sums of the signs: of each workspace (by id) and of all conversations (null), of all workspaces, and the total count. */
interface Totals {
  of: (workspaceId: string | null) => Signs;
  workspaces: Signs;
  count: number;
}

/** Returns the sums of the signs of all places but that on screen. */
export function useTotals(): Totals {
  const all = useAllSigns();
  const looked = useLookedAt();
  return useMemo(() => {
    const totals = new Map<string | null, Signs>();
    let workspaces = nothing;
    let count = 0;
    const sum = (a: Signs, b: Signs): Signs => ({
      unread: a.unread || b.unread,
      count: a.count + b.count,
      muted: false,
    });
    for (const [id, { workspaceId, ...signs }] of Object.entries(all ?? {})) {
      if (id === looked) continue;
      totals.set(workspaceId, sum(totals.get(workspaceId) ?? nothing, signs));
      if (workspaceId !== null) workspaces = sum(workspaces, signs);
      count += signs.count;
    }
    return { of: (workspaceId: string | null) => totals.get(workspaceId) ?? nothing, workspaces, count };
  }, [all, looked]);
}
