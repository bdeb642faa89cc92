import type { Conversation, Participant } from '@palabre/common/contract/conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Flag from 'lucide-react/icons/flag';
import IdCard from 'lucide-react/icons/id-card';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ComponentProps, useRef, useState } from 'react';
import { useAddingPeople } from '../../features/conversations/adding.store.ts';
import { factsOf } from '../../features/conversations/conversation-actions.ts';
import { useOffDuty } from '../../features/people/availability/open/off-duty.ts';
import { useShownStatus } from '../../features/people/presence/open/presence.ts';
import { report } from '../../features/running/reports/open/report.store.ts';
import m from '../../features/workspaces/members/MembersPanel.module.css';
import { MemberPopover } from '../../features/workspaces/members/open/MemberPopover.tsx';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { useRoving } from '../../ui/lists/roving.ts';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { afterPaint } from '../../ui/motion/after-paint.ts';
import { ContextMenu } from '../../ui/overlays/Menu.tsx';
import s from './ConversationMembers.module.css';

/** Panel « Membres – {count} »: the people of a conversation, with their status. */
export function ConversationMembers({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations');
  const userId = useSession(state => state.user?._id) ?? '';
  const setAdding = useAddingPeople(state => state.setConversation);
  const { _id: id, users } = conversation;
  const roving = useRoving(users.map(({ _id }) => _id));
  const [shown, setShown] = useState<{ person: Participant; anchor: HTMLElement } | null>(null);
  return (
    <div className={cx(m.panel, s.panel)}>
      <header className={s.header}>
        <h3 className={m.heading}>{t('members', { count: users.length })}</h3>
        {can.growConversation(factsOf(conversation)) && (
          <IconButton label={t('addPeople')} size="sm" onClick={() => setAdding(id)}>
            <UserPlus />
          </IconButton>
        )}
      </header>
      <ul aria-label={t('members:panel')} {...roving.list}>
        {users.map(person => (
          <li key={person._id}>
            <Person
              person={person}
              userId={userId}
              onShow={anchor => setShown({ person, anchor })}
              {...roving.item(person._id)}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <MemberPopover person={shown.person} colour={undefined} anchor={shown.anchor} onClose={() => setShown(null)} />
      )}
    </div>
  );
}

interface PersonProps extends ComponentProps<'button'> {
  person: Participant;
  userId: string;
  /** Opens the person's profile beside this button. */
  onShow: (anchor: HTMLElement) => void;
}

/** A person of the conversation: a left click opens their profile, a right click their menu. */
function Person({ person, userId, onShow, ...item }: PersonProps) {
  const { t } = useTranslation('members');
  const button = useRef<HTMLButtonElement>(null);
  const { _id: id, firstName, lastName, avatar } = person;
  const status = useShownStatus()(id, person.status);
  const isResting = useOffDuty(id) !== null;
  const me = memberFacts(userId, undefined, []);
  // After the paint, because the closing menu gives focus back, which would close the popover.
  const show = () => void afterPaint(() => button.current && onShow(button.current));
  const items = [
    { label: t('showProfile'), icon: <IdCard />, onSelect: show },
    can.report(me, { userId: id }) && 'separator',
    can.report(me, { userId: id }) && { label: t('report'), icon: <Flag />, onSelect: () => report({ person }) },
  ] as const;
  return (
    <ContextMenu items={items}>
      <button
        ref={button}
        type="button"
        className={cx(m.member, status === 'offline' && m.away)}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => onShow(currentTarget)}
        {...item}
      >
        <Avatar
          id={id}
          firstName={firstName}
          lastName={lastName}
          src={avatar}
          size={32}
          status={status}
          isResting={isResting}
        />
        <span className={m.texts}>
          <span className={m.name} dir="auto">
            {fullName(person)}
            {id === userId && <span className={m.you}> ({t('you')})</span>}
          </span>
          {person.suspended && <span className={m.job}>{t('ui:suspended')}</span>}
          {person.guest && <span className={m.job}>{t('ui:guest')}</span>}
        </span>
      </button>
    </ContextMenu>
  );
}
