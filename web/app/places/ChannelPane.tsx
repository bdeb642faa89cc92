import { Suspense, useDeferredValue, useMemo } from 'react';
import { useParams } from 'react-router';
import { ListSkeleton } from '../../features/messages/messages/list/ListSkeleton.tsx';
import { RetentionLine } from '../../features/messages/retention/RetentionLine.tsx';
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

// Who is there is asked for once the socket is there: its code comes then too, after that of the messages.
const MembersPanel = later(
  async () => (await import('../../features/workspaces/members/MembersPanel.tsx')).MembersPanel,
);

interface MembersOfProps {
  workspaceId: string;
  channelId: string;
}

/** Who may see a channel: another channel's are drawn after its messages, which one waits for. */
function Members({ workspaceId, channelId }: MembersOfProps) {
  const of = useDeferredValue(useMemo(() => ({ workspaceId, channelId }), [workspaceId, channelId]));
  // Its people are asked for while its code comes, and by what stays when the panel takes the place of its shape: left to
  // those two, what is on its way would be given up by the one and asked for again by the other.
  useMembers(of, 0, 0);
  const shape = <MembersSkeleton />;
  return usePresenceKnown() ? (
    <Suspense fallback={shape}>
      <MembersPanel {...of} />
    </Suspense>
  ) : (
    shape
  );
}

/** The shape of a channel to come. */
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

/** A channel, and its members beside it or sliding over it. */
export function ChannelPane() {
  const { workspaceId = '', channelId = '' } = useParams();
  const { data: workspace } = useWorkspace(workspaceId);
  const isKnown = useChannels(workspaceId).data?.some(channel => channel._id === channelId);
  const members = isKnown ? <Members workspaceId={workspaceId} channelId={channelId} /> : <MembersSkeleton />;
  return (
    <PlacePane members={members}>
      {isKnown && workspace && <RetentionLine workspace={workspace} />}
      <ChannelPage />
    </PlacePane>
  );
}
