import { api } from '@palabre/common/contract/index.ts';
import type { Message, PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import type { Parent } from '@palabre/common/contract/messages/thread-state.ts';
import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { isCalled } from '@palabre/common/rules/messages/mentions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { idIn, placeOf } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call, isPassing } from '../../../../platform/server/api.ts';
import { backoff, triedAtMost } from '../../../../platform/server/backoff.ts';
import { cached, patchQuery, refetch } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { noteTold } from './device-marks.ts';
import { noteRead, noteReply } from './heard-threads.ts';

/** Ids of a subject's place, and of that place's parent if it is a thread. */
type Placed = PlaceIds & { parent?: Parent | undefined };

/** Tells whether a state is the default, which is not stored. The level of a thread is stored with its parent. */
const isPlain = ({ threadId, first, messages, mentions, level, muted }: Unread) =>
  threadId ? messages === 0 && mentions === 0 : !first && mentions === 0 && level === 'all' && !muted;

/** Returns the state of a place; undefined when it is the default, or unknown. */
export function unreadStateOf(client: QueryClient, id: string): Unread | undefined {
  const states = cached(client, api.unread.list);
  const isThis = (one: Unread) => idIn(one) === id;
  return states?.unread.find(isThis) ?? states?.threads.find(isThis);
}

/**
 * Returns the state that holds the notification level of a place: for a thread, its channel's or conversation's state.
 */
export const heardStateOf = (client: QueryClient, placed: Placed): Unread | undefined =>
  unreadStateOf(client, idIn(placed.parent ?? placed));

/** Updates the cached states of places, or of threads; `change` returns the same list for no change. */
function patchStates(
  client: QueryClient,
  which: 'unread' | 'threads',
  change: (old: readonly Unread[]) => readonly Unread[],
): void {
  patchQuery(client, api.unread.list, undefined, old => {
    const states = change(old[which]);
    return states === old[which] ? old : { ...old, [which]: [...states] };
  });
}

/** Stores the state of a place. */
export function putState(client: QueryClient, state: Unread): void {
  if (state.threadId) noteRead(state.threadId, state.read);
  patchStates(client, state.threadId ? 'threads' : 'unread', old => {
    const others = old.filter(one => idIn(one) !== idIn(state));
    if (isPlain(state)) return others.length === old.length ? old : others;
    return [...others, state];
  });
}

/** Removes states, of places and of threads. */
export function dropStates(client: QueryClient, gone: (state: Unread) => boolean): void {
  for (const which of ['unread', 'threads'] as const)
    patchStates(client, which, old => (old.some(gone) ? old.filter(one => !gone(one)) : old));
}

/** Returns the workspace of a channel and the user's roles in it, as far as they are cached. */
function whereabouts(
  client: QueryClient,
  channelId: string,
): { workspaceId: string; roles: Set<string> | null } | null {
  const lists = client.getQueriesData<{ channels: { _id: string; workspaceId: string }[] }>({
    predicate: ({ queryKey: [path] }) => path === api.channels.ofWorkspace.path || path === api.channels.list.path,
  });
  const found = lists.flatMap(([, list]) => list?.channels ?? []).find(({ _id }) => _id === channelId);
  const workspaceId = found?.workspaceId ?? unreadStateOf(client, channelId)?.workspaceId ?? workspaces.get(channelId);
  if (!workspaceId) return null;
  workspaces.set(channelId, workspaceId);
  const mine = cached(client, api.roles.mine, { params: { id: workspaceId } });
  return { workspaceId, roles: mine ? new Set(mine.roles.map(({ _id }) => _id)) : null };
}

/** Workspace ids by channel id: a channel never changes workspace. */
const workspaces = new Map<string, string>();

/** Tells whether a message mentions the user; null when the caches cannot tell. */
export function callsMe(client: QueryClient, message: Message): boolean | null {
  const self = useSession.getState().user?._id ?? '';
  if (!message.mentionsEveryone && message.replyTo?.calls !== self && !message.content.includes('<@')) return false;
  const { channelId } = message.parent ?? message;
  const roles = channelId ? whereabouts(client, channelId)?.roles : new Set<string>();
  if (isCalled(message, self, roles ?? new Set())) return true;
  return roles || !message.content.includes('<@&') ? false : null;
}

/** Tells whether a message's mention reaches the user: in a muted place only by name or by an answer. */
export function reachesMe(client: QueryClient, message: Message): boolean | null {
  if (!heardStateOf(client, message)?.muted) return callsMe(client, message);
  const self = useSession.getState().user?._id ?? '';
  return isCalled({ ...message, mentionsEveryone: false }, self, new Set());
}

const more = (count: number, by: number) => Math.min(unreadCounted, count + by);

/** Returns the state of a place that is read up to a position, with nothing unread. */
export const plainState = (
  client: QueryClient,
  placed: Placed,
  workspaceId: string | null,
  position: number,
): Unread => {
  const { threadId, channelId = null, conversationId = null, parent } = placed;
  const { level = 'all', muted = false } = heardStateOf(client, placed) ?? {};
  const counts = { seq: position, read: position, first: null, messages: 0, mentions: 0, level, muted };
  return { channelId, conversationId, ...(threadId && { threadId, parent }), workspaceId, ...counts };
};

/**
 * Counts a new message as unread, once. Of replies, only mentions count here: `updateThread` reports the other ones.
 */
export function countMessage(client: QueryClient, message: Message): void {
  const { threadId, conversationId, position } = message;
  if (message.sender._id === useSession.getState().user?._id || !cached(client, api.unread.list)) return;
  const first = { _id: message._id, position };
  if (threadId) noteReply(threadId, first);
  const { channelId } = message.parent ?? message;
  const where = channelId ? whereabouts(client, channelId) : { workspaceId: null };
  const known = unreadStateOf(client, idIn(message));
  const called = reachesMe(client, message);
  if (!where || called === null) {
    askAgain(client, message);
    return;
  }
  if (known && (known.seq >= position || known.read >= position)) return;
  if (threadId && !called) return;
  const before = known ?? plainState(client, message, where.workspaceId, position - 1);
  putState(client, {
    ...before,
    seq: position,
    first: before.first ?? first,
    // A channel counts mentions only; its other unread messages show as bold.
    messages: conversationId ? more(before.messages, 1) : before.messages,
    mentions: more(before.mentions, called ? 1 : 0),
  });
}

/**
 * Tells whether a notification is a mention of the user themself: mentions of somebody they stand in for are not
 * counted.
 */
export const isOwnMention = ({ type, about }: Pick<Notification, 'type' | 'about'>): boolean =>
  type === 'mention' && !about?.inPlaceOf;

/** Stores the server's state of a place; refetches it when events have gone further meanwhile. */
export function takeState(client: QueryClient, state: Unread): void {
  const { threadId, channelId, level, muted } = state;
  const known = unreadStateOf(client, idIn(state));
  if (channelId && state.workspaceId) workspaces.set(channelId, state.workspaceId);
  noteTold(idIn(state), state.read);
  if (known && known.seq > state.seq) askAgain(client, state);
  else putState(client, state);
  const isOther = (one: Unread) =>
    idIn(one.parent ?? {}) === idIn(state) && (one.level !== level || one.muted !== muted);
  if (!threadId)
    patchStates(client, 'threads', old =>
      old.some(isOther) ? old.map(one => (isOther(one) ? { ...one, level, muted } : one)) : old,
    );
  // A gained right or an edit may add mentions without an event.
  const listed = cached(client, api.notifications.list)?.notifications.filter(
    ({ type, about, isRead }) =>
      isOwnMention({ type, about }) && about && idIn(about) === idIn(state) && about.position > state.read && !isRead,
  );
  if (listed && listed.length < state.mentions) refetch(client, api.notifications.list);
}

/** Places with a scheduled refetch, per cache. */
const asking = new WeakMap<QueryClient, Set<string>>();
/**
 * Delay of a refetch, which batches simultaneous events, and its random spread, which keeps a crowd from refetching at
 * once.
 */
const leastMs = 50;
const spreadMs = 400;

/**
 * Schedules a refetch of a place's state, when events alone are not enough; batches many events into one. A later event
 * may not repeat the same messages, so a transient failure is retried.
 */
export function askAgain(client: QueryClient, placed: PlaceIds, tries = 1): void {
  const key = idIn(placed);
  const query = placeOf(placed);
  const waiting = asking.get(client) ?? new Set();
  if (waiting.has(key)) return;
  asking.set(client, waiting.add(key));
  const ask = async () => {
    waiting.delete(key);
    // The session has ended: no cache or component needs the state.
    if (!cached(client, api.unread.list)) return;
    try {
      takeState(client, (await call(api.unread.one, { query })).unread);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (isPassing(cause) && tries < triedAtMost) return askAgain(client, placed, tries + 1);
      // A place lost meanwhile is no failure; without a connection, the reconnection refetches all states.
      if (cause.status > 0 && cause.status !== 404) logFailure('What is unread could not be asked', cause);
    }
  };
  setTimeout(ask, tries === 1 ? leastMs + Math.random() * spreadMs : backoff(tries - 1));
}
