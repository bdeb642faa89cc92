import { Suspense, useEffect, useState } from 'react';
import { i18n } from '../../platform/i18n.ts';
import { logFailure } from '../../platform/log.ts';
import { alerts } from '../alerts/alerts.ts';
import { later, useFetchedLater } from '../later.ts';
import { giveUp, useDialogs } from './dialogs.ts';

const PendingDialog = later(async () => (await import('./PendingDialog.tsx')).default);

/**
 * Shows the dialogs asked for by `confirm`, `notice` and `prompt`, one after the other. Mounted once. Where its code
 * cannot be fetched, as without a network, what was asked is given up, and said: the next one tries again.
 */
export function DialogHost() {
  const dialog = useDialogs(state => state.pending[0]);
  const [fetched, setFetched] = useState(false);
  useFetchedLater(PendingDialog);
  useEffect(() => {
    if (!dialog || fetched) return;
    PendingDialog.fetch().then(
      () => setFetched(true),
      (cause: unknown) => {
        logFailure('The dialogs could not be fetched', cause);
        alerts.error(i18n.t('network'));
        giveUp(dialog);
      },
    );
  }, [dialog, fetched]);
  return <Suspense fallback={null}>{dialog && fetched && <PendingDialog key={dialog.id} dialog={dialog} />}</Suspense>;
}
