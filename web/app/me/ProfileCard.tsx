import { memo } from 'react';
import { useOwnDuty } from '../../features/people/availability/open/own-duty.ts';
import { useShownStatus } from '../../features/people/presence/open/presence.ts';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { useReportsWaiting } from '../../features/running/reports/open/reports.queries.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import s from './ProfileCard.module.css';
import { useProfileMenu } from './profile-menu.tsx';

/** Card of the person logged in, with their menu, at the bottom of the side panel or, small, of the left bar. */
export const ProfileCard = memo(function ProfileCard({ small }: { small?: boolean }) {
  const { t } = useTranslation('users');
  const me = useMe();
  const items = useProfileMenu();
  const reports = useReportsWaiting();
  const status = useShownStatus()(me?._id, me?.status);
  const isResting = useOwnDuty(state => state.isOff);
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
        <Avatar
          id={me?._id ?? ''}
          firstName={me?.firstName}
          lastName={me?.lastName}
          src={me?.avatar}
          status={status}
          isResting={isResting}
        />
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
