import { formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { DaysCard } from '../DaysCard.tsx';
import { HoldsCard } from '../HoldsCard.tsx';
import s from '../Overview.module.css';
import { useOverview } from '../overview.queries.ts';
import { ServerCard } from '../ServerCard.tsx';
import { SizesCard } from '../SizesCard.tsx';
import './overview.texts.ts';

/**
 * Shows « Vue d’ensemble » to administrators: the state of the server, the totals of this Palabre, and the workspaces
 * by size.
 */
export function OverviewTab() {
  const { t } = useTranslation('overview');
  const { data, isError, refetch } = useOverview();
  if (!data)
    return isError ? (
      <Note tone="danger" action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}>
        {t('failed')}
      </Note>
    ) : (
      <SkeletonGroup className={s.tab}>
        <Skeleton height={150} radius={10} />
        <Skeleton height={150} radius={10} />
      </SkeletonGroup>
    );
  const { counts, server } = data;
  return (
    <div className={s.tab}>
      <ServerCard server={server} />
      {counts && <HoldsCard counts={counts} />}
      {counts && <DaysCard days={counts.days} />}
      <p className={s.counted}>{counts ? t('counted', { date: formatDateTime(counts.at) }) : t('notYet')}</p>
      <SizesCard />
    </div>
  );
}
