import { matchPath } from 'react-router';

/** Sections of a workspace's settings, in the order of their tabs. */
export const settingsSections = ['general', 'channels', 'invites', 'members', 'roles'] as const;
/** Section of a workspace's settings. */
export type SettingsSection = (typeof settingsSections)[number];
/** Pages of a workspace's settings that « Membres » leads to; its tab stays the current one. */
const ofMembers = ['guests', 'reports'] as const;
/** Page of a workspace's settings. */
type SettingsPage = SettingsSection | (typeof ofMembers)[number];

/** Sections of personal settings, in the order of their tabs; `personal-pages.ts` maps each to its page. */
export const personalSections = ['general', 'profile', 'admin'] as const;
/** Section of personal settings. */
export type PersonalSection = (typeof personalSections)[number];

/** All addresses of the client; links and redirects use only these. */
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
  threads: '/threads',
  scheduled: '/scheduled',
  conversations: '/conversation',
  conversation: (conversationId: string) => `/conversation/${conversationId}`,
  settings: (workspaceId: string, section: SettingsPage = 'general') =>
    `/settings/workspace/${workspaceId}${section === 'general' ? '' : `/${section}`}`,
  /** Index of a workspace's settings, a page of its own on a phone. */
  settingsIndex: (workspaceId: string) => `/settings/workspace/${workspaceId}/sections`,
  personal: (section: PersonalSection) => `/settings/${section}`,
  /** Index of personal settings, with the rest of the personal menu: a page of its own on a phone. */
  me: '/settings',
  societies: '/societies',
  society: (societyId: string) => `/society/${societyId}`,
  userSociety: '/userSociety',
  onboarding: '/onboarding',
  privacy: '/privacy',
  data: '/data',
  invite: (code: string) => `/invite/${encodeURIComponent(code)}`,
  invited: (token: string) => `/invited/${encodeURIComponent(token)}`,
  devUi: '/dev/ui',
};

/** Query parameter, in the address of a channel or conversation, with the id of the message to show. */
export const messageParam = 'message';

/** Query parameter, in the address of a channel or conversation, with the id of the open thread; the message to show is then in it. */
export const threadParam = 'thread';

/** Returns the address of a message in a channel or conversation, or in one of its threads. */
export function addressIn(path: string, messageId?: string | null, threadId?: string | null): string {
  const query = new URLSearchParams();
  if (messageId) query.set(messageParam, messageId);
  if (threadId) query.set(threadParam, threadId);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Route patterns of the addresses that have parameters. */
export const patterns = {
  resetPassword: '/reset-password',
  workspace: '/workspace/:workspaceId',
  channel: '/workspace/:workspaceId/channel/:channelId',
  conversation: '/conversation/:conversationId',
  settings: '/settings/workspace/:workspaceId',
  society: '/society/:societyId',
  invite: '/invite/:code',
  invited: '/invited/:token',
  registerLink: '/register/:token',
  mailsOff: '/mails-off/:token',
};

/** Path prefixes of the pages with the side panel, and of the pages with the header. */
const discovered = [paths.workspaces, paths.societies, '/society', paths.userSociety];
const withHeader = [paths.threads, paths.scheduled, paths.conversations, '/workspace', ...discovered];
const withPanel = [...withHeader, '/settings'];

const under = (pathname: string) => (prefix: string) => matchPath({ path: prefix, end: false }, pathname) !== null;

/** Tells whether the page at this path has the side panel. */
export const hasPanel = (pathname: string): boolean => withPanel.some(under(pathname));
/** Tells whether the page at this path has the header. */
export const hasHeader = (pathname: string): boolean => withHeader.some(under(pathname));

/** Returns the address of the list that a place stands in; undefined where the address names no place. */
export function listOf({ workspaceId, channelId, conversationId }: AddressParts): string | undefined {
  if (conversationId) return paths.conversations;
  return workspaceId && channelId ? paths.workspace(workspaceId) : undefined;
}

/** The parts of the application that an address names. */
export interface AddressParts {
  workspaceId?: string;
  channelId?: string;
  section?: SettingsSection;
  /** Section of personal settings. */
  personal?: PersonalSection;
  /** Set for the index of settings, where no section is open. */
  index?: true;
  /** Set for `/conversation` and every address below it. */
  talks?: true;
  conversationId?: string;
  /** Set for the list of threads. */
  threads?: true;
  /** Set for the list of scheduled messages. */
  scheduled?: true;
  /** Set for pages of societies: `all` for the list or any society, `own` for the person's society. */
  companies?: 'all' | 'own';
}

let asked: { pathname: string; parts: AddressParts } | undefined;

/** Parses an address into its parts. Caches the last result, since many components ask for the same address. */
export function addressParts(pathname: string): AddressParts {
  if (asked?.pathname !== pathname) asked = { pathname, parts: partsOf(pathname) };
  return asked.parts;
}

function partsOf(pathname: string): AddressParts {
  const settings = matchPath({ path: patterns.settings, end: false }, pathname);
  if (settings) {
    const { workspaceId = '' } = settings.params;
    if (matchPath(paths.settingsIndex(workspaceId), pathname)) return { workspaceId, section: 'general', index: true };
    const last = pathname.replace(/\/+$/, '').split('/').at(-1);
    if (ofMembers.some(name => name === last)) return { workspaceId, section: 'members' };
    return { workspaceId, section: settingsSections.find(name => name === last) ?? 'general' };
  }
  if (matchPath(paths.me, pathname)) return { personal: 'general', index: true };
  const personal = personalSections.find(name => matchPath(paths.personal(name), pathname));
  if (personal) return { personal };
  if (matchPath({ path: paths.conversations, end: false }, pathname)) {
    return { talks: true, conversationId: matchPath(patterns.conversation, pathname)?.params.conversationId };
  }
  if (matchPath(paths.threads, pathname)) return { threads: true };
  if (matchPath(paths.scheduled, pathname)) return { scheduled: true };
  if (matchPath(paths.userSociety, pathname)) return { companies: 'own' };
  if ([paths.societies, patterns.society].some(path => matchPath(path, pathname))) return { companies: 'all' };
  const channel = matchPath(patterns.channel, pathname);
  const workspace = channel ?? matchPath({ path: patterns.workspace, end: false }, pathname);
  return { workspaceId: workspace?.params.workspaceId, channelId: channel?.params.channelId };
}
