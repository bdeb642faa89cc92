import { Status } from '@palabre/common/contract/users.ts';
import { CircleDot, Languages, LogOut, Moon, Sun, SunMoon } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, setLanguage } from '../../platform/i18n.ts';
import { useTheme } from '../../platform/theme.ts';
import { Avatar, StatusDot } from '../../ui/Avatar.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { setStatus, useWaitingStatus } from '../presence/presence.ts';
import { logout } from './logout.ts';
import s from './ProfileCard.module.css';
import { useMe } from './users.queries.ts';

/** Status, theme and language: what the card's menu sets. */
function usePreferences(): MenuEntry[] {
  const { t } = useTranslation(['users', 'ui']);
  const { theme, setTheme } = useTheme();
  const me = useMe();
  const language = currentLanguage();
  const waiting = useWaitingStatus(state => state.status);
  return [
    {
      label: t('card.status'),
      icon: <CircleDot />,
      items: Status.options.map(status => ({
        label: t(`ui:status.${status}`),
        icon: <StatusDot status={status} />,
        checked: (waiting ?? me?.status) === status,
        onSelect: () => void setStatus(status),
      })),
    },
    {
      label: t('card.theme'),
      icon: <SunMoon />,
      items: [
        {
          label: t('card.light'),
          icon: <Sun />,
          checked: theme === 'light',
          onSelect: () => setTheme('light'),
        },
        {
          label: t('card.dark'),
          icon: <Moon />,
          checked: theme === 'dark',
          onSelect: () => setTheme('dark'),
        },
      ],
    },
    {
      label: t('language'),
      icon: <Languages />,
      items: (['fr', 'en'] as const).map(code => ({
        label: t(`languages.${code}`),
        checked: language === code,
        onSelect: () => void setLanguage(code),
      })),
    },
  ];
}

/** The person logged in, at the bottom of the side panel, and their menu (spec 1 §2). */
export const ProfileCard = memo(function ProfileCard() {
  const { t } = useTranslation('users');
  const me = useMe();
  const preferences = usePreferences();
  const signOut: MenuEntry = {
    label: t('card.logout'),
    icon: <LogOut />,
    danger: true,
    onSelect: () => void logout(),
  };
  const name = [me?.firstName, me?.lastName].filter(Boolean).join(' ');
  return (
    <Menu items={[...preferences, 'separator', signOut]} side="top" width={234}>
      <button type="button" className={s.card} title={name}>
        <Avatar
          id={me?._id ?? ''}
          firstName={me?.firstName}
          lastName={me?.lastName}
          src={me?.avatar}
          status={me?.status}
        />
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
      </button>
    </Menu>
  );
});
