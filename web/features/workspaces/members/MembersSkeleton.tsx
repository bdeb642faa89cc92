import { useIsAway } from '../../../platform/server/connection.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import s from './MembersPanel.module.css';

/** Shows the placeholder of a member. */
export function MemberSkeleton({ width }: { width: number }) {
  return (
    <div className={s.skeleton}>
      <Skeleton width={32} height={32} radius={10} />
      <Skeleton width={`${width}%`} height={13} />
    </div>
  );
}

/** Shows the placeholder of the panel; while disconnected, says that the list waits for the connection. */
export function MembersSkeleton() {
  const { t } = useTranslation('members');
  const isAway = useIsAway();
  if (isAway) {
    return (
      <p className={s.failed} role="status">
        {t('away')}
      </p>
    );
  }
  return (
    <SkeletonGroup className={s.waiting}>
      {[62, 80, 54, 70, 48, 66].map(width => (
        <MemberSkeleton key={width} width={width} />
      ))}
    </SkeletonGroup>
  );
}
