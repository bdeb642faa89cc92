/**
 * Availability on the page: whether the user is off duty (`own-duty.ts`, watched by `watch-duty.ts`), which other
 * people are (`off-duty.ts`), the settings (`HoursCards.tsx`), « ne pas déranger » in the menu of statuses
 * (`useQuietEntries.tsx`) and the line above the field about addressees off duty (`OffDutyLine.tsx`).
 */

import { useEffect } from 'react';
import { create } from 'zustand';
import { keep, keptKey, readKept } from '../../../../platform/device/local-storage.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { whenIdle } from '../../../../platform/device/when-idle.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { onSessionEnd, useSession } from '../../../../platform/session/session.ts';

/** Delay before the page fetches the user's hours: its own content comes first. */
const afterPageMs = 1_000;

/** Holds whether the user is off duty: nothing then sounds, pops up or counts in the title. */
export const useOwnDuty = create<{ isOff: boolean }>(() => ({ isOff: false }));

const keyOf = (userId: string): string => keptKey('offDutyUntil', userId);

/**
 * Sets whether the user is off duty, and stores until when on the device, so that the next page knows it before it
 * asks.
 */
export function setOwnDuty(userId: string, off: { untilMs: number | null } | null): void {
  keep(keyOf(userId), off?.untilMs ? String(off.untilMs) : '');
  if (useOwnDuty.getState().isOff !== (off !== null)) useOwnDuty.setState({ isOff: off !== null });
}

/** Keeps `useOwnDuty` true as time passes. Called once, by the shell. */
export function useWatchDuty(): void {
  const userId = useSession(({ token, user }) => (token === null ? undefined : user?._id));
  useEffect(() => {
    if (!userId) return;
    if (Number(readKept(keyOf(userId))) > Date.now()) useOwnDuty.setState({ isOff: true });
    let stop = (): void => {};
    let gone = false;
    const begin = async () => {
      const { watchDuty } = await import('../watch-duty.ts');
      if (!gone) stop = watchDuty(queryClient, userId);
    };
    const failed = (cause: unknown) => logFailure('The hours of the user are not watched', cause);
    const timer = setTimeout(() => whenIdle(() => void begin().catch(failed)), afterPageMs);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, [userId]);
}

onSessionEnd(() => useOwnDuty.setState({ isOff: false }));
