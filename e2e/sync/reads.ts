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
  workspaces: ['workspaces', 'users', 'members', 'channels', 'roles', 'invites', 'messages'],
  members: ['members', 'workspaces', 'users', 'channels', 'roles', 'invites', 'messages', 'notifications'],
  channels: ['channels', 'workspaces', 'members', 'roles', 'messages'],
  roles: ['roles', 'workspaces', 'members', 'channels', 'invites', 'messages'],
  invites: ['invites', 'workspaces', 'users', 'members', 'channels', 'roles', 'notifications'],
  conversations: ['conversations', 'users', 'messages'],
  messages: ['messages', 'conversations', 'pins', 'notifications'],
  reactions: ['messages', 'conversations', 'pins'],
  pins: ['messages', 'pins'],
  notifications: ['notifications'],
  files: ['files'],
  emoji: ['emoji'],
  gifs: ['gifs'],
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
/** What a provider answers, which no event concerns. */
const nobodysBusiness = (): Input[] => [];
/** Bytes, which no event concerns. */
const bytes = (): Input[] => [];

type Answer = Record<string, unknown>;
const list = (answer: Answer, name: string) => answer[name] as Record<string, unknown>[];

/** The part of an answer that events keep true: others are told of what happens in their places, and nowhere else. */
const told: Record<string, (answer: Answer) => unknown> = {
  'workspaces.list': answer => list(answer, 'workspaces').filter(({ isMember }) => isMember),
  'workspaces.one': answer => ((answer.workspace as { members: unknown[] }).members.length > 0 ? answer : null),
  // An e-mail is shown to those who share a place.
  'users.one': answer => ((answer.user as Record<string, unknown>).email === undefined ? null : answer),
  // The seq is only there to tell older events.
  'pins.ofChannel': answer => list(answer, 'messages'),
  'pins.ofConversation': answer => list(answer, 'messages'),
  'users.search': answer => list(answer, 'users').filter(({ email }) => email !== undefined),
};

export const toldOf = (name: string, answer: unknown): unknown =>
  answer === undefined ? undefined : (told[name]?.(answer as Answer) ?? (told[name] ? null : answer));

/** What is asked of each endpoint that reads, to have it in the cache. */
export const reads: Record<string, (known: Known) => Input[]> = {
  'users.me': once,
  'users.search': () => [{}, { query: { search: 'camille' } }],
  'users.named': ({ users }) => [{ query: { ids: users.join() } }],
  'users.one': ({ users }) => each(users),
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
  'pins.ofChannel': ({ channels }) => each(channels),
  'pins.ofConversation': ({ conversations }) => each(conversations),
  'notifications.list': once,
  'notifications.one': ({ notifications }) => each(notifications),
  'files.one': bytes,
  'emoji.list': inWorkspace,
  'gifs.search': nobodysBusiness,
  'gifs.categories': nobodysBusiness,
  'gifs.media': bytes,
};
