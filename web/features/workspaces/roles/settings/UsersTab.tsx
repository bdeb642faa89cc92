import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { PersonCheckbox } from '../../../people/users/open/PersonCheckbox.tsx';
import { MemberList } from '../../members/open/MemberList.tsx';
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
  const { typed, setTyped, search, isTyping } = useTypedSearch();
  const { data: workspace } = useWorkspace(workspaceId);
  const { data: roles = noRoles } = useRoles(workspaceId);
  const me = useMember(workspaceId);
  return (
    <div className={s.stack}>
      <SearchField
        label={t('member.search')}
        placeholder={t('member.searchPlaceholder')}
        size="md"
        value={typed}
        // Enter in the search must not save the role.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        onChange={setTyped}
      />
      <p className={s.faint} role="status">
        {t('member.chosen', { count: role.users.length })}
      </p>
      <div className={s.frame}>
        <MemberList
          label={t('member.list')}
          of={{ workspaceId, search: search || undefined }}
          rowHeight={52}
          maxHeight={300}
          empty={t('member.noMembers')}
          isLate={isTyping}
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
        </MemberList>
      </div>
    </div>
  );
}
