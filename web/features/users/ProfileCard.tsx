import { memo } from 'react';
import { useTranslation } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/Menu.tsx';
import { useShownStatus } from '../presence/presence.ts';
import { useReportsWaiting } from '../reports/reports.queries.ts';
import s from './ProfileCard.module.css';
import { useProfileMenu } from './profile-menu.tsx';
import { useMe } from './users.queries.ts';

/** The person logged in, at the bottom of the side panel or, small, of the bar, and their menu. */
export const ProfileCard = memo(function ProfileCard({ small }: { small?: boolean }) {
  const { t } = useTranslation('users');
  const me = useMe();
  const items = useProfileMenu();
  const reports = useReportsWaiting();
  const status = useShownStatus()(me?._id, me?.status);
  const name = [me?.firstName, me?.lastName].filter(Boolean).join(' ');
  return (
    <Menu items={items} side="top" width={260}>
      <button
        type="button"
        className={cx(s.card, small && s.small)}
        title={name}
        aria-label={
          small ? [name, reports > 0 && t('card.reports', { count: reports })].filter(Boolean).join(', ') : undefined
        }
      >
        <Avatar id={me?._id ?? ''} firstName={me?.firstName} lastName={me?.lastName} src={me?.avatar} status={status} />
        {!small && (
          <span className={s.texts}>
            <span className={s.name} dir="auto">
              {name || t('card.open')}
            </span>
            {me?.jobTitle && (
              <span className={s.job} dir="auto">
                {me.jobTitle}
              </span>
            )}
          </span>
        )}
        <Badge className={s.reports} count={reports} label={t('card.reports', { count: reports })} />
      </button>
    </Menu>
  );
});
