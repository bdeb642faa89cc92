import { api } from '@palabre/common/contract/index.ts';
import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { conversationName } from '../../features/conversations/open/names.ts';
import { PinsButton } from '../../features/messages/pins/PinsButton.tsx';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { Inbox } from '../../features/reading/notifications/Inbox.tsx';
import { SearchButton } from '../../features/reading/search/SearchButton.tsx';
import { VisibilityIcon } from '../../features/workspaces/structure/open/VisibilityIcon.tsx';
import { useMayAskInside, useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { addressParts } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useNarrow, useTight } from '../../platform/media.ts';
import { endpointQuery } from '../../platform/server/query.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { later } from '../../ui/overlays/later.ts';
import { conversations } from '../parts/loaders.ts';
import { ChannelMenu } from '../places/PlaceMenu.tsx';
import s from './Header.module.css';
import { PanelButton } from './PanelButton.tsx';
import { useShell } from './shell.store.ts';

const ConversationMark = later(async () => (await conversations()).ConversationMark);
const ConversationActions = later(async () => (await conversations()).ConversationActions);

/** Button that shows and hides the members panel, or its drawer. */
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

/** Header above places and discovery: title, workspace, pins, search, inbox, menu and members button. */
export function Header() {
  const { t } = useTranslation('shell');
  const { workspaceId = '', channelId, talks, conversationId, companies } = addressParts(useLocation().pathname);
  const narrow = useNarrow();
  const workspace = useMyWorkspaces().data?.find(card => card._id === workspaceId);
  const { data: channel } = useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId),
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
