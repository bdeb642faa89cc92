import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { useMemo } from 'react';
import { PlaceMessages } from '../../features/messages/messages/PlaceMessages.tsx';
import { useMoves } from '../../features/workspaces/members/open/members.queries.ts';
import { channelFacts } from '../../features/workspaces/structure/open/channels.queries.ts';
import { useMember } from '../../features/workspaces/structure/open/membership.ts';
import { useRoles } from '../../features/workspaces/structure/open/roles.queries.ts';
import { useNameColours } from '../../features/workspaces/structure/open/useNameColour.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { useChannelFacts } from './useChannelFacts.tsx';

interface ChannelMessagesProps {
  channel: Channel;
  isWelcome: boolean;
  /** Id of the message to show. */
  wanted: string | null;
}

/** Messages of a channel: passes the timeline its title, the person's rights, and the workspace's roles and colours. */
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
  const { facts, dialog } = useChannelFacts(channel, isWelcome);
  return (
    <>
      <PlaceMessages
        key={channelId}
        place={place}
        wanted={wanted}
        facts={facts}
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
      {dialog}
    </>
  );
}
