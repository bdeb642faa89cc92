import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, PanelLeft, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { VisibilityIcon } from '../../features/channels/VisibilityIcon.tsx';
import { Inbox } from '../../features/notifications/Inbox.tsx';
import { useUnreadNotifications } from '../../features/notifications/notifications.queries.ts';
import { useMyWorkspaces } from '../../features/workspaces/workspaces.queries.ts';
import { endpointQuery } from '../../platform/query.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { addressParts } from '../paths.ts';
import s from './Header.module.css';
import { useNarrow, usePhone, useTight } from './media.ts';
import { useShell } from './shell.store.ts';
import { useTitleWithCount } from './title.ts';

/** Shows and hides the members panel, beside the page or over it. */
function MembersToggle() {
  const { t } = useTranslation('shell');
  const tight = useTight();
  const { membersOpen, membersDrawerOpen, setMembersOpen, setMembersDrawerOpen } = useShell();
  const open = tight ? membersDrawerOpen : membersOpen;
  const toggle = () => (tight ? setMembersDrawerOpen(!open) : setMembersOpen(!open));
  return (
    <IconButton
      label={t(open ? 'hideMembers' : 'showMembers')}
      side="bottom"
      active={open}
      aria-expanded={open}
      onClick={toggle}
    >
      <Users />
    </IconButton>
  );
}

/** Where the side panel slides over: the button that brings it. */
function PanelButton({ inChannel }: { inChannel: boolean }) {
  const { t } = useTranslation('shell');
  const back = usePhone() && inChannel;
  const { panelOpen, setPanelOpen } = useShell();
  return (
    <IconButton
      className={s.panelButton}
      label={t(back ? 'backToList' : 'openPanel')}
      side="bottom"
      aria-expanded={panelOpen}
      onClick={() => setPanelOpen(true)}
    >
      {back ? <ArrowLeft /> : <PanelLeft />}
    </IconButton>
  );
}

/** Above every page: its title, the workspace it is in, the inbox and the members' button (spec 1 §2, spec 2 §2). */
export function Header() {
  const { t } = useTranslation(['shell', 'settings']);
  const { workspaceId = '', channelId, section } = addressParts(useLocation().pathname);
  const narrow = useNarrow();
  const workspace = useMyWorkspaces().data?.find(card => card._id === workspaceId);
  const { data: channel } = useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: workspace !== undefined,
    select: answer => answer.channels.find(one => one._id === channelId),
  });
  const settings = section && t('settings:title');
  const title = settings ?? (workspaceId && channelId ? channel?.title : t('workspaces'));
  useTitleWithCount(
    useUnreadNotifications(),
    section && t(`settings:section.${section}`),
    settings,
    channel && `#${channel.title}`,
    workspace?.title ?? (workspaceId ? null : t('workspaces')),
  );
  return (
    <header className={s.header}>
      {narrow && <PanelButton inChannel={channelId !== undefined} />}
      <h1 className={s.title}>
        {channel && <VisibilityIcon visibility={channel.visibility} size={20} />}
        <span className={s.text} dir="auto">
          {title ?? '\u00a0'}
        </span>
      </h1>
      {workspace && (
        <div className={s.place}>
          <Avatar id={workspace._id} title={workspace.title} src={workspace.logo} size={22} />
          <span className={s.text} dir="auto">
            {workspace.title}
          </span>
        </div>
      )}
      <div className={s.actions}>
        <Inbox />
        {workspace && channelId && <MembersToggle />}
      </div>
    </header>
  );
}
