import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { othersIn } from '@palabre/common/rules/conversations.ts';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useConversationMenu } from '../../features/conversations/conversation-menu.tsx';
import { useOffDuty } from '../../features/people/availability/open/off-duty.ts';
import { useShownStatus } from '../../features/people/presence/open/presence.ts';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/Menu.tsx';
import { useShortcutsEntry } from './PlaceMenu.tsx';

/** Avatar and status of the other person, before the title of a direct conversation. */
export function ConversationMark({ conversation }: { conversation: Conversation }) {
  const userId = useSession(state => state.user?._id) ?? '';
  const shownStatus = useShownStatus();
  const [other, ...more] = othersIn(conversation, userId);
  const isAlone = more.length === 0 && !conversation.isGroup;
  const isResting = useOffDuty(isAlone ? other?._id : undefined) !== null;
  if (!other || !isAlone) return null;
  const { _id, firstName, lastName, avatar, status } = other;
  const shown = shownStatus(_id, status);
  return (
    <Avatar
      id={_id}
      firstName={firstName}
      lastName={lastName}
      src={avatar}
      size={28}
      status={shown}
      isResting={isResting}
    />
  );
}

interface ConversationActionsProps {
  conversation: Conversation;
  /** Entries that come before the menu's own. */
  first?: readonly MenuEntry[];
}

/** Menu of the open conversation. */
export function ConversationActions({ conversation, first = [] }: ConversationActionsProps) {
  const { t } = useTranslation('conversations');
  const menu = useConversationMenu();
  const shortcuts = useShortcutsEntry();
  return (
    <Menu items={() => [...first, ...menu.items(conversation), ...shortcuts]} align="end">
      <IconButton label={t('actions')} side="bottom">
        <Ellipsis />
      </IconButton>
    </Menu>
  );
}
