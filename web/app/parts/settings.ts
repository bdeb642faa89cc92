// The settings of a workspace, fetched together (see web/vite/parts.ts).
export { ChannelsSection } from '../../features/channels/settings/ChannelsSection.tsx';
export { InvitesSection } from '../../features/invites/settings/InvitesSection.tsx';
export { MembersSection } from '../../features/members/settings/MembersSection.tsx';
export { RolesSection } from '../../features/roles/settings/RolesSection.tsx';
export { GeneralSection } from '../../features/workspaces/settings/GeneralSection.tsx';
export { SettingsGate } from '../../features/workspaces/settings/SettingsGate.tsx';
export { SettingsTabs } from '../../features/workspaces/settings/SettingsPanel.tsx';
