// Chunk of a workspace's settings (see web/vite/chunks.ts).
export { ChannelsSection } from '../../features/workspaces/channels/settings/ChannelsSection.tsx';
export { InvitesSection } from '../../features/workspaces/invites/settings/InvitesSection.tsx';
export { MembersSection } from '../../features/workspaces/members/settings/MembersSection.tsx';
export { RolesSection } from '../../features/workspaces/roles/settings/RolesSection.tsx';
export { ReportsSection } from '../../features/workspaces/workspace-reports/settings/ReportsSection.tsx';
export { GeneralSection } from '../../features/workspaces/workspaces/settings/GeneralSection.tsx';
export { SettingsGate } from '../../features/workspaces/workspaces/settings/SettingsGate.tsx';
export { SettingsTabs } from '../../features/workspaces/workspaces/settings/SettingsPanel.tsx';
export { GuestsSettings } from '../gates/GuestsSettings.tsx';
export { SettingsIndex } from '../gates/SettingsIndex.tsx';
