import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';

/** Ids from which the inputs of reads are built. */
export interface Known {
  self: string;
  users: readonly string[];
  workspaceId: string;
  channels: readonly string[];
  conversations: readonly string[];
  roles: readonly string[];
  societies: readonly string[];
  notifications: readonly string[];
}

/** Input of an endpoint. */
export interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** All endpoints of the contract by name, « messages.send ». */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(api).flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
      `${feature}.${name}`,
      endpoint,
    ]),
  ),
);

/** Name of a feature in the contract. */
export type Feature = keyof typeof api;

/** Returns the feature of an endpoint's name. */
export const featureOf = (name: string): Feature => name.split('.')[0] as Feature;

/**
 * Features whose caches a change in a feature concerns: its own and its neighbours'. A scenario watches only these, as
 * watching all would be slow; the day of every scenario watches everything, and finds a missing neighbour.
 */
export const neighbours: Record<Feature, readonly Feature[]> = {
  users: ['users', 'availability', 'members', 'channels', 'conversations'],
  socialLogin: ['socialLogin'],
  linkedAccounts: ['linkedAccounts', 'users'],
  otp: ['users'],
  registration: ['registration'],
  admissions: ['admissions', 'notifications'],
  availability: ['availability'],
  personalData: ['personalData', 'notifications'],
  addresses: ['users', 'members', 'channels', 'conversations', 'administration', 'notifications'],
  accounts: [
    'accounts',
    'availability',
    'users',
    'members',
    'channels',
    'conversations',
    'messages',
    'pins',
    'notifications',
    'workspaces',
    'roles',
  ],
  workspaces: ['workspaces', 'users', 'members', 'channels', 'roles', 'invites', 'messages'],
  members: ['members', 'workspaces', 'users', 'channels', 'roles', 'invites', 'messages', 'notifications'],
  channels: ['channels', 'workspaces', 'members', 'roles', 'messages', 'notifications', 'unread'],
  roles: ['roles', 'workspaces', 'members', 'channels', 'invites', 'messages'],
  invites: ['invites', 'workspaces', 'users', 'members', 'channels', 'roles', 'notifications'],
  emailInvites: ['emailInvites', 'workspaces', 'users', 'members', 'channels', 'roles', 'notifications'],
  guests: ['guests', 'workspaces', 'members', 'channels', 'users', 'messages', 'unread'],
  conversations: ['conversations', 'users', 'messages', 'notifications', 'unread'],
  messages: ['messages', 'threads', 'conversations', 'pins', 'notifications', 'unread'],
  threads: ['threads', 'messages', 'unread'],
  scheduled: ['scheduled', 'messages', 'unread'],
  reactions: ['messages', 'conversations', 'pins'],
  pins: ['messages', 'pins'],
  notifications: ['notifications', 'unread'],
  push: ['push'],
  unread: ['unread', 'notifications'],
  files: ['files'],
  emoji: ['emoji'],
  gifs: ['gifs'],
  audit: ['audit'],
  societies: ['societies', 'users', 'workspaces', 'notifications'],
  reports: ['reports', 'administration', 'workspaceReports'],
  workspaceReports: ['workspaceReports', 'reports', 'notifications'],
  disconnection: ['disconnection', 'availability'],
  overview: ['overview'],
  settings: ['settings'],
  announcements: ['announcements'],
  setup: ['setup'],
  administration: [
    'administration',
    'reports',
    'users',
    'members',
    'channels',
    'conversations',
    'workspaces',
    'societies',
    'notifications',
    'unread',
  ],
  search: ['search'],
  boot: ['boot'],
  about: ['about'],
};

const pattern = ({ path }: Endpoint) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
/** Fixed paths first, then those with parameters: `/role/color` is no role id. */
const readers = [...endpoints]
  .filter(([, { method }]) => method === 'GET')
  .map(([name, endpoint]) => ({ name, pattern: pattern(endpoint), given: endpoint.path.split(':').length }))
  .sort((a, b) => a.given - b.given);

/** Returns the name of the endpoint that reads an address. */
export const readAt = (address: string): string =>
  readers.find(({ pattern }) => pattern.test(address))?.name ?? `nothing known: ${address}`;

