import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { conversationName } from '../../features/conversations/open/names.ts';
import { PinsButton } from '../../features/messages/pins/PinsButton.tsx';
import { useAddressed, useThreadAddress } from '../../features/messages/threads/open/open-thread.ts';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { Inbox } from '../../features/reading/notifications/Inbox.tsx';
import { SearchButton } from '../../features/reading/search/SearchButton.tsx';
import { VisibilityIcon } from '../../features/workspaces/structure/open/VisibilityIcon.tsx';
import { useMayAskInside, useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { WorkspaceMenu } from '../../features/workspaces/workspaces/WorkspaceMenu.tsx';
import { addressParts, listOf } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useNarrow, usePhone, useRoomy, useTight } from '../../platform/media.ts';
import { endpointQuery } from '../../platform/server/query.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { later } from '../../ui/overlays/later.ts';
import { conversations } from '../parts/loaders.ts';
import { ChannelMenu } from '../places/PlaceMenu.tsx';
import { BackButton } from './BackButton.tsx';
import s from './Header.module.css';
import { PanelButton } from './PanelButton.tsx';
import { PlaceActions } from './PlaceActions.tsx';
import { useShell } from './shell.store.ts';

const ConversationMark = later(async () => (await conversations()).ConversationMark);
const ConversationActions = later(async () => (await conversations()).ConversationActions);
const NewConversationButton = later(async () => (await conversations()).NewConversationButton);

/** Button that shows and hides the members panel, or its drawer. */
function MembersToggle() {
  const { t } = useTranslation('shell');
  const tight = useTight();
  const { membersOpen, membersDrawerOpen, setMembersOpen, setMembersDrawerOpen } = useShell();
  const { thread } = useAddressed();
  const { close } = useThreadAddress();
  // An open thread takes the members' place.
  const isInstead = !useRoomy() && !tight && thread !== null;
  const open = tight ? membersDrawerOpen : membersOpen && !isInstead;
  const toggle = () => {
    if (tight) return setMembersDrawerOpen(!open);
    if (isInstead) close();
    setMembersOpen(!open);
  };
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

interface PhoneActionsProps {
  workspaceId?: string;
  channel?: Channel;
  conversation?: Conversation;
  /** Whether the page is the list of conversations. */
  isList?: boolean;
}

/** Buttons after the search on a phone: the menu of the open place, or a new conversation above their list. */
function PhoneActions({ workspaceId, channel, conversation, isList }: PhoneActionsProps) {
  if (workspaceId && channel) {
    return <PlaceActions key={channel._id} place={{ channelId: channel._id }} workspaceId={workspaceId} />;
  }
  if (conversation) {
    const { _id: conversationId } = conversation;
    return <PlaceActions key={conversationId} place={{ conversationId }} conversation={conversation} />;
  }
  if (!isList) return null;
  return (
    <Suspense>
      <NewConversationButton />
    </Suspense>
  );
}

/**
 * Header above places and discovery: title, workspace, pins, search, inbox, menu and members button. On a phone: the way
 * back, title, search, and the rest in one menu.
 */
export function Header() {
  const { t } = useTranslation('shell');
  const parts = addressParts(useLocation().pathname);
  const { workspaceId = '', channelId, talks, conversationId, companies, threads, scheduled } = parts;
  const narrow = useNarrow();
  const phone = usePhone();
  const list = listOf(parts);
  const workspace = useMyWorkspaces().data?.find(card => card._id === workspaceId);
  const { data: channel } = useQuery({
    ...endpointQuery(api.channels.ofWorkspace, { params: { id: workspaceId } }),
    enabled: useMayAskInside(workspaceId),
    select: answer => answer.channels.find(one => one._id === channelId),
  });
  const { conversation, failure } = useConversation(conversationId ?? '');
  const userId = useMe()?._id ?? '';
  const name = conversation && conversationName(conversation, userId);
  const company = companies && (companies === 'own' ? 'ownSociety' : 'societies');
  const home = t(talks ? 'conversations' : threads ? 'threads' : scheduled ? 'scheduled' : (company ?? 'workspaces'));
  const title = channelId ? channel?.title : conversationId && !failure ? name : home;
  useTitle(channel && `#${channel.title}`, name, workspace?.title ?? (workspaceId ? null : home));
  return (
    <header className={s.header}>
      {phone && list && <BackButton label={t('backToList')} to={list} />}
      {narrow && !phone && <PanelButton />}
      {phone && workspaceId && !channelId ? (
        <div className={s.menu}>
          <WorkspaceMenu key={workspaceId} workspaceId={workspaceId} heading="h1" />
        </div>
      ) : (
        <div className={cx(s.titles, !list && s.ofList)}>
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
        </div>
      )}
      <div className={cx(s.actions, (list || talks) && s.two)}>
        {!phone && workspace && channelId && (
          <PinsButton key={channelId} place={{ channelId }} workspaceId={workspace._id} />
        )}
        {!phone && conversationId && conversation && <PinsButton key={conversationId} place={{ conversationId }} />}
        <SearchButton />
        {phone ? (
          <PhoneActions workspaceId={workspace?._id} {...{ channel, conversation }} isList={talks && !conversationId} />
        ) : (
          <>
            <Inbox />
            {workspace && channel && <ChannelMenu channelId={channel._id} />}
            {conversation && (
              <Suspense>
                <ConversationActions conversation={conversation} />
              </Suspense>
            )}
            {((workspace && channelId) || conversation) && <MembersToggle />}
          </>
        )}
      </div>
    </header>
  );
}
