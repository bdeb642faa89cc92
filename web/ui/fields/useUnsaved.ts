import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useSession } from '../../platform/session/session.ts';
import { confirmLoss } from '../dialogs/loss.ts';

/** Given to a move that is not the person's: what they changed has no place to be saved to any more. */
export const forced = { forced: true } as const;

const isForced = (state: unknown) => (state as Partial<typeof forced> | null)?.forced === true;

/** While something is changed and not saved: asks before the page is left for another, and before the tab is closed. */
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
