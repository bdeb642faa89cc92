import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Ban from 'lucide-react/icons/ban';
import Crown from 'lucide-react/icons/crown';
import UserMinus from 'lucide-react/icons/user-minus';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Row, RowLocked, RowNote } from '../../../../ui/lists/Row.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { useShownStatus } from '../../../people/presence/open/presence.ts';
import { banMember, kickMember, passOnTo } from '../open/member-actions.ts';
import type { Member } from '../open/members.queries.ts';

interface MemberSettingsRowProps {
  member: Member;
  workspace: { _id: string; title: string };
  me: MemberFacts;
  /** Member's rank and rights, which decide the allowed actions. */
  facts: MemberFacts;
  /** Member's roles, by rank. */
  roles: readonly Role[];
  colour: string | undefined;
}

/** Number of roles shown on a line; the others are counted. */
const shownRoles = 2;

/** Shows a member, with « Kick » and « Ban » where right and rank allow them. */
export function MemberSettingsRow({ member, workspace, me, facts, roles, colour }: MemberSettingsRowProps) {
  const { t } = useTranslation('settings');
  const { _id: workspaceId } = workspace;
  const { _id: id, firstName, lastName, email, avatar } = member;
  const status = useShownStatus()(id, member.status);
  const name = fullName(member);
  const above = can.kickAnyone(me) && can.everExclude(me, facts) && !can.kick(me, facts);
  return (
    <Row
      face={<Avatar id={id} firstName={firstName} lastName={lastName} src={avatar} size={36} status={status} />}
      title={name}
      name={name}
      colour={colour}
      marks={
        <>
          {id === me.userId && <RowNote>({t('members.you')})</RowNote>}
          {member.suspended && <Tag>{t('ui:suspended')}</Tag>}
          {facts.isOwner && <Tag tone="brand">{t('members.owner')}</Tag>}
          {roles.slice(0, shownRoles).map(role => (
            <Tag key={role._id}>{role.name}</Tag>
          ))}
          {roles.length > shownRoles && (
            <RowNote title={roles.map(role => role.name).join(', ')}>+{roles.length - shownRoles}</RowNote>
          )}
        </>
      }
      text={email}
      aside={above && <RowLocked>{t('members.above')}</RowLocked>}
      actions={[
        can.passOn(me, facts) && {
          ...{ label: t('members:passOn'), name: t('members:passOnName', { name }), icon: <Crown />, bare: true },
          onSelect: () => void passOnTo(member, workspace),
        },
        can.kick(me, facts) && {
          ...{ label: t('members.kick'), name: t('members.kickName', { name }), icon: <UserMinus /> },
          onSelect: () => void kickMember(member, workspaceId),
        },
        can.ban(me, facts) && {
          ...{ label: t('members.ban'), name: t('members.banName', { name }), icon: <Ban />, danger: true },
          onSelect: () => void banMember(member, workspaceId),
        },
      ]}
    />
  );
}
