import type { Channel } from '@palabre/common/contract/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { useMemo } from 'react';
import { useTranslation } from '../../platform/i18n.ts';
import { channelFacts } from '../channels/channels.queries.ts';
import { useMoves } from '../members/members.queries.ts';
import { useMember } from '../members/membership.ts';
import { useNameColours } from '../members/useNameColour.ts';
import { useRoles } from '../roles/roles.queries.ts';
import { PlaceMessages } from './PlaceMessages.tsx';

interface ChannelMessagesProps {
  channel: Channel;
  isWelcome: boolean;
  /** The id of the message to show. */
  wanted: string | null;
}

/** What a channel is to its messages: its title, who may write, the roles and colours of its workspace. */
export function ChannelMessages({ channel, isWelcome, wanted }: ChannelMessagesProps) {
  const { t } = useTranslation('messages');
  const { _id: channelId, title, workspaceId } = channel;
  const place = useMemo(() => ({ channelId }), [channelId]);
  const member = useMember(workspaceId);
  const { data: roles } = useRoles(workspaceId);
  const moves = useMoves(workspaceId, isWelcome);
  const colourOf = useNameColours(workspaceId);
  const mayCallAll = can.mentionEveryone(member);
  const world = useMemo(
    () => ({ workspaceId, channelId, roles, mayCallAll }),
    [workspaceId, channelId, roles, mayCallAll],
  );
  const mayWrite = can.postMessage(member, channelFacts(channel, isWelcome ? channelId : undefined));
  return (
    <PlaceMessages
      key={channelId}
      place={place}
      wanted={wanted}
      words={{
        list: t('list', { title }),
        composer: t('composer.label', { title }),
        placeholder: t('composer.placeholder', { title }),
      }}
      member={member}
      refusal={member.isMember && !mayWrite ? t('composer.readOnly') : null}
      world={world}
      colourOf={colourOf}
      moves={moves}
    />
  );
}
