import type { Conversation, Participant } from '@palabre/common/contract/conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useRoving } from '../../ui/roving.ts';
import { MemberPopover } from '../members/MemberPopover.tsx';
import m from '../members/MembersPanel.module.css';
import { useShownStatus } from '../presence/presence.ts';
import { useAddingPeople } from './adding.store.ts';
import s from './ConversationMembers.module.css';
import { factsOf } from './conversation-actions.ts';

/** « Membres – {count} » (spec 2 §2): who is in a conversation, and whether they are there. */
export function ConversationMembers({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation(['conversations', 'members']);
  const userId = useSession(state => state.user?._id) ?? '';
  const setAdding = useAddingPeople(state => state.setConversation);
  const { _id: id, users } = conversation;
  const shownStatus = useShownStatus();
  const roving = useRoving(users.map(({ _id }) => _id));
  const [shown, setShown] = useState<{ person: Participant; anchor: HTMLElement } | null>(null);
  return (
    <div className={cx(m.panel, s.panel)}>
      <header className={s.header}>
        <h3 className={m.heading}>{t('members', { count: users.length })}</h3>
        {can.changeConversation(factsOf(conversation)) && (
          <IconButton label={t('addPeople')} size="sm" onClick={() => setAdding(id)}>
            <UserPlus />
          </IconButton>
        )}
      </header>
      <ul aria-label={t('members:panel')} {...roving.list}>
        {users.map(person => {
          const status = shownStatus(person._id, person.status);
          return (
            <li key={person._id}>
              <button
                type="button"
                className={cx(m.member, status === 'offline' && m.away)}
                aria-haspopup="dialog"
                onClick={({ currentTarget: anchor }) => setShown({ person, anchor })}
                {...roving.item(person._id)}
              >
                <Avatar
                  id={person._id}
                  firstName={person.firstName}
                  lastName={person.lastName}
                  src={person.avatar}
                  size={32}
                  status={status}
                />
                <span className={m.texts}>
                  <span className={m.name} dir="auto">
                    {fullName(person)}
                    {person._id === userId && <span className={m.you}> ({t('members:you')})</span>}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown && (
        <MemberPopover person={shown.person} colour={undefined} anchor={shown.anchor} onClose={() => setShown(null)} />
      )}
    </div>
  );
}
