import type { Society } from '@palabre/common/contract/societies.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Skeleton, SkeletonGroup } from '../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Tag } from '../../ui/marks/Badge.tsx';
import s from './Society.module.css';

/** Shows a society's logo, name and number of members, the user's role in it, and the menu of the user's actions. */
export function SocietyHead({ society, children }: { society: Society; children?: ReactNode }) {
  const { t } = useTranslation('societies');
  const { _id, name, logo, usersCount, membership } = society;
  return (
    <header className={s.head}>
      <Avatar id={_id} title={name} src={logo} size={72} />
      <div className={s.titles}>
        <h2 className={s.title} dir="auto">
          {name}
        </h2>
        <p className={s.facts}>
          <span>{t('common:members', { count: usersCount })}</span>
          {membership !== 'none' && (
            <Tag tone={membership === 'pending' ? 'accent' : 'brand'}>{t(`membership.${membership}`)}</Tag>
          )}
        </p>
      </div>
      {children}
    </header>
  );
}

/** Shows the placeholder of the head. */
export function SocietyHeadGhost() {
  return (
    <SkeletonGroup className={s.head}>
      <Skeleton width={72} height={72} radius={20} />
      <div className={s.titles}>
        <Skeleton width={220} height={28} />
        <Skeleton width={120} height={16} />
      </div>
    </SkeletonGroup>
  );
}
