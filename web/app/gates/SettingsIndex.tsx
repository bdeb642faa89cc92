import { Navigate, useParams } from 'react-router';
import { SettingsTabs } from '../../features/workspaces/workspaces/settings/SettingsPanel.tsx';
import { paths } from '../../platform/address/paths.ts';
import { usePhone } from '../../platform/media.ts';

/** Index of a workspace's settings: their sections, on a phone; elsewhere these stand beside, and the first opens. */
export function SettingsIndex() {
  const { workspaceId = '' } = useParams();
  const phone = usePhone();
  return phone ? <SettingsTabs workspaceId={workspaceId} /> : <Navigate to={paths.settings(workspaceId)} replace />;
}
