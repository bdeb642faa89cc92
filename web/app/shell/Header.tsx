import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { VisibilityIcon } from '../../features/channels/VisibilityIcon.tsx';
import { useConversation } from '../../features/conversations/conversations.queries.ts';
import { conversationName } from '../../features/conversations/names.ts';
import { Inbox } from '../../features/notifications/Inbox.tsx';
import { PinsButton } from '../../features/pins/PinsButton.tsx';
import { SearchButton } from '../../features/search/SearchButton.tsx';
import { useMe } from '../../features/users/users.queries.ts';
import { useMyWorkspaces } from '../../features/workspaces/workspaces.queries.ts';
import { useTranslation } from '../../platform/i18n.ts';
import { endpointQuery } from '../../platform/query.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { later } from '../../ui/later.ts';
import { conversations } from '../parts/parts.ts';
import { addressParts } from '../paths.ts';
import s from './Header.module.css';
import { useNarrow, useTight } from './media.ts';
import { PanelButton } from './PanelButton.tsx';
import { ChannelMenu } from './PlaceMenu.tsx';
import { useShell } from './shell.store.ts';
import { useTitle } from './title.ts';

const ConversationMark = later(async () => (await conversations()).ConversationMark);
const ConversationActions = later(async () => (await conversations()).ConversationActions);

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

/** Above places and discovery: the title, the workspace it is in, the inbox and the members' button. */
export function Header() {
  const { t } = useTranslation('shell');
  const { workspaceId = '', channelId, talks, conversationId, companies } = addressParts(useLocation().pathname);
  const narrow = useNarrow();
  const workspace = useMyWorkspaces().data?.find(card => card._id === workspaceId);
  const { data: channel } = useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: workspace !== undefined,
    select: answer => answer.channels.find(one => one._id === channelId),
  });
  const { conversation, failure } = useConversation(conversationId ?? '');
  const userId = useMe()?._id ?? '';
  const name = conversation && conversationName(conversation, userId);
  const home = t(talks ? 'conversations' : companies ? 'ownSociety' : 'workspaces');
  const title = channelId ? channel?.title : conversationId && !failure ? name : home;
  useTitle(channel && `#${channel.title}`, name, workspace?.title ?? (workspaceId ? null : home));
  return (
    <header className={s.header}>
      {narrow && <PanelButton inPlace={(channelId ?? conversationId) !== undefined} />}
      <h1 className={s.title}>
        {conversation && (
          <Suspense>
            <ConversationMark conversation={conversation} />
          </Suspense>
        )}
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
        {workspace && channelId && <PinsButton key={channelId} place={{ channelId }} workspaceId={workspace._id} />}
        {conversationId && conversation && <PinsButton key={conversationId} place={{ conversationId }} />}
        <SearchButton />
        <Inbox />
        {workspace && channel && <ChannelMenu channelId={channel._id} />}
        {conversation && (
          <Suspense>
            <ConversationActions conversation={conversation} />
          </Suspense>
        )}
        {((workspace && channelId) || conversation) && <MembersToggle />}
      </div>
    </header>
  );
}
