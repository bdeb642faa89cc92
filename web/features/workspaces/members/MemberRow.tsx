import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Ban from 'lucide-react/icons/ban';
import Crown from 'lucide-react/icons/crown';
import Flag from 'lucide-react/icons/flag';
import IdCard from 'lucide-react/icons/id-card';
import UserMinus from 'lucide-react/icons/user-minus';
import { memo, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { cx } from '../../../ui/cx.ts';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { ContextMenu, type MenuEntry } from '../../../ui/overlays/Menu.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { useOffDuty } from '../../people/availability/open/off-duty.ts';
import { useShownStatus } from '../../people/presence/open/presence.ts';
import { report } from '../../running/reports/open/report.store.ts';
import { MemberCard } from './MemberCard.tsx';
import s from './MembersPanel.module.css';
import { banMember, kickMember, passOnTo } from './open/member-actions.ts';
import type { Member } from './open/members.queries.ts';

interface MemberRowProps {
  member: Member;
  workspaceId: string;
  colour: string | undefined;
  me: MemberFacts;
  /** Workspace and roles, from which the member's rank is computed. */
  workspace: { title: string; owner: readonly string[] } | undefined;
  roles: Parameters<typeof memberFacts>[2];
  /** Whether `useShownStatus` can tell the member's presence; false for the list saved on the device. */
  present: boolean;
  /** Index among the members. */
  index: number;
  tabIndex: number;
  onFocus: (index: number) => void;
}

/** Shows a member: a left click opens the profile, a right click the menu of actions. */
export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { member, workspaceId, colour, me, workspace, roles, present, index, tabIndex, onFocus } = props;
  const { t } = useTranslation('members');
  const [open, setOpen] = useState(false);
  const { _id: id, firstName, lastName, avatar, jobTitle, suspended } = member;
  const shownStatus = useShownStatus();
  const status = present ? shownStatus(id, member.status) : null;
  const isResting = useOffDuty(present ? id : undefined) !== null;
  const name = fullName(member);
  const about = [member.guest && t('ui:guest'), jobTitle].filter(Boolean).join(' · ');
  const facts = memberFacts(member._id, workspace, roles);
  const kick = can.kick(me, facts);
  const ban = can.ban(me, facts);
  const items: MenuEntry[] = [
    { label: t('showProfile'), icon: <IdCard />, onSelect: () => setOpen(true) },
    id !== me.userId && 'separator',
    workspace &&
      can.passOn(me, facts) && {
        label: t('passOn'),
        icon: <Crown />,
        onSelect: () => void passOnTo(member, { _id: workspaceId, title: workspace.title }),
      },
    kick && {
      label: t('kick'),
      icon: <UserMinus />,
      danger: true,
      onSelect: () => void kickMember(member, workspaceId),
    },
    ban && { label: t('ban'), icon: <Ban />, danger: true, onSelect: () => void banMember(member, workspaceId) },
    can.report(me, { userId: id }) && {
      label: t('report'),
      icon: <Flag />,
      onSelect: () => report({ person: member, workspaceId }),
    },
  ];
  return (
    <ContextMenu items={items}>
      <div>
        <Popover
          label={t('profile', { name })}
          side="left"
          align="start"
          width={300}
          flush
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button
              type="button"
              className={cx(s.member, status === 'offline' && s.away)}
              data-member={id}
              tabIndex={tabIndex}
              onFocus={() => onFocus(index)}
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
              <span className={s.texts}>
                <span className={s.name} dir="auto" style={{ color: colour }}>
                  {name}
                  {id === me.userId && <span className={s.you}> ({t('you')})</span>}
                </span>
                {(suspended || about) && (
                  <span className={s.job} dir="auto">
                    {suspended ? t('ui:suspended') : about}
                  </span>
                )}
              </span>
            </button>
          }
        >
          <MemberCard user={member} colour={colour} onTalk={() => setOpen(false)} />
        </Popover>
      </div>
    </ContextMenu>
  );
});
