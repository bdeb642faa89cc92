import { matchPath } from 'react-router';

/** The sections of a workspace's settings, in the order of their tabs. */
export const settingsSections = ['general', 'channels', 'invites', 'members', 'roles'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** Personal settings, in the order of their tabs; `personal-pages.ts` gives each its page. */
export const personalSections = ['general', 'profile', 'admin'] as const;
export type PersonalSection = (typeof personalSections)[number];

/** Every address of the client. Links and redirects are made from here only. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  verifyOtp: '/verify-otp',
  resetPassword: (email: string) => `/reset-password${email ? `?email=${encodeURIComponent(email)}` : ''}`,
  enableTwoStep: '/enable-2fa',
  home: '/home',
  linkAccount: '/link-account',
  workspaces: '/workspaces',
  workspace: (workspaceId: string) => `/workspace/${workspaceId}`,
  channel: (workspaceId: string, channelId: string) => `/workspace/${workspaceId}/channel/${channelId}`,
  conversations: '/conversation',
  conversation: (conversationId: string) => `/conversation/${conversationId}`,
  settings: (workspaceId: string, section: SettingsSection = 'general') =>
    `/settings/workspace/${workspaceId}${section === 'general' ? '' : `/${section}`}`,
  personal: (section: PersonalSection) => `/settings/${section}`,
  societies: '/societies',
  society: (societyId: string) => `/society/${societyId}`,
  userSociety: '/userSociety',
  onboarding: '/onboarding',
  privacy: '/privacy',
  data: '/data',
  invite: (code: string) => `/invite/${encodeURIComponent(code)}`,
  devUi: '/dev/ui',
};

/** In the address of a channel or conversation: the message to show. */
export const messageParam = 'message';

/** The same addresses as the router reads them. */
export const patterns = {
  resetPassword: '/reset-password',
  workspace: '/workspace/:workspaceId',
  channel: '/workspace/:workspaceId/channel/:channelId',
  conversation: '/conversation/:conversationId',
  settings: '/settings/workspace/:workspaceId',
  society: '/society/:societyId',
  invite: '/invite/:code',
  mailsOff: '/mails-off/:token',
};

/** By prefix, where the side panel stands, and the header. */
const withPanel = [paths.conversations, '/workspace', paths.workspaces, '/settings'];
const withHeader = [paths.conversations, '/workspace', paths.workspaces, '/userSociety'];

const under = (pathname: string) => (prefix: string) => matchPath({ path: prefix, end: false }, pathname) !== null;

export const hasPanel = (pathname: string): boolean => withPanel.some(under(pathname));
export const hasHeader = (pathname: string): boolean => withHeader.some(under(pathname));

/** What an address is in. */
export interface AddressParts {
  workspaceId?: string;
  channelId?: string;
  section?: SettingsSection;
  /** The section of one's own settings. */
  personal?: PersonalSection;
  /** Under /conversation, whether one of them is named or not. */
  talks?: true;
  conversationId?: string;
  /** Under societies: their list or one of them, or one’s own. */
  companies?: 'all' | 'own';
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
  const personal = personalSections.find(name => matchPath(paths.personal(name), pathname));
  if (personal) return { personal };
  if (matchPath({ path: paths.conversations, end: false }, pathname)) {
    return { talks: true, conversationId: matchPath(patterns.conversation, pathname)?.params.conversationId };
  }
  if (matchPath(paths.userSociety, pathname)) return { companies: 'own' };
  if ([paths.societies, patterns.society].some(path => matchPath(path, pathname))) return { companies: 'all' };
  const channel = matchPath(patterns.channel, pathname);
  const workspace = channel ?? matchPath({ path: patterns.workspace, end: false }, pathname);
  return { workspaceId: workspace?.params.workspaceId, channelId: channel?.params.channelId };
}
