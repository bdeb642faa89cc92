import { ShieldUser, SlidersHorizontal, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/users/users.queries.ts';
import { type PersonalSection, paths } from '../paths.ts';
import { personalPagesOf } from '../personal-pages.ts';
import { SettingsNav } from './SettingsNav.tsx';

const icons = { general: SlidersHorizontal, profile: UserRound, admin: ShieldUser };

/** The tabs of personal settings (spec 1 §2). */
export function PersonalTabs({ section: current }: { section: PersonalSection }) {
  const { t } = useTranslation('settings');
  const tabs = personalPagesOf(useMe()?.admin === true).map(({ section }) => ({
    to: paths.personal(section),
    label: t(`personal.${section}`),
    icon: icons[section],
    current: section === current,
  }));
  return <SettingsNav tabs={tabs} home={paths.workspaces} />;
}
