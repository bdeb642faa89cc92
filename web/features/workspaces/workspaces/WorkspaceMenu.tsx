import { can } from '@palabre/common/permissions/can.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import UserPlus from 'lucide-react/icons/user-plus';
import { memo, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { usePhone } from '../../../platform/media.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm, notice } from '../../../ui/dialogs/dialogs.ts';
import { later } from '../../../ui/overlays/later.ts';
import { Menu, type MenuEntry } from '../../../ui/overlays/Menu.tsx';
import s from '../../../ui/pages/PanelHeader.module.css';
import { useLeave } from '../../../ui/pages/useLeave.ts';
import { useMember } from '../structure/open/membership.ts';
import { useLeaveWorkspace, useMyWorkspaces } from '../structure/open/workspaces.queries.ts';

const InviteModal = later(async () => (await import('../invites/open/InviteModal.tsx')).InviteModal, 'invitation');

/** Builds the entry « Quitter le serveur », with its confirmation. */
function useLeaveEntry(workspaceId: string, title: string, mayLeave: boolean): MenuEntry {
  const { t } = useTranslation('workspaces');
  const goOut = useLeave();
  const leave = useLeaveWorkspace();
  async function ask() {
    if (!mayLeave) {
      return notice({ type: 'warning', title: t('menu.lastOwnerTitle'), text: t('menu.lastOwner', { title }) });
    }
    const sure = await confirm({
      title: t('menu.leaveTitle', { title }),
      text: t('menu.leaveText'),
      confirmLabel: t('menu.leaveConfirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await leave.mutateAsync(workspaceId);
      await goOut(paths.workspaces);
    } catch (cause) {
      tellFailure(cause, t('menu.leaveFailed'));
    }
  }
  return { label: t('menu.leave'), icon: <LogOut />, danger: true, onSelect: () => void ask() };
}

interface WorkspaceMenuProps {
  workspaceId: string;
  /** Level of the title. */
  heading?: 'h1' | 'h2';
}

/** Shows the workspace's title at the top of its channels, and its menu. */
export const WorkspaceMenu = memo(function WorkspaceMenu({ workspaceId, heading: Title = 'h2' }: WorkspaceMenuProps) {
  const { t } = useTranslation('workspaces');
  const card = useMyWorkspaces().data?.find(one => one._id === workspaceId);
  const title = card?.title ?? '';
  const me = useMember(workspaceId);
  const leave = useLeaveEntry(workspaceId, title, can.leaveWorkspace(me, card?.owner.length ?? 0));
  const navigate = useNavigate();
  const [inviting, setInviting] = useState(false);
  const settings = (usePhone() ? paths.settingsIndex : paths.settings)(workspaceId);
  if (!title) return <div className={s.header} />;
  const items: MenuEntry[] = [
    can.invite(me) && { label: t('menu.invite'), icon: <UserPlus />, onSelect: () => setInviting(true) },
    can.manageWorkspace(me) && {
      label: t('menu.settings'),
      icon: <Settings />,
      onSelect: () => void navigate(settings),
    },
    'separator',
    leave,
  ];
  return (
    <>
      <Menu items={items} width={234}>
        <button type="button" className={s.header} aria-label={t('menu.open', { title })} title={title}>
          <Title className={s.title} dir="auto">
            {title}
          </Title>
          <ChevronDown aria-hidden="true" />
        </button>
      </Menu>
      {inviting && <InviteModal workspaceId={workspaceId} open onOpenChange={setInviting} />}
    </>
  );
});
