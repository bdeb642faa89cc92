import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { useMemo } from 'react';
import { useChannelWorld } from '../places/useChannelWorld.ts';
import { ThreadPane } from './ThreadPane.tsx';

interface ChannelThreadProps {
  id: string;
  /** Id of the reply to show. */
  wanted: string | null;
  channel: Channel;
}

/** Thread of a channel, beside it or over it. */
export function ChannelThread({ id, wanted, channel }: ChannelThreadProps) {
  const parent = useMemo(() => ({ channelId: channel._id }), [channel._id]);
  const world = useChannelWorld(channel);
  return <ThreadPane id={id} wanted={wanted} parent={parent} where={`#${channel.title}`} {...world} />;
}
