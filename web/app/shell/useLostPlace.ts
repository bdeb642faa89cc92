import { can } from '@palabre/common/permissions/can.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useChannels } from '../../features/channels/channels.queries.ts';
import { useConversations } from '../../features/conversations/conversations.queries.ts';
import { conversationName } from '../../features/conversations/names.ts';
import { useMember } from '../../features/members/membership.ts';
import { useMyRoles } from '../../features/roles/roles.queries.ts';
import { useMe } from '../../features/users/users.queries.ts';
import { wasInside } from '../../features/workspaces/kept-inside.ts';
import { useMyWorkspaces } from '../../features/workspaces/workspaces.queries.ts';
import { endedHere, forgetEnd } from '../../platform/ended.ts';
import { useSession } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { type AddressParts, addressParts, messageParam } from '../paths.ts';
import { type Access, type Admission, admissionBefore, admissionOf, type Loss, lossOf } from './lost-place.ts';
import { forced } from './useUnsaved.ts';

function useAccess({ workspaceId = '', conversationId }: AddressParts): Access {
  const talks = useConversations(conversationId !== undefined).data;
  const talk = talks?.find(one => one._id === conversationId);
  const userId = useMe()?._id ?? '';
  const conversation = talks && (talk ? { title: conversationName(talk, userId) } : null);
  const cards = useMyWorkspaces().data;
  const card = cards?.find(one => one._id === workspaceId);
  const roles = useMyRoles(workspaceId).data;
  const channels = useChannels(workspaceId).data;
  const manages = can.manageWorkspace(useMember(workspaceId));
  return {
    workspace: cards && (card ?? null),
    channels,
    manages: manages || (roles ? false : undefined),
    conversation,
  };
}

/**
 * Leads out of what one may no longer see, whatever page is open, and says so once: kicked, banned, left, deleted, a
 * channel gone, a right lost. True while one is being led out: there is nothing to show then.
 */
export function useLostPlace(): boolean {
  const { t } = useTranslation(['workspaces', 'settings', 'channels', 'messages', 'shell']);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const place = addressParts(pathname);
  const access = useAccess(place);
  const userId = useSession(state => state.user?._id) ?? '';
  const [before] = useState(() => {
    const { workspaceId } = place;
    return workspaceId && wasInside(userId, workspaceId) ? admissionBefore(workspaceId) : null;
  });
  const admitted = useRef<Admission | null>(before);
  /** The address one is being led out of: the router may take a moment. */
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
      void navigate(loss.to, { replace: true, state: forced });
      return;
    }
    leaving.current = null;
    admitted.current = admissionOf(place, access, admitted.current);
    if (admitted.current) forgetEnd(admitted.current.id);
  });
  return loss !== null;
}
