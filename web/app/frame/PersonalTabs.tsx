import ShieldUser from 'lucide-react/icons/shield-user';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserRound from 'lucide-react/icons/user-round';
import { useAdministers, useMe } from '../../features/people/users/open/users.queries.ts';
import { useReportsWaiting } from '../../features/running/reports/open/reports.queries.ts';
import { type PersonalSection, paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { SettingsFace } from '../../ui/pages/SettingsFace.tsx';
import { SettingsNav } from '../../ui/pages/SettingsNav.tsx';
import { personalPagesOf } from '../me/personal-pages.ts';

const icons = { general: SlidersHorizontal, profile: UserRound, admin: ShieldUser };

/** Tabs of personal settings, under the person's face. */
export function PersonalTabs({ section: current }: { section: PersonalSection }) {
  const { t } = useTranslation('settings');
  const reports = useReportsWaiting();
  const tabs = personalPagesOf(useAdministers() === true).map(({ section }) => ({
    to: paths.personal(section),
    label: t(`personal.${section}`),
    icon: icons[section],
    current: section === current,
    ...(section === 'admin' && { badge: { count: reports, label: t('users:card.reports', { count: reports }) } }),
  }));
  const me = useMe();
  return (
    <>
      <SettingsFace
        avatar={
          <Avatar id={me?._id ?? ''} firstName={me?.firstName} lastName={me?.lastName} src={me?.avatar} size={40} />
        }
        name={[me?.firstName, me?.lastName].filter(Boolean).join(' ') || undefined}
        text={me?.email ?? undefined}
      />
      <SettingsNav tabs={tabs} home={paths.workspaces} />
    </>
  );
}
