import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { LogOut, Pencil, Trash2, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { addressParts, paths } from '../../app/paths.ts';
import { useSession } from '../../platform/session.ts';
import type { MenuEntry } from '../../ui/Menu.tsx';
import { useHearingMenu } from '../unread/hearing-menu.tsx';
import { useAddingPeople } from './adding.store.ts';
import { factsOf, leaveConversation, removeConversation, renameConversation } from './conversation-actions.ts';

/** What one may do with a conversation, wherever its menu opens; `remove` is what the Delete key does. */
export function useConversationMenu() {
  const { t } = useTranslation('conversations');
  const userId = useSession(state => state.user?._id) ?? '';
  const { conversationId } = addressParts(useLocation().pathname);
  const navigate = useNavigate();
  const hearing = useHearingMenu();
  const setAdding = useAddingPeople(state => state.setConversation);

  const leaveIt = ({ _id }: Conversation) => {
    if (_id === conversationId) void navigate(paths.conversations, { replace: true });
  };
  const mayRemove = (conversation: Conversation) => {
    const facts = factsOf(conversation);
    return can.hideConversation(facts) || can.deleteConversation({ userId }, facts);
  };
  const remove = (conversation: Conversation) => {
    if (mayRemove(conversation)) void removeConversation(conversation, () => leaveIt(conversation));
  };
  const items = (conversation: Conversation): MenuEntry[] => {
    const mayChange = can.changeConversation(factsOf(conversation));
    return [
      mayChange && { label: t('addPeople'), icon: <UserPlus />, onSelect: () => setAdding(conversation._id) },
      {
        label: t('rename'),
        icon: <Pencil />,
        shortcut: 'F2',
        onSelect: () => void renameConversation(conversation),
      },
      'separator',
      ...hearing({ conversationId: conversation._id }),
      'separator',
      mayChange && {
        label: t('leave'),
        icon: <LogOut />,
        danger: true,
        onSelect: () => void leaveConversation(conversation, () => leaveIt(conversation)),
      },
      mayRemove(conversation) && {
        label: t('remove'),
        icon: <Trash2 />,
        shortcut: t('removeKey'),
        danger: true,
        onSelect: () => remove(conversation),
      },
    ];
  };
  return { items, remove };
}
