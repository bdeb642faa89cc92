import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { hearingOf, waitingIn } from '@palabre/common/rules/unread.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { addressParts } from '../../../../platform/address/paths.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { idIn } from './states.ts';

/** What is told of a place in lists: whether its name is bold, how many of its messages wait for one. */
export interface Signs {
  unread: boolean;
  count: number;
  muted: boolean;
}

const nothing: Signs = { unread: false, count: 0, muted: false };

/** The list says itself nothing when it could not be fetched: names are then as if all was read. */
const states = { ...endpointQuery(api.unread.list), meta: { silent: true } };

/** What is to be told of a state, by the level at which its place is heard. */
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

/** The id of the place that is open and looked at: what arrives there is not told beside it. */
function useLookedAt(): string | undefined {
  const { channelId, conversationId } = addressParts(useLocation().pathname);
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  return visible ? (channelId ?? conversationId) : undefined;
}

/** What is kept of a place. */
export function useUnreadState(placeId: string): Unread | undefined {
  const select = useCallback(
    ({ unread }: { unread: Unread[] }) => unread.find(one => idIn(one) === placeId),
    [placeId],
  );
  return useQuery({ ...states, select }).data;
}

/** What is told of each place of which something is; the same object while that does not change. */
function useAllSigns(): Record<string, Signs & { workspaceId: string | null }> | undefined {
  return useQuery({ ...states, select: allSigns }).data;
}

const allSigns = ({ unread }: { unread: Unread[] }) =>
  Object.fromEntries(unread.map(state => [idIn(state), { ...signsOf(state), workspaceId: state.workspaceId }]));

/** What is told of each place, by its id; of the one that is looked at only whether it is muted. */
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

/** The same of all that is in each workspace (by its id), of all conversations (null), and how many messages wait in all. */
export function useTotals(): { of: (workspaceId: string | null) => Signs; count: number } {
  const all = useAllSigns();
  const looked = useLookedAt();
  return useMemo(() => {
    const totals = new Map<string | null, Signs>();
    let count = 0;
    for (const [id, { workspaceId, ...signs }] of Object.entries(all ?? {})) {
      if (id === looked) continue;
      const before = totals.get(workspaceId) ?? nothing;
      const sum = { unread: before.unread || signs.unread, count: before.count + signs.count, muted: false };
      totals.set(workspaceId, sum);
      count += signs.count;
    }
    return { of: (workspaceId: string | null) => totals.get(workspaceId) ?? nothing, count };
  }, [all, looked]);
}
