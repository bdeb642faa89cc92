import type { Conversation, Participant } from '@palabre/common/contract/conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { othersIn } from '@palabre/common/rules/conversations.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import IdCard from 'lucide-react/icons/id-card';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ReactNode } from 'react';
import { useAddingPeople } from '../../features/conversations/adding.store.ts';
import { ConversationFace } from '../../features/conversations/ConversationFace.tsx';
import { factsOf } from '../../features/conversations/conversation-actions.ts';
import { conversationName } from '../../features/conversations/open/names.ts';
import { beginningFace, type PlaceFacts } from '../../features/messages/messages/list/Beginning.tsx';
import { useShownStatus } from '../../features/people/presence/open/presence.ts';
import { MemberPopover } from '../../features/workspaces/members/open/MemberPopover.tsx';
import { formatDate } from '../../platform/words/format.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { useOfPlace } from './useOfPlace.ts';

/**
 * Returns the facts at the beginning of a conversation, and the other person's profile while it is open. A group offers
 * to add people; a direct conversation, the other person's profile.
 */
export function useConversationFacts(
  conversation: Conversation,
  userId: string,
): { facts: PlaceFacts; profile: ReactNode } {
  const { t } = useTranslation('messages');
  const setAdding = useAddingPeople(state => state.setConversation);
  const shownStatus = useShownStatus();
  const { _id: id, isGroup, users, creator } = conversation;
  const [shown, setShown] = useOfPlace<{ person: Participant; anchor: HTMLElement }>(id);
  const other = isGroup ? undefined : othersIn(conversation, userId)[0];
  const status = other && shownStatus(other._id, other.status);
  const date = formatDate(conversation.createdAt);
  const maker = users.find(({ _id }) => _id === creator);

  function made(): string {
    if (!isGroup)
      return [status && t(`ui:status.${status}`), t('beginning.direct', { date })].filter(Boolean).join(' · ');
    if (!maker) return t('beginning.group', { date });
    return maker._id === userId
      ? t('beginning.groupByMe', { date })
      : t('beginning.groupBy', { date, name: fullName(maker) });
  }

  return {
    facts: {
      face: <ConversationFace conversation={conversation} userId={userId} size={beginningFace} />,
      name: conversationName(conversation, userId),
      made: made(),
      action: other
        ? {
            label: t('beginning.profile'),
            icon: <IdCard />,
            run: anchor => setShown({ person: other, anchor }),
          }
        : can.growConversation(factsOf(conversation))
          ? { label: t('conversations:addPeople'), icon: <UserPlus />, run: () => setAdding(id) }
          : null,
    },
    profile: shown && (
      <MemberPopover person={shown.person} colour={undefined} anchor={shown.anchor} onClose={() => setShown(null)} />
    ),
  };
}
