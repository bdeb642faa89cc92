import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useSession } from '../../platform/session/session.ts';
import { confirmLoss } from '../dialogs/loss.ts';

/**
 * Navigation state that skips the question about unsaved changes: the place they belong to no longer exists for the person.
 */
export const forced = { forced: true } as const;

const isForced = (state: unknown) => (state as Partial<typeof forced> | null)?.forced === true;

/** Asks before navigation, and before the tab closes, while there are unsaved changes. */
export function useUnsaved(unsaved: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isForced(nextLocation.state) &&
      useSession.getState().token !== null,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLoss().then(leave => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
