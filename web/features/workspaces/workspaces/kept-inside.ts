import { useEffect } from 'react';
import { keep, keptKey, readKept } from '../../../platform/device/kept.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useMyWorkspaces } from '../structure/open/workspaces.queries.ts';

const keyOf = (userId: string) => keptKey('inside', userId);

/** The ids of the workspaces that a person was in when this device last knew; null: it never did. */
export const insideKept = (userId: string): readonly string[] | null => readKept(keyOf(userId))?.split(',') ?? null;

/** Keeps them, for the next opening to know what may be asked for before the server has answered. */
export function useKeptInside(): void {
  const userId = useSession(state => state.user?._id);
  const ids = useMyWorkspaces()
    .data?.map(card => card._id)
    .join();
  useEffect(() => {
    if (userId && ids !== undefined) keep(keyOf(userId), ids);
  }, [userId, ids]);
}

/** Whether a person was in a workspace when this device last knew: until the server has answered it knows no better. */
export const wasInside = (userId: string, workspaceId: string): boolean =>
  insideKept(userId)?.includes(workspaceId) ?? false;

/** Someone has logged in here: as far as this device knows from now on, they are nowhere. */
export function beginInside(userId: string): void {
  if (insideKept(userId) === null) keep(keyOf(userId), '');
}
