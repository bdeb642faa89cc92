import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { banAddress } from './administration.queries.ts';

/** Bans an address once confirmed, shows an alert, then calls `leave`; events update the lists. */
export async function ban(email: string, leave: () => void): Promise<void> {
  const t = i18n.within('administration', 'ban');
  const sure = await confirm({
    title: t('title'),
    text: t('text', { email }),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
  if (!sure) return;
  try {
    await banAddress(email);
  } catch (cause) {
    return tellFailure(cause);
  }
  leave();
  alerts.success(t('doneText', { email }), { title: t('done') });
}
