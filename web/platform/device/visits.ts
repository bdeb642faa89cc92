import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { type AddressParts, addressParts } from '../address/paths.ts';
import { useSession } from '../session/session.ts';
import { keep, keptKey, readKept } from './local-storage.ts';

/** A place that was opened on this device: a channel with its workspace, or a conversation. */
export interface Visit {
  placeId: string;
  workspaceId?: string;
}

/** Number of visits that are stored. */
const limit = 30;

const keyOf = (userId: string) => keptKey('visits', userId);

/** Lists the places that a person opened on this device, last first. */
export function visitsOf(userId: string): readonly Visit[] {
  try {
    const kept: unknown = JSON.parse(readKept(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? (kept as Visit[]).filter(({ placeId }) => typeof placeId === 'string') : [];
  } catch {
    return [];
  }
}

function visitIn({ workspaceId, channelId, conversationId }: AddressParts): Visit | null {
  if (conversationId) return { placeId: conversationId };
  return channelId && workspaceId ? { placeId: channelId, workspaceId } : null;
}

/** Stores the current place as a visit. Only the shell calls it, once. */
export function useKeepVisits(): void {
  const userId = useSession(state => state.user?._id);
  const { pathname } = useLocation();
  useEffect(() => {
    const visit = visitIn(addressParts(pathname));
    if (!userId || !visit) return;
    const others = visitsOf(userId).filter(({ placeId }) => placeId !== visit.placeId);
    keep(keyOf(userId), JSON.stringify([visit, ...others].slice(0, limit)));
  }, [userId, pathname]);
}
