import { limits } from '@palabre/common/contract/fields.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { prompt } from '../../../ui/dialogs/dialogs.ts';
import { banAddress } from './administration.queries.ts';

/** Returns the field of a ban's reason. */
function reasonField() {
  const t = i18n.within('administration', 'ban');
  return {
    ...({ name: 'reason', label: t('reason'), hint: t('reasonHint'), maxLength: limits.banReason } as const),
    required: false,
  };
}

function told(email: string): void {
  const t = i18n.within('administration', 'ban');
  alerts.success(t('doneText', { email }), { title: t('done') });
}

/**
 * Bans the address of an account once confirmed, with the typed reason if any, then calls `leave`; events update the
 * lists.
 */
export async function ban(email: string, leave: () => void): Promise<void> {
  const t = i18n.within('administration', 'ban');
  const given = await prompt({
    title: t('title'),
    text: t('text', { email }),
    fields: [reasonField()],
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
    submit: ({ reason }) => banAddress(email, reason),
  });
  if (!given) return;
  leave();
  told(email);
}

/** Asks for an address to ban, whether it has an account or not, and bans it. */
export async function banAnAddress(): Promise<void> {
  const t = i18n.within('administration', 'ban');
  const given = await prompt({
    title: t('address'),
    text: t('addressText'),
    fields: [
      { name: 'email', label: t('email'), type: 'email', required: true, maxLength: limits.email },
      reasonField(),
    ],
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
    validate: ({ email }) => (email.includes('@') ? null : { email: t('badEmail') }),
    submit: ({ email, reason }) => banAddress(email, reason),
  });
  if (given) told(given.email);
}
