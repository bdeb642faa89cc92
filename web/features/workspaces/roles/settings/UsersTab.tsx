import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { PersonCheckbox } from '../../../people/users/open/PersonCheckbox.tsx';
import { SearchedMembers } from '../../members/open/SearchedMembers.tsx';
import { useMember } from '../../structure/open/membership.ts';
import { useRoles } from '../../structure/open/roles.queries.ts';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import s from './RoleDialogs.module.css';

interface UsersTabProps {
  workspaceId: string;
  /** Role as saving would make it. */
  role: Role;
  onChange: (userId: string, on: boolean) => void;
}

const noRoles: readonly Role[] = [];

/** Sets the holders of a role, by first and last name; members above the user's rank are locked. */
export function UsersTab({ workspaceId, role, onChange }: UsersTabProps) {
  const { t } = useTranslation('roles');
  const { data: workspace } = useWorkspace(workspaceId);
  const { data: roles = noRoles } = useRoles(workspaceId);
  const me = useMember(workspaceId);
  return (
    <div className={s.stack}>
      <SearchedMembers
        workspaceId={workspaceId}
        search={{ label: t('member.search'), placeholder: t('member.searchPlaceholder') }}
        between={
          <p className={s.faint} role="status">
            {t('member.chosen', { count: role.users.length })}
          </p>
        }
        frame={s.frame}
        label={t('member.list')}
        maxHeight={300}
        empty={t('member.noMembers')}
      >
        {member => {
          const locked = !can.giveRole(me, role.rank, memberFacts(member._id, workspace, roles));
          return (
            <PersonCheckbox
              person={member}
              aside={locked && t('member.above')}
              checked={role.users.includes(member._id)}
              disabled={locked}
              onChange={on => onChange(member._id, on)}
            />
          );
        }}
      </SearchedMembers>
    </div>
  );
}
