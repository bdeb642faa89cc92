import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { useMemo } from 'react';
import { PlaceMessages } from '../../features/messages/messages/PlaceMessages.tsx';
import { useIsGuest } from '../../features/people/users/open/users.queries.ts';
import { useMoves } from '../../features/workspaces/members/open/members.queries.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { useChannelFacts } from './useChannelFacts.tsx';
import { useChannelWorld } from './useChannelWorld.ts';

interface ChannelMessagesProps {
  channel: Channel;
  isWelcome: boolean;
  /** Id of the message to show. */
  wanted: string | null;
  /** Whether a thread covers the messages. */
  covered: boolean;
}

/** Messages of a channel: passes the timeline its title, the person's rights, and the workspace's roles and colours. */
export function ChannelMessages({ channel, isWelcome, wanted, covered }: ChannelMessagesProps) {
  const { t } = useTranslation('messages');
  const { _id: channelId, title, workspaceId } = channel;
  const place = useMemo(() => ({ channelId }), [channelId]);
  const isGuest = useIsGuest();
  const moves = useMoves(workspaceId, isWelcome && !isGuest);
  const { facts, dialog } = useChannelFacts(channel, isWelcome);
  return (
    <>
      <PlaceMessages
        key={channelId}
        place={place}
        wanted={wanted}
        covered={covered}
        facts={facts}
        words={{
          list: t('list', { title }),
          composer: t('composer.label', { title }),
          placeholder: t('composer.placeholder', { title }),
        }}
        moves={moves}
        {...useChannelWorld(channel)}
      />
      {dialog}
    </>
  );
}
