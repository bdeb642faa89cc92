import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { useDebounced } from '../../../../ui/fields/useDebounced.ts';
import { Card, Section } from '../../../../ui/pages/Section.tsx';
import { useMember } from '../../structure/open/membership.ts';
import { useRoles } from '../../structure/open/roles.queries.ts';
import { useReadable } from '../../structure/open/useNameColour.ts';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { MemberList } from '../open/MemberList.tsx';
import { BannedList } from './BannedList.tsx';
import { MemberSettingsRow } from './MemberSettingsRow.tsx';
import s from './Members.module.css';

const noRoles: readonly Role[] = [];
const everyRole = 'all';

/** Shows « Liste des membres »: the members with a search and a role filter, and the banned people. */
export function MembersSection() {
  const { t } = useTranslation('settings');
  const { workspaceId = '' } = useParams();
  const { data: workspace } = useWorkspace(workspaceId);
  const { data: roles = noRoles } = useRoles(workspaceId);
  const me = useMember(workspaceId);
  const readable = useReadable();
  const [typed, setTyped] = useState('');
  const [wantedRole, setRole] = useState<string>(everyRole);
  const search = useDebounced(typed.trim());
  // The chosen role may be deleted meanwhile.
  const role = wantedRole === 'creator' || roles.some(one => one._id === wantedRole) ? wantedRole : everyRole;

  return (
    <Section heading={t('members.heading')}>
      <div className={s.filters}>
        <SearchField
          inputMode="email"
          label={t('members.search')}
          placeholder={t('members.searchPlaceholder')}
          value={typed}
          onChange={setTyped}
        />
        <Select
          label={t('members.filter')}
          value={role}
          onChange={setRole}
          options={[
            { value: everyRole, label: t('members.allRoles') },
            { value: 'creator', label: t('members.creator') },
            ...roles.map(one => ({ value: one._id, label: one.name })),
          ]}
        />
      </div>
      <Card>
        <MemberList
          label={t('members.list')}
          of={{ workspaceId, search: search || undefined, roleId: role === everyRole ? undefined : role }}
          rowHeight={64}
          maxHeight={560}
          empty={t('members.empty')}
        >
          {member => (
            <MemberSettingsRow
              member={member}
              workspace={{ _id: workspaceId, title: workspace?.title ?? '' }}
              me={me}
              facts={memberFacts(member._id, workspace, roles)}
              roles={roles.filter(one => one.users.includes(member._id))}
              colour={readable(member.color)}
            />
          )}
        </MemberList>
      </Card>
      {can.banAnyone(me) && <BannedList workspaceId={workspaceId} />}
    </Section>
  );
}
