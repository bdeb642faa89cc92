import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { useMemo } from 'react';
import { useMember } from '../../features/workspaces/structure/open/membership.ts';
import { useRoles } from '../../features/workspaces/structure/open/roles.queries.ts';
import { useNameColours } from '../../features/workspaces/structure/open/useNameColour.ts';
import { useTranslation } from '../../platform/words/i18n.ts';

/** Returns the context of a channel's messages and threads: rights, roles, colours, people who can be mentioned. */
export function useChannelWorld({ _id: channelId, workspaceId, visibility }: Channel) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const member = useMember(workspaceId);
  const { data: roles } = useRoles(workspaceId);
  const colourOf = useNameColours(workspaceId);
  const mayCallAll = can.mentionEveryone(member);
  const world = useMemo(
    () => ({ workspaceId, channelId, roles, mayCallAll }),
    [workspaceId, channelId, roles, mayCallAll],
  );
  const mayWrite = can.postMessage(member, { id: channelId, visibility });
  return { member, world, colourOf, refusal: (member.isMember || member.letInto) && !mayWrite ? t('readOnly') : null };
}
