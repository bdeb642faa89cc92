import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { listedNotifications } from '@palabre/common/contract/reading/notifications.ts';
import { type Unread, unreadCounted } from '@palabre/common/contract/reading/unread.ts';
import { isCalled } from '@palabre/common/rules/mentions.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type Place, placeKey } from '../../../../platform/address/place.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { ApiError, call } from '../../../../platform/server/api.ts';
import { cached, patchQuery, refetch } from '../../../../platform/server/query.ts';
import { useSession } from '../../../../platform/session/session.ts';

/** The place that a state, a message or an event is about, by its id. */
export const idIn = (of: { channelId: string | null; conversationId: string | null }): string =>
  of.channelId ?? of.conversationId ?? '';

/** Whether there is anything to keep of a place: else it stands for itself by not being there. */
const isPlain = ({ first, mentions, level, muted }: Unread) => !first && mentions === 0 && level === 'all' && !muted;

/** What is kept of a place; undefined when nothing is unread there and all of it is heard, or nothing is known yet. */
export const stateOf = (client: QueryClient, id: string): Unread | undefined =>
  cached(client, api.unread.list)?.unread.find(one => idIn(one) === id);

/** Changes what is kept of places; `change` may give the old list back. */
export function patchStates(client: QueryClient, change: (old: readonly Unread[]) => readonly Unread[]): void {
  patchQuery(client, api.unread.list, undefined, old => {
    const unread = change(old.unread);
    return unread === old.unread ? old : { unread: [...unread] };
  });
}

/** Keeps what is known of a place now. */
export function putState(client: QueryClient, state: Unread): void {
  patchStates(client, old => {
    const others = old.filter(one => idIn(one) !== idIn(state));
    if (isPlain(state)) return others.length === old.length ? old : others;
    return [...others, state];
  });
}

/** Forgets places. */
export function dropStates(client: QueryClient, gone: (state: Unread) => boolean): void {
  patchStates(client, old => (old.some(gone) ? old.filter(one => !gone(one)) : old));
}

/** The workspace of a channel, and one's roles there, as far as they are known. */
function whereabouts(
  client: QueryClient,
  channelId: string,
): { workspaceId: string; roles: Set<string> | null } | null {
  const lists = client.getQueriesData<{ channels: { _id: string; workspaceId: string }[] }>({
    predicate: ({ queryKey: [path] }) => path === api.channels.ofWorkspace.path || path === api.channels.list.path,
  });
  const found = lists.flatMap(([, list]) => list?.channels ?? []).find(({ _id }) => _id === channelId);
  const workspaceId = found?.workspaceId ?? stateOf(client, channelId)?.workspaceId ?? workspaces.get(channelId);
  if (!workspaceId) return null;
  workspaces.set(channelId, workspaceId);
  const mine = cached(client, api.roles.mine, { params: { id: workspaceId } });
  return { workspaceId, roles: mine ? new Set(mine.roles.map(({ _id }) => _id)) : null };
}

/** Workspaces of channels that were asked about: a channel stays in its own. */
const workspaces = new Map<string, string>();

/** Whether a message calls whoever is logged in; null when that is not known here. */
export function callsMe(client: QueryClient, message: Message): boolean | null {
  const self = useSession.getState().user?._id ?? '';
  if (!message.mentionsEveryone && message.replyTo?.calls !== self && !message.content.includes('<@')) return false;
  const { channelId } = message;
  const roles = channelId ? whereabouts(client, channelId)?.roles : new Set<string>();
  if (isCalled(message, self, roles ?? new Set())) return true;
  return roles || !message.content.includes('<@&') ? false : null;
}

/** The same of what reaches them: in a place that they have muted what calls them by name, or answers them. */
export function reachesMe(client: QueryClient, message: Message): boolean | null {
  if (!stateOf(client, idIn(message))?.muted) return callsMe(client, message);
  const self = useSession.getState().user?._id ?? '';
  return isCalled({ ...message, mentionsEveryone: false }, self, new Set());
}

const more = (count: number, by: number) => Math.min(unreadCounted, count + by);

/** Somebody wrote: counts their message, unless it is counted already. */
export function countMessage(client: QueryClient, message: Message): void {
  const { channelId, conversationId, position } = message;
  if (message.sender._id === useSession.getState().user?._id || !cached(client, api.unread.list)) return;
  const id = idIn(message);
  const where = channelId ? whereabouts(client, channelId) : { workspaceId: null };
  const known = stateOf(client, id);
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
    messages: conversationId ? more(before.messages, 1) : 0,
    mentions: more(before.mentions, called ? 1 : 0),
  });
}

/** What the server says of a place, unless more has been heard of it since: then it is asked again. */
export function takeState(client: QueryClient, state: Unread): void {
  const { channelId, conversationId } = state;
  const known = stateOf(client, idIn(state));
  if (channelId && state.workspaceId) workspaces.set(channelId, state.workspaceId);
  if (known && known.seq > state.seq) askAgain(client, { channelId, conversationId });
  else putState(client, state);
  // A right gained, or an edit: mentions that no event told of.
  const listed = cached(client, api.notifications.list)?.notifications.filter(
    ({ type, about, isRead }) => type === 'mention' && about && idIn(about) === idIn(state) && !isRead,
  );
  if (listed && listed.length < Math.min(state.mentions, listedNotifications)) refetch(client, api.notifications.list);
}

/** Places that are about to be asked about, of each cache. */
const asking = new WeakMap<QueryClient, Set<string>>();
/** What comes together is asked once, and a crowd that hears one thing does not ask at once: milliseconds. */
const leastMs = 50;
const spreadMs = 400;

/** Asks how far one has read a place, when events alone do not tell; once for many that come together. */
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
      // A place that was lost meanwhile is no failure; without a connection all of it is asked again later.
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.status > 0 && cause.status !== 404) logFailure('What is unread could not be asked', cause);
    }
  };
  setTimeout(ask, leastMs + Math.random() * spreadMs);
}
