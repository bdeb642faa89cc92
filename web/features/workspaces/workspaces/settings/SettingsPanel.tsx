import Hash from 'lucide-react/icons/hash';
import Settings2 from 'lucide-react/icons/settings-2';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Ticket from 'lucide-react/icons/ticket';
import Users from 'lucide-react/icons/users';
import { paths, type SettingsSection, settingsSections } from '../../../../platform/address/paths.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { SettingsFace } from '../../../../ui/pages/SettingsFace.tsx';
import { SettingsNav } from '../../../../ui/pages/SettingsNav.tsx';
import { useMyWorkspaces } from '../../structure/open/workspaces.queries.ts';

const icons = {
  general: Settings2,
  channels: Hash,
  invites: Ticket,
  members: Users,
  roles: ShieldCheck,
};

interface SettingsTabsProps {
  workspaceId: string;
  /** The open section; none on the index. */
  section?: SettingsSection;
}

/** Shows the tabs of a workspace's settings, under its face beside an open section. */
export function SettingsTabs({ workspaceId, section }: SettingsTabsProps) {
  const { t } = useTranslation('settings');
  const tabs = settingsSections.map(name => ({
    to: paths.settings(workspaceId, name),
    label: t(`section.${name}`),
    icon: icons[name],
    current: name === section,
  }));
  const card = useMyWorkspaces().data?.find(({ _id }) => _id === workspaceId);
  return (
    <>
      {section && (
        <SettingsFace
          avatar={<Avatar id={workspaceId} title={card?.title ?? ''} src={card?.logo} size={40} />}
          name={card?.title}
          text={card && t('common:members', { count: card.membersCount })}
        />
      )}
      <SettingsNav tabs={tabs} home={paths.workspace(workspaceId)} />
    </>
  );
}
