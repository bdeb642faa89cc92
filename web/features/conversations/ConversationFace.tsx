import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { othersIn } from '@palabre/common/rules/conversations.ts';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { useShownStatus } from '../people/presence/open/presence.ts';
import s from './ConversationFace.module.css';

interface ConversationFaceProps {
  conversation: Conversation;
  userId: string;
}

/** Shows the other person's avatar and status; for a group, the avatars of two of its people. */
export function ConversationFace({ conversation, userId }: ConversationFaceProps) {
  const shownStatus = useShownStatus();
  const { isGroup, users } = conversation;
  const [first, second] = isGroup && users.length === 2 ? users : othersIn(conversation, userId);
  if (!first) return <Avatar id={conversation._id} title="?" />;
  if (!second) {
    const { _id, firstName, lastName, avatar, status } = first;
    const shown = shownStatus(_id, status);
    return <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} status={shown} />;
  }
  return (
    <span className={s.group} aria-hidden="true">
      {[first, second].map(({ _id, firstName, lastName, avatar }) => (
        <Avatar key={_id} id={_id} firstName={firstName} lastName={lastName} src={avatar} size={25} />
      ))}
    </span>
  );
}
