import { useParams } from 'react-router';
import { InviteGuestsDialog } from '../../features/workspaces/email-invites/open/InviteGuestsDialog.tsx';
import { GuestsSection } from '../../features/workspaces/guests/open/GuestsSection.tsx';

/** Section « Invités » of a workspace's settings, with the dialog that invites them. */
export function GuestsSettings() {
  const { workspaceId = '' } = useParams();
  return <GuestsSection invitation={close => <InviteGuestsDialog workspaceId={workspaceId} onClose={close} />} />;
}
