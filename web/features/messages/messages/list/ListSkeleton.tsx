import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import s from '../PlaceMessages.module.css';

/** Shows the placeholder of messages. */
export function ListSkeleton() {
  return (
    <SkeletonGroup className={s.skeleton}>
      {[72, 46, 88, 34, 60].map(width => (
        <div key={width} className={s.skeletonRow}>
          <Skeleton width={36} height={36} radius={12} />
          <div className={s.skeletonLines}>
            <Skeleton width={110} height={13} />
            <Skeleton width={`${width}%`} height={13} />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
