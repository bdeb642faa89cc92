import ShieldUser from 'lucide-react/icons/shield-user';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserRound from 'lucide-react/icons/user-round';
import { useReportsWaiting } from '../../features/reports/reports.queries.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { type PersonalSection, paths } from '../paths.ts';
import { personalPagesOf } from '../personal-pages.ts';
import { SettingsNav } from './SettingsNav.tsx';

const icons = { general: SlidersHorizontal, profile: UserRound, admin: ShieldUser };

/** The tabs of personal settings. */
export function PersonalTabs({ section: current }: { section: PersonalSection }) {
  const { t } = useTranslation('settings');
  const reports = useReportsWaiting();
  const tabs = personalPagesOf(useMe()?.admin === true).map(({ section }) => ({
    to: paths.personal(section),
    label: t(`personal.${section}`),
    icon: icons[section],
    current: section === current,
    ...(section === 'admin' && { badge: { count: reports, label: t('users:card.reports', { count: reports }) } }),
  }));
  return <SettingsNav tabs={tabs} home={paths.workspaces} />;
}
