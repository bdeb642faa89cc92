import { lazy, Suspense, useEffect } from 'react';
import { useDialogs } from './dialogs.ts';

const load = () => import('./PendingDialog.tsx');
const PendingDialog = lazy(load);

/** Long enough for the first page to have what it needs, in milliseconds. */
const idleDelay = 2000;

/** Shows the dialogs asked for by `confirm`, `notice` and `prompt`, one after the other. Mounted once. */
export function DialogHost() {
  const dialog = useDialogs(state => state.pending[0]);
  useEffect(() => {
    // A failure is met again, and told, when the first dialog is asked for.
    const timer = setTimeout(() => void load().catch(() => undefined), idleDelay);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{dialog && <PendingDialog key={dialog.id} dialog={dialog} />}</Suspense>;
}
