import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { timeOfId } from '@palabre/common/rules/ids.ts';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, Suspense, useState } from 'react';
import type { PlaceFacts } from '../../features/messages/messages/list/Beginning.tsx';
import { channelFacts } from '../../features/workspaces/structure/open/channels.queries.ts';
import { useMember } from '../../features/workspaces/structure/open/membership.ts';
import { VisibilityIcon } from '../../features/workspaces/structure/open/VisibilityIcon.tsx';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { keep, keptKey, readKept } from '../../platform/device/local-storage.ts';
import { useSession } from '../../platform/session/session.ts';
import { formatDate } from '../../platform/words/format.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { later } from '../../ui/overlays/later.ts';
import s from './PlaceFacts.module.css';
import { useOfPlace } from './useOfPlace.ts';

const InviteModal = later(
  async () => (await import('../../features/workspaces/invites/open/InviteModal.tsx')).InviteModal,
  'invitation',
);
const InviteOffer = later(
  async () => (await import('../../features/workspaces/email-invites/open/InviteOffer.tsx')).InviteOffer,
);
const ChannelPeopleDialog = later(
  async () => (await import('../../features/workspaces/channels/ChannelPeopleDialog.tsx')).ChannelPeopleDialog,
  'channelForm',
);

/** Returns « Invitez votre équipe » while the person is alone in a workspace, until they put it off on this device. */
function useInviteOffer(workspaceId: string, isOffered: boolean, accept: () => void): ReactNode {
  const userId = useSession(state => state.user?._id) ?? '';
  const key = keptKey('inviteLater', userId, workspaceId);
  /** Key of the offer put off on this page: the same component goes on to show the next workspace's channels. */
  const [putOffAt, setPutOffAt] = useState<string | null>(null);
  const people = useMyWorkspaces().data?.find(card => card._id === workspaceId)?.membersCount;
  if (!isOffered || people !== 1 || putOffAt === key || readKept(key) !== null) return null;
  const putOff = () => {
    keep(key, '1');
    setPutOffAt(key);
  };
  return (
    <Suspense fallback={null}>
      <InviteOffer onAccept={accept} onPutOff={putOff} />
    </Suspense>
  );
}

/**
 * Returns the facts at the beginning of a channel, and the dialog of its action while it is open: members with that
 * right add people to a private channel; elsewhere people are invited to the workspace.
 */
export function useChannelFacts(channel: Channel, isWelcome: boolean): { facts: PlaceFacts; dialog: ReactNode } {
  const { t } = useTranslation('messages');
  const { _id: channelId, title, visibility, workspaceId } = channel;
  const member = useMember(workspaceId);
  const [asking, setAsking] = useOfPlace<'people' | 'invite' | 'mail'>(channelId);
  const made = timeOfId(channelId);
  const what = t(`beginning.${visibility}`);
  const close = () => setAsking(null);
  const offer = useInviteOffer(workspaceId, isWelcome && can.invite(member), () => setAsking('mail'));
  const adds = can.letAnyoneIn(member, channelFacts(channel, isWelcome ? channelId : undefined));
  return {
    facts: {
      face: (
        <span className={s.sign}>
          <VisibilityIcon visibility={visibility} size={26} />
        </span>
      ),
      name: title,
      made: made ? t('beginning.since', { what, date: formatDate(made) }) : what,
      offer,
      action:
        adds || can.invite(member)
          ? {
              label: t(adds ? 'channels:addPeople' : 'beginning.invite'),
              icon: <UserPlus />,
              run: () => setAsking(adds ? 'people' : 'invite'),
            }
          : null,
    },
    dialog:
      asking === 'people' ? (
        <ChannelPeopleDialog channel={channel} onClose={close} />
      ) : asking ? (
        <InviteModal
          workspaceId={workspaceId}
          open
          onOpenChange={close}
          first={asking === 'mail' ? 'mail' : 'people'}
        />
      ) : null,
  };
}
