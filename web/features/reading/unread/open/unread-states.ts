import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { listedNotifications } from '@palabre/common/contract/reading/notifications.ts';
import { type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { isCalled } from '@palabre/common/rules/messages/mentions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { cached, patchQuery, refetch } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** Returns the id of the place of a state, message or event. */
export const idIn = (of: { channelId: string | null; conversationId: string | null }): string =>
  of.channelId ?? of.conversationId ?? '';

/** Tells whether a state is the default one, which is not stored. */
const isPlain = ({ first, mentions, level, muted }: Unread) => !first && mentions === 0 && level === 'all' && !muted;

/** Returns the state of a place; undefined when it is the default one, or unknown. */
export const unreadStateOf = (client: QueryClient, id: string): Unread | undefined =>
  cached(client, api.unread.list)?.unread.find(one => idIn(one) === id);

/** Updates the cached states; `change` returns the same list for no change. */
export function patchStates(client: QueryClient, change: (old: readonly Unread[]) => readonly Unread[]): void {
  patchQuery(client, api.unread.list, undefined, old => {
    const unread = change(old.unread);
    return unread === old.unread ? old : { ...old, unread: [...unread] };
  });
}

/** Stores the state of a place. */
export function putState(client: QueryClient, state: Unread): void {
  patchStates(client, old => {
    const others = old.filter(one => idIn(one) !== idIn(state));
    if (isPlain(state)) return others.length === old.length ? old : others;
    return [...others, state];
  });
}

/** Removes states. */
export function dropStates(client: QueryClient, gone: (state: Unread) => boolean): void {
  patchStates(client, old => (old.some(gone) ? old.filter(one => !gone(one)) : old));
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
  const { channelId } = message;
  const roles = channelId ? whereabouts(client, channelId)?.roles : new Set<string>();
  if (isCalled(message, self, roles ?? new Set())) return true;
  return roles || !message.content.includes('<@&') ? false : null;
}

/** Tells whether a message's mention reaches the user: in a muted place only by name or by an answer. */
export function reachesMe(client: QueryClient, message: Message): boolean | null {
  if (!unreadStateOf(client, idIn(message))?.muted) return callsMe(client, message);
  const self = useSession.getState().user?._id ?? '';
  return isCalled({ ...message, mentionsEveryone: false }, self, new Set());
}

const more = (count: number, by: number) => Math.min(unreadCounted, count + by);

/** Counts a new message as unread, once. */
export function countMessage(client: QueryClient, message: Message): void {
  const { channelId, conversationId, position } = message;
  if (message.sender._id === useSession.getState().user?._id || !cached(client, api.unread.list)) return;
  const id = idIn(message);
  const where = channelId ? whereabouts(client, channelId) : { workspaceId: null };
  const known = unreadStateOf(client, id);
  const called = reachesMe(client, message);
  if (!where || called === null) {
    askAgain(client, { channelId, conversationId });
    return;
  }
  if (known && (known.seq >= position || known.read >= position)) return;
  const plain = { first: null, messages: 0, mentions: 0, level: 'all' as const, muted: false, read: position - 1 };
  const before = known ?? { ...plain, channelId, conversationId, workspaceId: where.workspaceId };
  putState(client, {
    ...before,
    seq: position,
    first: before.first ?? { _id: message._id, position },
    // A channel counts mentions only; its other unread messages show as bold.
    messages: conversationId ? more(before.messages, 1) : 0,
    mentions: more(before.mentions, called ? 1 : 0),
  });
}

/** Stores the server's state of a place; refetches it when events have gone further meanwhile. */
export function takeState(client: QueryClient, state: Unread): void {
  const { channelId, conversationId } = state;
  const known = unreadStateOf(client, idIn(state));
  if (channelId && state.workspaceId) workspaces.set(channelId, state.workspaceId);
  if (known && known.seq > state.seq) askAgain(client, { channelId, conversationId });
  else putState(client, state);
  // A gained right or an edit may add mentions without an event.
  const listed = cached(client, api.notifications.list)?.notifications.filter(
    ({ type, about, isRead }) =>
      type === 'mention' && about && idIn(about) === idIn(state) && about.position > state.read && !isRead,
  );
  if (listed && listed.length < Math.min(state.mentions, listedNotifications)) refetch(client, api.notifications.list);
}

/** Places with a scheduled refetch, per cache. */
const asking = new WeakMap<QueryClient, Set<string>>();
/**
 * Delay of a refetch, which batches simultaneous events, and its random spread, which keeps a crowd from refetching at
 * once.
 */
const leastMs = 50;
const spreadMs = 400;

/** Schedules a refetch of a place's state, when events alone do not tell; one for many events. */
export function askAgain(
  client: QueryClient,
  place: { channelId?: string | null; conversationId?: string | null },
): void {
  const asked = place as Place;
  const key = placeKey(asked);
  const waiting = asking.get(client) ?? new Set();
  if (waiting.has(key)) return;
  asking.set(client, waiting.add(key));
  const ask = async () => {
    waiting.delete(key);
    const query = asked.channelId ? { channelId: key } : { conversationId: key };
    try {
      takeState(client, (await call(api.unread.one, { query })).unread);
    } catch (cause) {
      // A place lost meanwhile is no failure; without a connection, the reconnection refetches all states.
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.status > 0 && cause.status !== 404) logFailure('What is unread could not be asked', cause);
    }
  };
  setTimeout(ask, leastMs + Math.random() * spreadMs);
}
