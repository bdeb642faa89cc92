import { Navigate, useParams } from 'react-router';
import { ThreadsEntry } from '../../features/messages/threads/ThreadsEntry.tsx';
import { ChannelList } from '../../features/workspaces/channels/ChannelList.tsx';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { paths } from '../../platform/address/paths.ts';
import { usePhone } from '../../platform/media.ts';
import { WorkspaceStrip } from '../frame/WorkspaceStrip.tsx';
import { ListPage } from './ListPage.tsx';

/** Page of a workspace's address: its channels on a phone; elsewhere they stand beside, and its welcome channel opens. */
export function WorkspaceHome() {
  const { workspaceId = '' } = useParams();
  const card = useMyWorkspaces().data?.find(one => one._id === workspaceId);
  const phone = usePhone();
  if (!phone) return card ? <Navigate to={paths.channel(workspaceId, card.welcomeChannel)} replace /> : null;
  return (
    <>
      <WorkspaceStrip />
      <ListPage id={workspaceId}>
        <ThreadsEntry />
        <ChannelList key={workspaceId} workspaceId={workspaceId} />
      </ListPage>
    </>
  );
}
