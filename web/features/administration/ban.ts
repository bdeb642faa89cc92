import { i18n } from '../../platform/i18n.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { confirm, notice } from '../../ui/dialogs/dialogs.ts';
import { banAddress } from './administration.queries.ts';

/** Bans an address once confirmed, and says so (spec 1 §8, « Ban »); the lists follow by event. */
export async function ban(email: string): Promise<void> {
  const t = i18n.getFixedT(null, 'administration', 'ban');
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
  await notice({ type: 'success', title: t('done'), text: t('doneText', { email }) });
}
