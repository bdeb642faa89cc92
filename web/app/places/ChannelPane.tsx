import { Suspense, useDeferredValue, useMemo } from 'react';
import { useParams } from 'react-router';
import { ListSkeleton } from '../../features/messages/messages/list/ListSkeleton.tsx';
import { RetentionLine } from '../../features/messages/retention/RetentionLine.tsx';
import { useAddressed } from '../../features/messages/threads/open/open-thread.ts';
import { MembersSkeleton } from '../../features/workspaces/members/MembersSkeleton.tsx';
import { useMembers } from '../../features/workspaces/members/open/members.queries.ts';
import { useChannels } from '../../features/workspaces/structure/open/channels.queries.ts';
import { useWorkspace } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { useTight } from '../../platform/media.ts';
import { usePresenceKnown } from '../../platform/server/connection.ts';
import { later } from '../../ui/overlays/later.ts';
import { useShell } from '../frame/shell.store.ts';
import { ChannelPage } from './ChannelPage.tsx';
import s from './PlacePane.module.css';
import { PlacePane } from './PlacePane.tsx';

// Its code is fetched after the messages' code, since presence is fetched only after the socket connects.
const MembersPanel = later(
  async () => (await import('../../features/workspaces/members/MembersPanel.tsx')).MembersPanel,
);

const ChannelThread = later(async () => (await import('../threads/ChannelThread.tsx')).ChannelThread);

interface MembersOfProps {
  workspaceId: string;
  channelId: string;
}

/** Members of a channel. On a change of channel they render after the messages, which the person waits for. */
function Members({ workspaceId, channelId }: MembersOfProps) {
  const of = useDeferredValue(useMemo(() => ({ workspaceId, channelId }), [workspaceId, channelId]));
  // Fetches the members while the panel's code loads. This component stays mounted when the panel replaces the skeleton;
  // without it, the skeleton's unmount would cancel the request and the panel would send it again.
  const { isLoaded } = useMembers(of, 0, 0);
  const isKnown = usePresenceKnown();
  const shape = <MembersSkeleton />;
  return isKnown || isLoaded ? (
    <Suspense fallback={shape}>
      <MembersPanel {...of} />
    </Suspense>
  ) : (
    shape
  );
}

/** Skeleton of a channel. */
export function ChannelPaneSkeleton() {
  const tight = useTight();
  const membersOpen = useShell(state => state.membersOpen);
  return (
    <div className={s.pane}>
      <div className={s.feed}>
        <ListSkeleton />
      </div>
      {!tight && membersOpen && (
        <div className={s.members}>
          <MembersSkeleton />
        </div>
      )}
    </div>
  );
}

/** Channel with its members, beside it or in a drawer. */
export function ChannelPane() {
  const { workspaceId = '', channelId = '' } = useParams();
  const { data: workspace } = useWorkspace(workspaceId);
  const channel = useChannels(workspaceId).data?.find(({ _id }) => _id === channelId);
  const { thread, reply } = useAddressed();
  const covered = useTight() && thread !== null;
  const members = channel ? <Members workspaceId={workspaceId} channelId={channelId} /> : <MembersSkeleton />;
  return (
    <PlacePane
      members={members}
      thread={
        thread && channel ? (
          <ChannelThread key={thread} id={thread} wanted={reply} channel={channel} />
        ) : (
          thread && <ListSkeleton />
        )
      }
    >
      {channel && workspace && <RetentionLine workspace={workspace} />}
      <ChannelPage covered={covered} />
    </PlacePane>
  );
}
