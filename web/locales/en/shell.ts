import type { shell as fr } from '../fr/shell.ts';
import type { Translation } from '../translation.ts';

export const shell: Translation<typeof fr> = {
  skip: 'Skip to content',
  navigation: 'Navigation',
  search: 'Search (Ctrl+K)',
  searchWord: 'Search',
  shortcuts: 'Keyboard shortcuts',
  channelActions: 'Channel actions',
  bar: 'Workspaces',
  home: 'Home',
  tabs: { label: 'Tabs', messages: 'Messages', workspace: 'Workspace', inbox: 'Inbox', me: 'You' },
  openPanel: 'Open the panel',
  backToList: 'Back to the list',
  thread: 'Thread',
  threadWidth: 'Width of the thread',
  members: 'Members',
  showMembers: 'Show members',
  hideMembers: 'Hide members',
  workspaces: 'Workspaces',
  societies: 'Companies',
  ownSociety: 'Your company',
  conversations: 'Conversations',
  conversationGone: 'The conversation “{{name}}” is no longer available.',
  broken: {
    title: 'This page could not be shown',
    text: 'Nothing is lost. Reload it; if it happens again, tell whoever runs Palabre.',
    reload: 'Reload the page',
  },
  notFound: {
    title: 'This page does not exist',
    text: 'The address may be incomplete, or what it showed has been deleted.',
    action: 'Back to workspaces',
  },
};
