import Hash from 'lucide-react/icons/hash';
import Settings2 from 'lucide-react/icons/settings-2';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Ticket from 'lucide-react/icons/ticket';
import Users from 'lucide-react/icons/users';
import { paths, type SettingsSection, settingsSections } from '../../../../platform/address/paths.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { SettingsNav } from '../../../../ui/pages/SettingsNav.tsx';

const icons = { general: Settings2, channels: Hash, invites: Ticket, members: Users, roles: ShieldCheck };

interface SettingsTabsProps {
  workspaceId: string;
  section: SettingsSection;
}

/** Shows the tabs of a workspace's settings. */
export function SettingsTabs({ workspaceId, section }: SettingsTabsProps) {
  const { t } = useTranslation('settings');
  const tabs = settingsSections.map(name => ({
    to: paths.settings(workspaceId, name),
    label: t(`section.${name}`),
    icon: icons[name],
    current: name === section,
  }));
  return <SettingsNav tabs={tabs} home={paths.workspace(workspaceId)} />;
}
