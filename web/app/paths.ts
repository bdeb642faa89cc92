import { matchPath } from 'react-router';

/** The sections of a workspace's settings, in the order of their tabs (spec 2 §2). */
export const settingsSections = ['general', 'channels', 'invites', 'members', 'roles'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** Every address of the client (spec 1 §2 and spec 2 §2). Links and redirects are made from here only. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  workspaces: '/workspaces',
  workspace: (workspaceId: string) => `/workspace/${workspaceId}`,
  channel: (workspaceId: string, channelId: string) => `/workspace/${workspaceId}/channel/${channelId}`,
  conversations: '/conversation',
  conversation: (conversationId: string) => `/conversation/${conversationId}`,
  settings: (workspaceId: string, section: SettingsSection = 'general') =>
    `/settings/workspace/${workspaceId}${section === 'general' ? '' : `/${section}`}`,
  invite: (code: string) => `/invite/${encodeURIComponent(code)}`,
  devUi: '/dev/ui',
};

/** In the address of a channel or conversation: the message to show. */
export const messageParam = 'message';

/** The same addresses as the router reads them. */
export const patterns = {
  workspace: '/workspace/:workspaceId',
  channel: '/workspace/:workspaceId/channel/:channelId',
  conversation: '/conversation/:conversationId',
  settings: '/settings/workspace/:workspaceId',
  invite: '/invite/:code',
};

/** What an address is in. */
export interface AddressParts {
  workspaceId?: string;
  channelId?: string;
  section?: SettingsSection;
  /** Under /conversation, whether one of them is named or not. */
  talks?: true;
  conversationId?: string;
}

let asked: { pathname: string; parts: AddressParts } | undefined;

/** The workspace, the channel, the section of settings or the conversation an address is in; many ask for those of the same one. */
export function addressParts(pathname: string): AddressParts {
  if (asked?.pathname !== pathname) asked = { pathname, parts: partsOf(pathname) };
  return asked.parts;
}

function partsOf(pathname: string): AddressParts {
  const settings = matchPath({ path: patterns.settings, end: false }, pathname);
  if (settings) {
    const last = pathname.replace(/\/+$/, '').split('/').at(-1);
    const section = settingsSections.find(name => name === last) ?? 'general';
    return { workspaceId: settings.params.workspaceId, section };
  }
  if (matchPath({ path: paths.conversations, end: false }, pathname)) {
    return { talks: true, conversationId: matchPath(patterns.conversation, pathname)?.params.conversationId };
  }
  const channel = matchPath(patterns.channel, pathname);
  const workspace = channel ?? matchPath({ path: patterns.workspace, end: false }, pathname);
  return { workspaceId: workspace?.params.workspaceId, channelId: channel?.params.channelId };
}
