import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Tabs } from '../../../../ui/lists/Tabs.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { useUpdateRole } from '../../structure/open/roles.queries.ts';
import { changeOf, differs, noChange, preview, setFlag, setUser, setVisible, setWritable } from './access.ts';
import { ChannelsTab } from './ChannelsTab.tsx';
import { PermissionSwitches } from './PermissionSwitches.tsx';
import s from './RoleDialogs.module.css';
import { UsersTab } from './UsersTab.tsx';

interface AccessDialogProps {
  workspaceId: string;
  /** Current role. */
  role: Role;
  /** Whether the role is the workspace's last creator role, which must keep that right. */
  lastCreator: boolean;
  onClose: () => void;
}

/**
 * Edits a role's permissions, channels and members in three tabs. Another owner's change shows at once with a warning;
 * saving merges the user's own changes into the current role.
 */
export function AccessDialog({ workspaceId, role, lastCreator, onClose }: AccessDialogProps) {
  const { t } = useTranslation('roles');
  const [tab, setTab] = useState<'permissions' | 'channels' | 'users'>('permissions');
  const [draft, setDraft] = useState(noChange);
  const [base] = useState(role);
  const update = useUpdateRole();
  const wanted = preview(role, draft);
  const change = changeOf(role, draft);
  const changed = !update.isPending && differs(base, role);

  async function submit() {
    if (change) await update.mutateAsync({ id: role._id, change });
    onClose();
  }

  return (
    <Dialog
      size="lg"
      unsaved={change !== null}
      onClose={onClose}
      title={t('member.title', { name: role.name })}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('member.cancel')}
          </Button>
          <Button type="submit" disabled={!change}>
            {t('member.save')}
          </Button>
        </>
      }
    >
      {changed && <Note tone="warning">{t('changed')}</Note>}
      <Tabs
        label={t('member.tabs')}
        value={tab}
        onChange={setTab}
        className={s.tabs}
        tabs={[
          {
            value: 'permissions',
            label: t('member.permissions'),
            content: (
              <PermissionSwitches
                value={wanted}
                lastCreator={lastCreator}
                onChange={(flag, on) => setDraft(old => setFlag(role, old, flag, on))}
              />
            ),
          },
          {
            value: 'channels',
            label: t('member.channels'),
            content: (
              <ChannelsTab
                workspaceId={workspaceId}
                role={wanted}
                onVisible={(channel, on) => setDraft(old => setVisible(role, old, channel, on))}
                onWritable={(channel, on) => setDraft(old => setWritable(role, old, channel, on))}
              />
            ),
          },
          {
            value: 'users',
            label: t('member.users'),
            count: wanted.users.length,
            content: (
              <UsersTab
                workspaceId={workspaceId}
                role={wanted}
                onChange={(id, on) => setDraft(old => setUser(role, old, id, on))}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
