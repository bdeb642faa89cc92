import { Suspense } from 'react';
import { later, useFetchedLater } from '../later.ts';
import { useDialogs } from './dialogs.ts';

const PendingDialog = later(async () => (await import('./PendingDialog.tsx')).default);

/** Shows the dialogs asked for by `confirm`, `notice` and `prompt`, one after the other. Mounted once. */
export function DialogHost() {
  const dialog = useDialogs(state => state.pending[0]);
  useFetchedLater(PendingDialog);
  return <Suspense fallback={null}>{dialog && <PendingDialog key={dialog.id} dialog={dialog} />}</Suspense>;
}
