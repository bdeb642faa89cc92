import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Crown from 'lucide-react/icons/crown';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { useShownStatus } from '../../../people/presence/open/presence.ts';
import { banMember, kickMember, passOnTo } from '../member-actions.ts';
import type { Member } from '../open/members.queries.ts';
import s from './Members.module.css';

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
  const self = id === me.userId;
  const above = can.kickAnyone(me) && can.everExclude(me, facts) && !can.kick(me, facts);
  return (
    <div className={s.row}>
      <Avatar id={id} firstName={firstName} lastName={lastName} src={avatar} size={36} status={status} />
      <div className={s.texts}>
        <span className={s.line}>
          <span className={s.name} dir="auto" style={{ color: colour }}>
            {name}
          </span>
          {self && <span className={s.faint}>({t('members.you')})</span>}
          {facts.isOwner && <Tag tone="brand">{t('members.owner')}</Tag>}
          {roles.slice(0, shownRoles).map(role => (
            <Tag key={role._id}>{role.name}</Tag>
          ))}
          {roles.length > shownRoles && (
            <span className={s.faint} title={roles.map(role => role.name).join(', ')}>
              +{roles.length - shownRoles}
            </span>
          )}
        </span>
        <span className={s.email}>{email}</span>
      </div>
      {above && <span className={s.above}>{t('members.above')}</span>}
      <div className={s.actions}>
        {can.passOn(me, facts) && (
          <IconButton
            label={t('members:passOnName', { name })}
            size="sm"
            onClick={() => void passOnTo(member, workspace)}
          >
            <Crown />
          </IconButton>
        )}
        {can.kick(me, facts) && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('members.kickName', { name })}
            onClick={() => void kickMember(member, workspaceId)}
          >
            {t('members.kick')}
          </Button>
        )}
        {can.ban(me, facts) && (
          <Button
            size="sm"
            variant="danger-ghost"
            aria-label={t('members.banName', { name })}
            onClick={() => void banMember(member, workspaceId)}
          >
            {t('members.ban')}
          </Button>
        )}
      </div>
    </div>
  );
}