const once = (): Input[] => [{}];
const inWorkspace = ({ workspaceId: id }: Known): Input[] => [{ params: { id } }];
const each = (ids: readonly string[]): Input[] => ids.map(id => ({ params: { id } }));
/** Reads none: timelines hold these answers, by pages and changes. */
const timeline = (): Input[] => [];
/** Reads none: answers of a provider, or before a login, have no events. */
const nobodysBusiness = (): Input[] => [];
/** Reads none: bytes have no events. */
const bytes = (): Input[] => [];

/**
 * Reads none: pages that refetch by themselves, such as the journal and the sessions, or answers that no page requests.
 */
const untold = (): Input[] => [];

type Answer = Record<string, unknown>;
const list = (answer: Answer, name: string) => answer[name] as Record<string, unknown>[];

/** Keeps the fields of reports that events update; the others are refetched as the list opens. */
const reported = (answer: Answer) =>
  list(answer, 'reports').map(({ _id, status, handledAt, reason }) => ({ _id, status, handledAt, reason }));

/** Selects the part of an answer that events keep current: users get events of their own places only. */
const told: Record<string, (answer: Answer) => unknown> = {
  'workspaces.list': answer => list(answer, 'workspaces').filter(({ isMember }) => isMember),
  'workspaces.one': answer => ((answer.workspace as { members: unknown[] }).members.length > 0 ? answer : null),
  // The e-mail is only visible to users who share a place.
  'users.one': answer => ((answer.user as Record<string, unknown>).email === undefined ? null : answer),
  // `seq` only orders events.
  'pins.ofChannel': answer => list(answer, 'messages'),
  'pins.ofConversation': answer => list(answer, 'messages'),
  // A society's events go to its people and to people who ask to join.
  'societies.list': answer => list(answer, 'societies').filter(({ membership }) => membership !== 'none'),
  'societies.one': answer => ((answer.society as { membership: string }).membership === 'none' ? null : answer),
  // A pending user shares no place with the owners: their status has no event.
  'societies.pending': answer => list(answer, 'users').map(({ status: _status, ...user }) => user),
  // A profile's events go to users who share a place.
  'administration.users': answer =>
    list(answer, 'users').map(({ _id, admin, openReports, reports, suspended }) => ({
      ...{ _id, admin, openReports, reports, suspended },
    })),
  // Events only give a lower bound of the read position; `seq` only orders events.
  'unread.list': answer =>
    list(answer, 'unread')
      .map(({ read: _read, seq: _seq, ...one }) => one)
      .sort((a, b) => String(a.channelId ?? a.conversationId).localeCompare(String(b.channelId ?? b.conversationId))),
  'reports.list': reported,
  'reports.ofUser': reported,
  'users.search': answer => list(answer, 'users').filter(({ email }) => email !== undefined),
};

/** Returns the part of an answer that events keep current; null when they keep none. */
export const toldOf = (name: string, answer: unknown): unknown =>
  answer === undefined ? undefined : (told[name]?.(answer as Answer) ?? (told[name] ? null : answer));

