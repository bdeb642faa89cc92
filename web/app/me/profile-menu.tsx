import { Status } from '@palabre/common/contract/people/users.ts';
import CircleDot from 'lucide-react/icons/circle-dot';
import Database from 'lucide-react/icons/database';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldUser from 'lucide-react/icons/shield-user';
import UserRound from 'lucide-react/icons/user-round';
import { useNavigate } from 'react-router';
import { useQuietEntries } from '../../features/people/availability/open/useQuietEntries.tsx';
import { useAccountsMenu } from '../../features/people/linked-accounts/accounts-menu.tsx';
import { setStatus, useWaitingStatus } from '../../features/people/presence/open/presence.ts';
import { useAdministers, useMe } from '../../features/people/users/open/users.queries.ts';
import { useReportsWaiting } from '../../features/running/reports/open/reports.queries.ts';
import { type PersonalSection, paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { StatusDot } from '../../ui/marks/Avatar.tsx';
import type { MenuEntry, MenuItem } from '../../ui/overlays/Menu.tsx';
import { logout } from './logout.ts';
import { personalPagesOf } from './personal-pages.ts';

const pages = {
  general: ['settings', Settings],
  profile: ['profile', UserRound],
  admin: ['admin', ShieldUser],
} as const;

/** Menu entries of the person's settings pages. */
function usePages(): MenuItem[] {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const reports = useReportsWaiting();
  return personalPagesOf(useAdministers() === true).map(({ section }: { section: PersonalSection }) => {
    const [text, Icon] = pages[section];
    return {
      label: t(`card.${text}`),
      icon: <Icon />,
      ...(section === 'admin' && { badge: { count: reports, label: t('card.reports', { count: reports }) } }),
      onSelect: () => void navigate(paths.personal(section)),
    };
  });
}

function useStatus(): MenuItem {
  const { t } = useTranslation('users');
  const chosen = useMe()?.status;
  const waiting = useWaitingStatus(state => state.status);
  const quiet = useQuietEntries();
  return {
    label: t('card.status'),
    icon: <CircleDot />,
    items: [
      ...Status.options.map(status => ({
        label: t(`ui:status.${status}`),
        icon: <StatusDot status={status} />,
        checked: (waiting ?? chosen) === status,
        onSelect: () => void setStatus(status),
      })),
      'separator',
      ...quiet,
    ],
  };
}

/** Menu entries of the pages about privacy and stored data. */
function useInformation(): MenuItem[] {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  return [
    { label: t('card.privacy'), icon: <ShieldCheck />, onSelect: () => void navigate(paths.privacy) },
    { label: t('card.data'), icon: <Database />, onSelect: () => void navigate(paths.data) },
  ];
}

function useLogout(): MenuItem {
  const { t } = useTranslation('users');
  return { label: t('card.logout'), icon: <LogOut />, danger: true, onSelect: () => void logout() };
}

/** Returns the groups of entries of the profile menu, in order. */
export function useProfileGroups() {
  return {
    pages: usePages(),
    information: useInformation(),
    status: useStatus(),
    accounts: useAccountsMenu(),
    logout: useLogout(),
  };
}

/** Returns the entries of the profile card's menu, in order. */
export function useProfileMenu(): MenuEntry[] {
  const { pages, information, status, accounts, logout: leave } = useProfileGroups();
  return [...pages, ...information, 'separator', status, accounts, 'separator', leave];
}
