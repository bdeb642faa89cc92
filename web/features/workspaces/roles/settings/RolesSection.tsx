import { api } from '@palabre/common/contract/index.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { countCreators } from '@palabre/common/permissions/facts.ts';
import { useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { logFailure } from '../../../../platform/device/log.ts';
import { keyOf } from '../../../../platform/server/query.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { useHandOrder } from '../../../../ui/lists/hand-order.ts';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { SortableList } from '../../../../ui/lists/SortableList.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { TalkIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Section } from '../../../../ui/pages/Section.tsx';
import { useChannels } from '../../structure/open/channels.queries.ts';
import { useMember } from '../../structure/open/membership.ts';
import { useRemoveRole, useRoles, useUpdateRole } from '../../structure/open/roles.queries.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { RoleRow } from './RoleRow.tsx';

type Editing = { what: 'create' } | { what: 'edit' | 'access'; id: string; name: string };

const none: readonly Role[] = [];

/**
 * Shows « Gestion des rôles »: the roles by rank, ordered by hand.
 * The roles feature is this section and its dialogs; its queries are in `workspaces/structure`, its events in
 * `roles.live.ts`.
 */
export function RolesSection() {
  const { t } = useTranslation('roles');
  const { workspaceId = '' } = useParams();
  const client = useQueryClient();
  const { data: roles, isError, refetch } = useRoles(workspaceId);
  const { data: channels } = useChannels(workspaceId);
  const me = useMember(workspaceId);
  const update = useUpdateRole();
  const remove = useRemoveRole();
  const [editing, setEditing] = useState<Editing | null>(null);
  const { shown, move } = useHandOrder({
    items: roles ?? none,
    send: (id, to) => update.mutateAsync({ id, change: { rank: to + 1 } }),
    settle: () => client.invalidateQueries({ queryKey: keyOf(api.roles.list, { params: { id: workspaceId } }) }),
  });
  const creators = countCreators(shown);
  const edited = editing && editing.what !== 'create' ? roles?.find(role => role._id === editing.id) : undefined;

  // The edited role may be deleted, or rise above the user's rank.
  const reason =
    editing && editing.what !== 'create' && roles
      ? edited
        ? can.manageRole(me, edited.rank)
          ? null
          : t('outranked', { name: edited.name })
        : t('gone', { name: editing.name })
      : null;
  useEffect(() => {
    if (!reason) return;
    alerts.warning(reason);
    setEditing(null);
  }, [reason]);

  async function ask(role: Role) {
    const count = role.users.length;
    const sure = await confirm({
      title: t('removeTitle', { name: role.name }),
      text: count > 0 ? t('removeText', { count }) : t('removeTextNobody'),
      confirmLabel: t('remove'),
      danger: true,
    });
    if (!sure) return;
    try {
      await remove.mutateAsync(role._id);
    } catch (cause) {
      logFailure('The role could not be deleted', cause);
    }
  }

  const close = () => setEditing(null);
  const create = (
    <Button icon={<Plus />} onClick={() => setEditing({ what: 'create' })}>
      {t('create')}
    </Button>
  );
  return (
    <Section heading={t('heading')} lead={t('lead')} actions={create}>
      <Listed
        said={roles ? t('count', { count: shown.length }) : ''}
        count={roles && shown.length}
        failed={{ title: t('failed'), isError, retry: refetch }}
        empty={
          <EmptyState illustration={<TalkIllustration />} title={t('empty')} text={t('emptyText')} action={create} />
        }
      >
        <SortableList
          label={t('list')}
          items={shown}
          idOf={role => role._id}
          nameOf={role => role.name}
          fixed={shown.filter(role => !can.manageRole(me, role.rank)).length}
          onMove={move}
        >
          {(role, index, moves) => (
            <RoleRow
              role={role}
              rank={index + 1}
              channel={channels?.find(channel => channel.keptRole === role._id)?.title}
              locked={!can.manageRole(me, role.rank)}
              lastCreator={!can.spareCreator(role, creators)}
              moves={moves}
              onEdit={() => setEditing({ what: 'edit', id: role._id, name: role.name })}
              onAccess={() => setEditing({ what: 'access', id: role._id, name: role.name })}
              onRemove={() => void ask(role)}
            />
          )}
        </SortableList>
      </Listed>
      {editing?.what === 'create' && <RoleDialog workspaceId={workspaceId} onClose={close} />}
      {editing?.what === 'edit' && edited && (
        <RoleDialog key={edited._id} workspaceId={workspaceId} role={edited} onClose={close} />
      )}
      {editing?.what === 'access' && edited && (
        <AccessDialog
          key={edited._id}
          workspaceId={workspaceId}
          role={edited}
          lastCreator={!can.spareCreator(edited, creators)}
          onClose={close}
        />
      )}
    </Section>
  );
}
