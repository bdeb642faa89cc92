import { Suspense, useDeferredValue, useMemo } from 'react';
import { useParams } from 'react-router';
import { useChannels } from '../../features/channels/channels.queries.ts';
import { MembersSkeleton } from '../../features/members/MembersSkeleton.tsx';
import { useMembers } from '../../features/members/members.queries.ts';
import { ChannelPage } from '../../features/messages/ChannelPage.tsx';
import { ListSkeleton } from '../../features/messages/list/ListSkeleton.tsx';
import { RetentionLine } from '../../features/retention/RetentionLine.tsx';
import { useWorkspace } from '../../features/workspaces/workspaces.queries.ts';
import { usePresenceKnown } from '../../platform/connection.ts';
import { later } from '../../ui/later.ts';
import { useTight } from './media.ts';
import s from './PlacePane.module.css';
import { PlacePane } from './PlacePane.tsx';
import { useShell } from './shell.store.ts';

// Who is there is asked for once the socket is there: its code comes then too, after that of the messages.
const MembersPanel = later(async () => (await import('../../features/members/MembersPanel.tsx')).MembersPanel);

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
