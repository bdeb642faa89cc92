import type { Account } from '@palabre/common/contract/running/administration.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { restoreAccount, suspendAccount } from './administration.queries.ts';

/** Suspends an account once confirmed; events update the lists. */
export async function suspend(account: Account): Promise<void> {
  const t = i18n.within('administration', 'suspension');
  const sure = await confirm({
    title: t('title', { name: fullName(account) }),
    text: t('text'),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
  if (sure) await told(suspendAccount(account._id));
}

/** Lifts the suspension of an account; events update the lists. */
export const restore = ({ _id: id }: Account): Promise<void> => told(restoreAccount(id));

/** Shows the server's answer to a request, or its failure. */
async function told(answer: Promise<{ message: string }>): Promise<void> {
  try {
    alerts.success((await answer).message);
  } catch (cause) {
    tellFailure(cause);
  }
}
