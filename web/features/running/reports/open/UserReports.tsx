import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { History } from '../History.tsx';
import { ReportItem } from '../ReportItem.tsx';
import { useReportsOf } from './reports.queries.ts';
import s from './UserReports.module.css';
import '../reports.texts.ts';

/** Shows the reports about a user to administrators. */
export function UserReports({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation('reports');
  const { data, pager, told } = useReportsOf(userId);
  const { title, isError, retry } = told(t('failed')).failed;
  const reports = data?.reports;
  if (isError && !reports) {
    return (
      <EmptyState compact title={title} action={<Button onClick={() => void retry()}>{t('common:retry')}</Button>} />
    );
  }
  if (!reports) {
    return (
      <SkeletonGroup className={s.ghost}>
        <Skeleton width="30%" />
        <Skeleton width="80%" />
      </SkeletonGroup>
    );
  }
  if (reports.length === 0 && !pager.pages.previous) return <p className={s.none}>{t('none')}</p>;
  return (
    <div className={s.reports}>
      <History userId={userId} />
      <ul className={s.reports} aria-label={t('list', { name })}>
        {reports.map(report => (
          <ReportItem key={report._id} report={report} />
        ))}
      </ul>
      <Pager {...pager} count={reports.length} />
    </div>
  );
}
