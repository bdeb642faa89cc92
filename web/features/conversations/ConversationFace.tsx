import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { othersFirst, othersIn } from '@palabre/common/rules/conversations.ts';
import { useMemo } from 'react';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Company } from '../../ui/marks/Company.tsx';
import { useShownStatus } from '../people/presence/open/presence.ts';
import s from './ConversationFace.module.css';

interface ConversationFaceProps {
  conversation: Conversation;
  userId: string;
  /** Size in pixels. */
  size?: number;
}

/** Shows the other person's avatar and status; for a group, the avatars of two of its people. */
export function ConversationFace(props: ConversationFaceProps) {
  const { users } = props.conversation;
  return (
    <Company people={useMemo(() => users.map(({ _id }) => _id), [users])}>
      <Faces {...props} />
    </Company>
  );
}

function Faces({ conversation, userId, size = 36 }: ConversationFaceProps) {
  const shownStatus = useShownStatus();
  const { isGroup, users } = conversation;
  const [first, second] =
    isGroup && users.length > 1 ? othersFirst(conversation, userId) : othersIn(conversation, userId);
  if (!first) return <Avatar id={conversation._id} title="?" size={size} />;
  if (!second) {
    const { _id, firstName, lastName, avatar, status } = first;
    const shown = shownStatus(_id, status);
    return <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} size={size} status={shown} />;
  }
  return (
    <span className={s.group} style={{ width: size, height: size }} aria-hidden="true">
      {[first, second].map(({ _id, firstName, lastName, avatar }) => (
        <Avatar
          key={_id}
          id={_id}
          firstName={firstName}
          lastName={lastName}
          src={avatar}
          size={Math.round((size * 25) / 36)}
        />
      ))}
    </span>
  );
}
