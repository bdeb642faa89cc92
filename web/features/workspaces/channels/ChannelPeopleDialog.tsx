import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can, type RoleFacts } from '@palabre/common/permissions/can.ts';
import { memberFacts } from '@palabre/common/permissions/facts.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { PersonCheckbox } from '../../people/users/open/PersonCheckbox.tsx';
import type { Member } from '../members/open/members.queries.ts';
import { SearchedMembers } from '../members/open/SearchedMembers.tsx';
import { useLetIn } from '../structure/open/channels.queries.ts';
import { useMember } from '../structure/open/membership.ts';
import { useRoles } from '../structure/open/roles.queries.ts';
import { useWorkspace } from '../structure/open/workspaces.queries.ts';
import s from './ChannelPeople.module.css';

interface ChannelPeopleDialogProps {
  channel: Channel;
  onClose: () => void;
}

/** Maximum of people in one request. */
const mostAtOnce = 100;

/**
 * Adds members to a private channel and removes them. Locked: members who see the channel by another role, and members
 * of a higher rank.
 */
export function ChannelPeopleDialog({ channel, onClose }: ChannelPeopleDialogProps) {
  const { t } = useTranslation('channels');
  const { _id: id, title, workspaceId, keptRole, users } = channel;
  const field = useRef<HTMLInputElement>(null);
  const { data: workspace } = useWorkspace(workspaceId);
  const { data: roles } = useRoles(workspaceId);
  const me = useMember(workspaceId);
  const save = useLetIn(id);
  /** Pending changes by user id: true adds, false removes; users left as they are have no entry. */
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const kept: (RoleFacts & { users: string[] }) | undefined = roles?.find(role => role._id === keptRole);
  const isIn = (userId: string) => kept?.users.includes(userId) ?? false;
  const add = [...wanted].flatMap(([userId, on]) => (on && !isIn(userId) ? userId : []));
  const remove = [...wanted].flatMap(([userId, on]) => (!on && isIn(userId) ? userId : []));
  const changed = add.length + remove.length;

  /** Returns why a member cannot be chosen; nothing before the roles are known. */
  function lockOf({ _id: userId }: Member): 'owner' | 'byRole' | 'above' | undefined {
    if (!roles) return;
    const facts = memberFacts(userId, workspace, roles);
    if (facts.isOwner) return 'owner';
    if (users.includes(userId) && !isIn(userId)) return 'byRole';
    return can.letIn(me, kept, id, facts) ? undefined : 'above';
  }

  async function submit() {
    try {
      await save.mutateAsync({ add, remove });
    } catch (cause) {
      tellFailure(cause, t('people.failed'));
      throw cause;
    }
    alerts.success(t('people.done'));
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('people.title', { title })}
      description={t('people.lead')}
      initialFocus={field}
      unsaved={changed > 0}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={changed === 0}>
            {t('people.submit')}
          </Button>
        </>
      }
    >
      <SearchedMembers
        workspaceId={workspaceId}
        field={field}
        search={{ label: t('people.search'), placeholder: t('people.searchPlaceholder') }}
        frame={s.frame}
        label={t('people.list')}
        maxHeight={312}
        empty={t('people.nobody')}
      >
        {member => {
          const lock = lockOf(member);
          const checked = wanted.get(member._id) ?? (users.includes(member._id) || isIn(member._id));
          return (
            <PersonCheckbox
              person={member}
              aside={lock && t(`people.${lock}`)}
              checked={checked}
              disabled={!roles || lock !== undefined || (changed >= mostAtOnce && !wanted.has(member._id))}
              onChange={on => setWanted(old => new Map([...old, [member._id, on]]))}
            />
          );
        }}
      </SearchedMembers>
    </Dialog>
  );
}
