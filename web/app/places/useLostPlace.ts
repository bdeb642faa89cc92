import { can } from '@palabre/common/permissions/can.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { conversationName } from '../../features/conversations/open/names.ts';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { useChannels, useIsChannelRefused } from '../../features/workspaces/structure/open/channels.queries.ts';
import { useMember } from '../../features/workspaces/structure/open/membership.ts';
import { useMyRoles } from '../../features/workspaces/structure/open/roles.queries.ts';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { wasInside } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { type AddressParts, addressParts, messageParam } from '../../platform/address/paths.ts';
import { endedHere, forgetEnd } from '../../platform/server/ended.ts';
import { isFromServer } from '../../platform/server/query.ts';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { useLeave } from '../../ui/pages/useLeave.ts';
import { type Access, type Admission, admissionBefore, admissionOf, type Loss, lossOf } from './lost-place.ts';

/** Returns null (absent) if the data is the server's, and undefined (unknown) if it is only the device's cache. */
const absent = (answer: { data?: unknown; dataUpdatedAt: number }): null | undefined =>
  answer.data !== undefined && isFromServer(answer) ? null : undefined;

function useAccess({ workspaceId = '', channelId, conversationId }: AddressParts, seen?: string): Access {
  const talk = useConversation(conversationId ?? '');
  const userId = useMe()?._id ?? '';
  const mine = useMyWorkspaces();
  const roles = useMyRoles(workspaceId);
  const manages = can.manageWorkspace(useMember(workspaceId));
  return {
    workspace: mine.data?.find(one => one._id === workspaceId) ?? absent(mine),
    channels: useChannels(workspaceId).data,
    channelRefused: useIsChannelRefused(workspaceId, channelId, seen !== channelId),
    manages: manages || (absent(roles) === null ? false : undefined),
    conversation: talk.conversation
      ? { title: conversationName(talk.conversation, userId) }
      : talk.isGone
        ? null
        : undefined,
  };
}

/**
 * Leads the person out of a place that they may no longer see (kicked, banned, left, deleted, right lost), and tells them
 * once. Returns true during the navigation, when the page shows nothing.
 */
export function useLostPlace(): boolean {
  const { t } = useTranslation('workspaces');
  const { pathname, search } = useLocation();
  const leave = useLeave();
  const place = addressParts(pathname);
  const userId = useSession(state => state.user?._id) ?? '';
  const [before] = useState(() => {
    const { workspaceId } = place;
    return workspaceId && wasInside(userId, workspaceId) ? admissionBefore(workspaceId) : null;
  });
  const admitted = useRef<Admission | null>(before);
  const access = useAccess(place, admitted.current?.channel?._id);
  /** Address being left, since navigation takes a moment. */
  const leaving = useRef<string | null>(null);
  const loss = lossOf(place, access, admitted.current);

  const tell = ({ news, id, title = '' }: Loss) => {
    if (endedHere(id)) return;
    if (news === 'workspace') alerts.info(t('workspaces:gate.gone'));
    if (news === 'channel') alerts.warning(t('channels:gone', { title }));
    if (news === 'conversation') alerts.warning(t('shell:conversationGone', { name: title }));
    if (news === 'settingsLost') alerts.error(t('settings:lost'));
    if (news === 'settingsRefused') alerts.error(t('settings:forbidden'));
    if (news === null && new URLSearchParams(search).has(messageParam)) alerts.warning(t('messages:messageHidden'));
  };

  useEffect(() => {
    if (loss) {
      if (leaving.current === pathname) return;
      leaving.current = pathname;
      tell(loss);
      void leave(loss.to);
      return;
    }
    leaving.current = null;
    admitted.current = admissionOf(place, access, admitted.current);
    if (admitted.current) forgetEnd(admitted.current.id);
  });
  return loss !== null;
}