/** Inputs with which each reading endpoint is cached. */
export const reads: Record<string, (known: Known) => Input[]> = {
  'users.me': once,
  'users.search': () => [{}, { query: { search: 'camille' } }],
  'users.named': ({ users }) => [{ query: { ids: users.join() } }],
  'users.byEmail': nobodysBusiness,
  'users.one': ({ users }) => each(users),
  'socialLogin.providers': once,
  'registration.shown': nobodysBusiness,
  // Read again as its tab opens, and after each change there.
  'registration.read': untold,
  'admissions.read': nobodysBusiness,
  'admissions.requests': untold,
  'linkedAccounts.list': once,
  // Another account's unread counts have events on that account only.
  'linkedAccounts.waiting': untold,
  'accounts.sessions': untold,
  'workspaces.list': once,
  'workspaces.mine': ({ self }) => [{ params: { id: self } }],
  'workspaces.one': inWorkspace,
  'members.list': ({ workspaceId: id, roles, channels }) => [
    { params: { id } },
    { params: { id }, query: { limit: 2, offset: 0 } },
    { params: { id }, query: { search: 'moreau' } },
    ...['creator', ...roles.slice(-1)].map(roleId => ({ params: { id }, query: { roleId } })),
    ...channels.slice(-2).map(channelId => ({ params: { id }, query: { channelId } })),
  ],
  'members.banned': inWorkspace,
  'members.moves': inWorkspace,
  'channels.list': once,
  'channels.ofWorkspace': inWorkspace,
  'channels.one': ({ channels }) => each(channels),
  'channels.users': ({ channels }) => each(channels),
  'conversations.list': ({ self }) => [{ params: { id: self } }],
  'conversations.one': ({ conversations }) => each(conversations),
  'roles.list': inWorkspace,
  'roles.mine': inWorkspace,
  'roles.one': ({ roles }) => each(roles),
  'roles.color': ({ users, workspaceId }) => users.map(userId => ({ query: { userId, workspaceId } })),
  'roles.permissions': once,
  'invites.list': ({ workspaceId }) => [{ query: { workspaceId } }],
  // Read again as its page or dialog opens, and after each change there.
  'emailInvites.list': untold,
  'emailInvites.read': nobodysBusiness,
  'guests.list': inWorkspace,
  'messages.page': timeline,
  'messages.changes': timeline,
  'messages.ofChannel': timeline,
  'messages.ofConversation': timeline,
  'messages.one': timeline,
  // Linked messages are refetched when shown later.
  'messages.linked': untold,
  // Kept with the messages of their places, and by the set of unread threads.
  'threads.one': timeline,
  'threads.states': timeline,
  // Read again when it opens, and after each event of a thread.
  'threads.list': untold,
  'scheduled.list': once,
  // Read for a while, and again after each event: the answer changes with the time of day.
  'availability.list': untold,
  'availability.own': once,
  'pins.ofChannel': ({ channels }) => each(channels),
  'pins.ofConversation': ({ conversations }) => each(conversations),
  'notifications.list': once,
  'notifications.one': ({ notifications }) => each(notifications),
  'push.key': once,
  // Read again whenever the settings open.
  'push.devices': untold,
  'unread.list': once,
  // The answers are stored in the list.
  'unread.one': timeline,
  // Frozen at the opening of the place: no event changes it.
  'unread.count': timeline,
  'files.one': bytes,
  'emoji.list': inWorkspace,
  'societies.list': () => [{}, { query: { search: 'tilleul' } }],
  'societies.one': ({ societies }) => each(societies),
  'societies.mine': ({ self }) => [{ params: { id: self } }],
  'societies.users': ({ societies }) => each(societies),
  'societies.pending': ({ societies }) => each(societies),
  'societies.owners': ({ societies }) => each(societies),
  // Fetched before each removal.
  'societies.workspaces': untold,
  // A build's content: no event changes it.
  'about.licences': nobodysBusiness,
  'gifs.search': nobodysBusiness,
  'gifs.categories': nobodysBusiness,
  'gifs.media': bytes,
  'search.messages': untold,
  // The parts fill the caches of their own endpoints.
  'boot.one': untold,
  'search.files': untold,
  'audit.list': untold,
  'reports.list': () => [{}, { query: { status: 'new' } }],
  'reports.waiting': once,
  'reports.historyOf': untold,
  'workspaceReports.list': ({ workspaceId: id }) => [{ params: { id } }, { params: { id }, query: { status: 'new' } }],
  'reports.one': untold,
  'reports.assignees': untold,
  'reports.ofUser': ({ users }) => each(users),
  'administration.users': () => [{}, { query: { reported: 'true' } }, { query: { suspended: 'true' } }],
  'administration.banned': once,
  // Read again as the dialog, or the account, opens.
  'administration.disk': untold,
  'administration.departure': untold,
  // Read again as they are shown.
  'disconnection.charter': untold,
  'disconnection.defaults': untold,
  'disconnection.reports': untold,
  'overview.read': untold,
  'overview.workspaces': untold,
  'announcements.shown': once,
  'announcements.list': untold,
  'setup.read': untold,
  'settings.shown': once,
  'settings.logo': bytes,
  // Read again as their tab opens, and after each change there.
  'settings.read': untold,
  'settings.history': untold,
  'audit.csv': bytes,
  'personalData.contact': once,
  'personalData.export': bytes,
  'personalData.prepared': once,
};
