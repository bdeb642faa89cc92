import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { othersIn } from '@palabre/common/rules/conversations.ts';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useShortcutsEntry } from '../../app/shell/PlaceMenu.tsx';
import { useTranslation } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useShownStatus } from '../presence/presence.ts';
import { useConversationMenu } from './conversation-menu.tsx';

/** Before the title of a direct conversation: the other, and whether they are there. */
export function ConversationMark({ conversation }: { conversation: Conversation }) {
  const userId = useSession(state => state.user?._id) ?? '';
  const shownStatus = useShownStatus();
  const [other, ...more] = othersIn(conversation, userId);
  if (!other || more.length > 0 || conversation.isGroup) return null;
  const { _id, firstName, lastName, avatar, status } = other;
  const shown = shownStatus(_id, status);
  return <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} size={28} status={shown} />;
}

/** What one may do with the conversation that is open. */
export function ConversationActions({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations');
  const menu = useConversationMenu();
  const shortcuts = useShortcutsEntry();
  return (
    <Menu items={() => [...menu.items(conversation), ...shortcuts]} align="end">
      <IconButton label={t('actions')} side="bottom">
        <Ellipsis />
      </IconButton>
    </Menu>
  );
}
