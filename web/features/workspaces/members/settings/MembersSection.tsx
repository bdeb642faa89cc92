import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import DoorOpen from 'lucide-react/icons/door-open';
import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { paths } from '../../../../platform/address/paths.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { Listed, RowGhostContent } from '../../../../ui/lists/Listed.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Section } from '../../../../ui/pages/Section.tsx';
import { useMember } from '../../structure/open/membership.ts';
import { useRoles } from '../../structure/open/roles.queries.ts';
import { useReadable } from '../../structure/open/useNameColour.ts';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { useMembersInView } from '../open/members-in-view.ts';
import { BannedList } from './BannedList.tsx';
import { MemberSettingsRow } from './MemberSettingsRow.tsx';

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
  const { typed, setTyped, search, isTyping } = useTypedSearch();
  const [wantedRole, setRole] = useState<string>(everyRole);
  // The chosen role may be deleted meanwhile.
  const role = wantedRole === 'creator' || roles.some(one => one._id === wantedRole) ? wantedRole : everyRole;

  const of = { workspaceId, search: search || undefined, roleId: role === everyRole ? undefined : role };
  const { members, follow } = useMembersInView(of);
  const { total, isLoaded, isError, refetch } = members;
  const shown = Array.from({ length: total }, (_, index) => members.at(index));

  return (
    <Section
      heading={t('members.heading')}
      actions={
        <>
          <Button asChild variant="outline" icon={<DoorOpen />}>
            <Link to={paths.settings(workspaceId, 'guests')}>{t('members.guests')}</Link>
          </Button>
          {can.handleReports(me) && (
            <Button asChild variant="outline" icon={<Flag />}>
              <Link to={paths.settings(workspaceId, 'reports')}>{t('members.reports')}</Link>
            </Button>
          )}
        </>
      }
    >
      <Listed
        tools={
          <>
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
          </>
        }
        said={isLoaded ? t('common:members', { count: total }) : ''}
        count={isLoaded ? total : undefined}
        failed={{ title: t('members.failed'), isError, retry: refetch }}
        empty={t('members.empty')}
        isLate={members.isLate || isTyping}
      >
        <Rows
          label={t('members.list')}
          items={shown}
          idOf={(member, index) => member?._id ?? String(index)}
          onSeen={follow}
        >
          {member =>
            member ? (
              <MemberSettingsRow
                member={member}
                workspace={{ _id: workspaceId, title: workspace?.title ?? '' }}
                me={me}
                facts={memberFacts(member._id, workspace, roles)}
                roles={roles.filter(one => one.users.includes(member._id))}
                colour={readable(member.color)}
              />
            ) : (
              <RowGhostContent width={48} />
            )
          }
        </Rows>
      </Listed>
      {can.banAnyone(me) && <BannedList workspaceId={workspaceId} />}
    </Section>
  );
}
