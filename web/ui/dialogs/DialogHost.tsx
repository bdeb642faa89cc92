import { Suspense } from 'react';
import { later, useFetchedLater, useThere } from '../overlays/later.ts';
import { giveUp, useDialogs } from './dialogs.ts';

const PendingDialog = later(async () => (await import('./PendingDialog.tsx')).default);

/**
 * Shows the dialogs of `confirm`, `notice` and `prompt`, one at a time. Mounted once. If their chunk can't be fetched, the
 * dialog is cancelled with an alert; the next dialog tries again.
 */
export function DialogHost() {
  const dialog = useDialogs(state => state.pending[0]);
  useFetchedLater(PendingDialog);
  const shown = useThere(PendingDialog, dialog, () => dialog && giveUp(dialog));
  return <Suspense fallback={null}>{dialog && shown && <PendingDialog key={dialog.id} dialog={dialog} />}</Suspense>;
}
