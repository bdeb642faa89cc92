import { api } from '@palabre/common/contract/index.ts';
import type { ListedThread as Listed } from '@palabre/common/contract/messages/threads.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { useQuery } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { conversationName } from '../../features/conversations/open/names.ts';
import { VisibilityIcon } from '../../features/workspaces/structure/open/VisibilityIcon.tsx';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { paths } from '../../platform/address/paths.ts';
import { endpointQuery } from '../../platform/server/query.ts';
import { useSession } from '../../platform/session/session.ts';
import { Skeleton } from '../../ui/lists/Skeleton.tsx';
import { useChannelWorld } from '../places/useChannelWorld.ts';
import { useConversationWorld } from '../places/useConversationWorld.ts';
import { ThreadCard } from './ThreadCard.tsx';

/** Placeholder of a thread whose place is not loaded yet. */
export const CardSkeleton = () => <Skeleton height={220} radius={16} />;

function InChannel({ listed, channel }: { listed: Listed; channel: Channel }) {
  const workspace = useMyWorkspaces().data?.find(({ _id }) => _id === channel.workspaceId);
  const world = useChannelWorld(channel);
  return (
    <ThreadCard
      listed={listed}
      where={workspace ? `${channel.title} · ${workspace.title}` : channel.title}
      path={paths.channel(channel.workspaceId, channel._id)}
      sign={<VisibilityIcon visibility={channel.visibility} size={13} />}
      {...world}
    />
  );
}

function InConversation({ listed, id }: { listed: Listed; id: string }) {
  const userId = useSession(state => state.user?._id) ?? '';
  const { conversation } = useConversation(id);
  const world = useConversationWorld(conversation?.users ?? none);
  if (!conversation) return <CardSkeleton />;
  return (
    <ThreadCard
      listed={listed}
      where={conversationName(conversation, userId)}
      path={paths.conversation(id)}
      sign={<MessagesSquare aria-hidden="true" />}
      {...world}
    />
  );
}

const none: readonly never[] = [];

/** Thread of the list, with its channel's or conversation's data once known. */
export function ListedThread({ listed }: { listed: Listed }) {
  const { channelId, conversationId } = listed.thread.parent;
  const { data: channel } = useQuery({
    ...endpointQuery(api.channels.list),
    enabled: channelId !== null,
    select: ({ channels }) => channels.find(({ _id }) => _id === channelId),
    meta: { silent: true },
  });
  if (conversationId) return <InConversation listed={listed} id={conversationId} />;
  return channel ? <InChannel listed={listed} channel={channel} /> : <CardSkeleton />;
}
