import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import EyeOff from 'lucide-react/icons/eye-off';
import LogOut from 'lucide-react/icons/log-out';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import UserPlus from 'lucide-react/icons/user-plus';
import { useLocation } from 'react-router';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import type { MenuEntry } from '../../ui/overlays/Menu.tsx';
import { useLeave } from '../../ui/pages/useLeave.ts';
import { useHearingMenu } from '../reading/unread/open/hearing-menu.tsx';
import { useAddingPeople } from './adding.store.ts';
import {
  factsOf,
  hideConversation,
  leaveConversation,
  removeConversation,
  renameConversation,
} from './conversation-actions.ts';

/** Returns the menu of a conversation, wherever it opens; `remove` is the action of the Delete key. */
export function useConversationMenu() {
  const { t } = useTranslation('conversations');
  const userId = useSession(state => state.user?._id) ?? '';
  const { conversationId } = addressParts(useLocation().pathname);
  const goOut = useLeave();
  const hearing = useHearingMenu();
  const setAdding = useAddingPeople(state => state.setConversation);

  const leaveIt = ({ _id }: Conversation) => {
    if (_id === conversationId) void goOut(paths.conversations);
  };
  const mayHide = (conversation: Conversation) => can.hideConversation(factsOf(conversation));
  const mayDelete = (conversation: Conversation) => can.deleteConversation({ userId }, factsOf(conversation));
  const remove = (conversation: Conversation) => {
    const leave = () => leaveIt(conversation);
    if (mayHide(conversation)) void hideConversation(conversation, leave);
    else if (mayDelete(conversation)) void removeConversation(conversation, leave);
  };
  const items = (conversation: Conversation): MenuEntry[] => {
    const mayChange = can.changeConversation(factsOf(conversation));
    return [
      can.growConversation(factsOf(conversation)) && {
        label: t('addPeople'),
        icon: <UserPlus />,
        onSelect: () => setAdding(conversation._id),
      },
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
      mayHide(conversation) && {
        label: t('hide'),
        icon: <EyeOff />,
        shortcut: t('removeKey'),
        onSelect: () => remove(conversation),
      },
      mayDelete(conversation) && {
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
