import { Suspense } from 'react';
import { later, useFetchedLater, useThere } from '../overlays/later.ts';
import { giveUp, useDialogs } from './dialogs.ts';

const PendingDialog = later(async () => (await import('./PendingDialog.tsx')).default);

/**
 * Shows the dialogs asked for by `confirm`, `notice` and `prompt`, one after the other. Mounted once. Where its code
 * cannot be fetched, what was asked is given up, and said: the next one tries again.
 */
export function DialogHost() {
  const dialog = useDialogs(state => state.pending[0]);
  useFetchedLater(PendingDialog);
  const shown = useThere(PendingDialog, dialog, () => dialog && giveUp(dialog));
  return <Suspense fallback={null}>{dialog && shown && <PendingDialog key={dialog.id} dialog={dialog} />}</Suspense>;
}
