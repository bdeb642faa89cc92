import { formatDate } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { useHistoryOf } from './open/reports.queries.ts';
import s from './open/UserReports.module.css';

/** Sums up a reported person's history: the outcome of their reports, the reports they made, their suspensions. */
export function History({ userId }: { userId: string }) {
  const { t } = useTranslation('reports', { keyPrefix: 'history' });
  const { data } = useHistoryOf(userId);
  if (!data) return null;
  const { open, handled, deletedMessages, made, suspensions, since } = data;
  return (
    <p className={s.history}>
      {[
        t('open', { count: open }),
        t('handled', { count: handled }),
        ...(deletedMessages > 0 ? [t('deleted', { count: deletedMessages })] : []),
        ...(made > 0 ? [t('made', { count: made })] : []),
        ...(suspensions > 0 ? [t('suspensions', { count: suspensions })] : []),
        t('since', { date: formatDate(since) }),
      ].join(' · ')}
    </p>
  );
}
