import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';

/** What a client may have asked about: the ids that reads are made of. */
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

export interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Every endpoint of the contract by its name, « messages.send ». */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(api).flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
      `${feature}.${name}`,
      endpoint,
    ]),
  ),
);

export type Feature = keyof typeof api;
export const featureOf = (name: string): Feature => name.split('.')[0] as Feature;

/**
 * Whose caches what is done in a feature concerns: its own and its neighbours'. A scenario watches these only, or each
 * feature would cost all the others; one day in which everything is done watches everything, and finds who is missing.
 */
export const neighbours: Record<Feature, readonly Feature[]> = {
  users: ['users', 'members', 'channels', 'conversations'],
  socialLogin: ['socialLogin'],
  linkedAccounts: ['linkedAccounts', 'users'],
  otp: ['users'],
  personalData: ['personalData', 'notifications'],
  accounts: [
    'accounts',
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
  conversations: ['conversations', 'users', 'messages', 'notifications', 'unread'],
  messages: ['messages', 'conversations', 'pins', 'notifications', 'unread'],
  reactions: ['messages', 'conversations', 'pins'],
  pins: ['messages', 'pins'],
  notifications: ['notifications', 'unread'],
  unread: ['unread', 'notifications'],
  files: ['files'],
  emoji: ['emoji'],
  gifs: ['gifs'],
  audit: ['audit'],
  societies: ['societies', 'users', 'workspaces', 'notifications'],
  reports: ['reports', 'administration'],
  administration: ['administration', 'reports'],
  search: ['search'],
  boot: ['boot'],
};

const pattern = ({ path }: Endpoint) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
/** Fixed paths before those with parameters: `/role/color` is not a role. */
const readers = [...endpoints]
  .filter(([, { method }]) => method === 'GET')
  .map(([name, endpoint]) => ({ name, pattern: pattern(endpoint), given: endpoint.path.split(':').length }))
  .sort((a, b) => a.given - b.given);

/** The name of the endpoint that an address reads. */
export const readAt = (address: string): string =>
  readers.find(({ pattern }) => pattern.test(address))?.name ?? `nothing known: ${address}`;

const once = (): Input[] => [{}];
const inWorkspace = ({ workspaceId: id }: Known): Input[] => [{ params: { id } }];
const each = (ids: readonly string[]): Input[] => ids.map(id => ({ params: { id } }));
/** Read into timelines, by the pages and changes of a place. */
const timeline = (): Input[] => [];
/** What a provider answers, or is asked before a login: no event concerns it. */
const nobodysBusiness = (): Input[] => [];
/** Bytes, which no event concerns. */
const bytes = (): Input[] => [];

/** The journal and one’s sessions, whose pages ask again by themselves; a report alone, which no page asks for. */
const untold = (): Input[] => [];

type Answer = Record<string, unknown>;
const list = (answer: Answer, name: string) => answer[name] as Record<string, unknown>[];

/** What became since of the workspace, the message and the people of a report is asked for whenever the list is opened. */
const reported = (answer: Answer) =>
  list(answer, 'reports').map(({ _id, status, handledAt, reason }) => ({ _id, status, handledAt, reason }));

/** The part of an answer that events keep true: others are told of what happens in their places, and nowhere else. */
const told: Record<string, (answer: Answer) => unknown> = {
  'workspaces.list': answer => list(answer, 'workspaces').filter(({ isMember }) => isMember),
  'workspaces.one': answer => ((answer.workspace as { members: unknown[] }).members.length > 0 ? answer : null),
  // An e-mail is shown to those who share a place.
  'users.one': answer => ((answer.user as Record<string, unknown>).email === undefined ? null : answer),
  // The seq is only there to tell older events.
  'pins.ofChannel': answer => list(answer, 'messages'),
  'pins.ofConversation': answer => list(answer, 'messages'),
  // What others do in a society is told to its own people and those who ask to join it.
  'societies.list': answer => list(answer, 'societies').filter(({ membership }) => membership !== 'none'),
  'societies.one': answer => ((answer.society as { membership: string }).membership === 'none' ? null : answer),
  // Who asks to join shares no place yet with the owners: their status is not told.
  'societies.pending': answer => list(answer, 'users').map(({ status: _status, ...user }) => user),
  // Who someone is to themself is told to those who share a place.
  'administration.users': answer =>
    list(answer, 'users').map(({ _id, openReports, reports }) => ({ _id, openReports, reports })),
  // What is read by events is read at least up to there; the seq is only there to tell older events.
  'unread.list': answer =>
    list(answer, 'unread')
      .map(({ read: _read, seq: _seq, ...one }) => one)
      .sort((a, b) => String(a.channelId ?? a.conversationId).localeCompare(String(b.channelId ?? b.conversationId))),
  'reports.list': reported,
  'reports.ofUser': reported,
  'users.search': answer => list(answer, 'users').filter(({ email }) => email !== undefined),
};

export const toldOf = (name: string, answer: unknown): unknown =>
  answer === undefined ? undefined : (told[name]?.(answer as Answer) ?? (told[name] ? null : answer));

/** What is asked of each endpoint that reads, to have it in the cache. */
export const reads: Record<string, (known: Known) => Input[]> = {
  'users.me': once,
  'users.search': () => [{}, { query: { search: 'camille' } }],
  'users.named': ({ users }) => [{ query: { ids: users.join() } }],
  'users.byEmail': nobodysBusiness,
  'users.one': ({ users }) => each(users),
  'socialLogin.providers': once,
  'linkedAccounts.list': once,
  // What is unread to another account is told to that one.
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
  'messages.page': timeline,
  'messages.changes': timeline,
  'messages.ofChannel': timeline,
  'messages.ofConversation': timeline,
  'messages.one': timeline,
  // What links show is asked for again when they are shown later.
  'messages.linked': untold,
  'pins.ofChannel': ({ channels }) => each(channels),
  'pins.ofConversation': ({ conversations }) => each(conversations),
  'notifications.list': once,
  'notifications.one': ({ notifications }) => each(notifications),
  'unread.list': once,
  // Answers are written in the list.
  'unread.one': timeline,
  // As it was when one came: no event changes it.
  'unread.count': timeline,
  'files.one': bytes,
  'emoji.list': inWorkspace,
  'societies.list': () => [{}, { query: { search: 'tilleul' } }],
  'societies.one': ({ societies }) => each(societies),
  'societies.mine': ({ self }) => [{ params: { id: self } }],
  'societies.users': ({ societies }) => each(societies),
  'societies.pending': ({ societies }) => each(societies),
  'societies.owners': ({ societies }) => each(societies),
  // Asked for each time somebody is about to be removed.
  'societies.workspaces': untold,
  'gifs.search': nobodysBusiness,
  'gifs.categories': nobodysBusiness,
  'gifs.media': bytes,
  'search.messages': untold,
  // The page puts its parts where the answers of their own endpoints are.
  'boot.one': untold,
  'search.files': untold,
  'audit.list': untold,
  'reports.list': () => [{}, { query: { status: 'new' } }],
  'reports.waiting': once,
  'reports.one': untold,
  'reports.ofUser': ({ users }) => each(users),
  'administration.users': () => [{}, { query: { reported: 'true' } }],
  'administration.banned': once,
  'audit.csv': bytes,
  'personalData.contact': once,
  'personalData.export': bytes,
  'personalData.prepared': once,
};
