import { Hash, Settings2, ShieldCheck, Ticket, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths, type SettingsSection, settingsSections } from '../../../app/paths.ts';
import { SettingsNav } from '../../../app/shell/SettingsNav.tsx';

const icons = { general: Settings2, channels: Hash, invites: Ticket, members: Users, roles: ShieldCheck };

interface SettingsTabsProps {
  workspaceId: string;
  section: SettingsSection;
}

/** The tabs of a workspace's settings (spec 2 §2). */
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
