import { useEffect } from 'react';
import { keep, keptKey, readKept } from '../../../platform/device/local-storage.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useMyWorkspaces } from '../structure/open/workspaces.queries.ts';

const keyOf = (userId: string) => keptKey('inside', userId);

/** Returns the ids of the user's workspaces as last saved on this device; null before the first save. */
export const insideOnDevice = (userId: string): readonly string[] | null => readKept(keyOf(userId))?.split(',') ?? null;

/**
 * Saves the ids of the user's workspaces on the device: the next page load knows what it may fetch before the server
 * answers.
 */
export function useSaveInside(): void {
  const userId = useSession(state => state.user?._id);
  const ids = useMyWorkspaces()
    .data?.map(card => card._id)
    .join();
  useEffect(() => {
    if (userId && ids !== undefined) keep(keyOf(userId), ids);
  }, [userId, ids]);
}

/** Tells whether the saved ids include a workspace: the best guess until the server answers. */
export const wasInside = (userId: string, workspaceId: string): boolean =>
  insideOnDevice(userId)?.includes(workspaceId) ?? false;

/** Saves an empty list at a user's first login on this device. */
export function beginInside(userId: string): void {
  if (insideOnDevice(userId) === null) keep(keyOf(userId), '');
}
