import { api } from '@palabre/common/contract/index.ts';
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { startSaving } from '../../features/boot/saved-answers.ts';
import { flushOutbox, restoreOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { catchUpThreads } from '../../features/messages/threads/open/thread-states.ts';
import { threadsLive } from '../../features/messages/threads/threads.live.ts';
import { catchUpAll, hearChanges } from '../../features/messages/timeline/open/timelines.ts';
import { unlockSoundAtPress } from '../../features/people/preferences/attention/sound.ts';
import { usePreferences } from '../../features/people/preferences/preferences.store.ts';
import { closeMissed, lookAfterPushes, startPush } from '../../features/reading/push/open/start.ts';
import { tellAllRead } from '../../features/reading/unread/open/read-marks.ts';
import { tellsInsideOf } from '../../features/workspaces/workspaces/workspaces.live.ts';
import { logFailure } from '../../platform/device/log.ts';
import { installWorker } from '../../platform/device/worker.ts';
import { call, onChange } from '../../platform/server/api.ts';
import { followSession } from '../../platform/server/connecting.ts';
import { cached, endpointQuery, keyOf } from '../../platform/server/query.ts';
import { missedIn, type PalabreSocket } from '../../platform/server/socket.ts';
import { sessionAge, useSession } from '../../platform/session/session.ts';
import { toldBy } from './answers.ts';
import { createDispatcher, listen } from './live.ts';
import { type Missed, missedBy } from './missed.ts';

/**
 * Maximum time that a server's ping may need to reach this page: the server closes a connection that takes longer to
 * answer.
 */
const underwayMs = 60_000;

/**
 * Asks which events the page missed: at the first connection, since it fetched its first lists; at a later one, since
 * it last heard the server, plus the time that events may need to arrive.
 */
async function missed(socket: PalabreSocket, silentMs: number | null): Promise<Missed> {
  const sinceMs = silentMs === null ? sessionAge() : silentMs + underwayMs;
  return missedBy(Number.isFinite(sinceMs) ? await missedIn(socket, sinceMs) : null, silentMs !== null);
}

/** Waits until components of lost places have unmounted; otherwise their queries would be refetched and refused. */
const leave = () => new Promise(done => setTimeout(done));

/** Refetches the person's workspaces, and calls `lost` for each workspace lost meanwhile, as its event would have. */
async function refreshMine(client: QueryClient, lost: (id: string) => void): Promise<void> {
  const mine = { params: { id: useSession.getState().user?._id ?? '' } };
  const idsNow = () => cached(client, api.workspaces.mine, mine)?.workspaces.map(card => card._id) ?? [];
  const before = idsNow();
  // Sent without the background priority, which lets the server delay it: the following steps depend on it.
  const ask = { ...endpointQuery(api.workspaces.mine, mine), queryFn: () => call(api.workspaces.mine, mine) };
  await client.fetchQuery({ ...ask, staleTime: 0, meta: { silent: true } });
  const after = new Set(idsNow());
  for (const id of before) if (!after.has(id)) lost(id);
  await leave();
}

/**
 * Invalidates these queries and refetches the shown ones. A pending first response may predate the missed events, and
 * can't be refetched before it arrives: it is invalidated then.
 */
function refetchAll(client: QueryClient, filters: QueryFilters): Promise<void> {
  for (const { state, promise, queryKey } of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (state.data !== undefined) continue;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    promise?.then(again, () => {});
  }
  return client.invalidateQueries(filters);
}

/** Refetches the lists that messages and reading change, besides timelines. */
function refetchCounted(client: QueryClient): void {
  for (const list of [
    ...[api.conversations.list, api.conversations.one, api.unread.list, api.notifications.list, api.notifications.one],
    ...[api.pins.ofChannel, api.pins.ofConversation, api.threads.one, api.threads.list, api.workspaceReports.list],
  ])
    void refetchAll(client, { queryKey: keyOf(list) });
}

/**
 * Refetches the lists that show presence. The first connection leaves out the `later` lists: they are fetched after it
 * (`usePresenceKnown`), so that they include the missed events.
 */
function refetchPeople(client: QueryClient, again: boolean): void {
  const later = [
    ...[api.users.one, api.users.search, api.channels.users, api.members.list, api.conversations.one],
    ...[api.societies.users, api.societies.owners, api.societies.pending],
  ];
  for (const list of [api.users.me, api.conversations.list, ...(again ? later : [])])
    void refetchAll(client, { queryKey: keyOf(list) });
}

/** Refetches the shown lists whose last refetch failed: the server may no longer report the events that they missed. */
function refetchFailed(client: QueryClient): void {
  const isFailed = ({ state }: Query) => state.isInvalidated && state.fetchStatus === 'idle';
  void client.refetchQueries({ type: 'active', predicate: isFailed });
}

/** Makes a test for queries inside a workspace that the person has left; a component slow to unmount may still use one. */
function isLost(client: QueryClient): (query: Query) => boolean {
  const mine = { params: { id: useSession.getState().user?._id ?? '' } };
  const cards = cached(client, api.workspaces.mine, mine)?.workspaces;
  return query => {
    const id = tellsInsideOf(query);
    return id !== undefined && cards !== undefined && !cards.some(card => card._id === id);
  };
}

/** Refetches the active queries, the person's roles first, since they decide what may be shown. */
async function refreshLists(client: QueryClient): Promise<void> {
  const isRight = ({ queryKey: [path] }: Query) => path === api.roles.mine.path;
  const gone = isLost(client);
  await refetchAll(client, { predicate: query => isRight(query) && !gone(query) });
  await leave();
  await refetchAll(client, {
    predicate: query => !isRight(query) && query.queryKey[0] !== api.workspaces.mine.path && !gone(query),
  });
}

/**
 * Starts everything that keeps the page up to date: the socket, its events, the catch-up after each connection (active
 * queries are refetched, cached timelines get their changes) and the outbox.
 */
export function startRealtime(client: QueryClient): void {
  const { dispatch, changes, forgetAnswers } = createDispatcher(client);
  onChange((endpoint, input) => {
    const [userId, settle] = [useSession.getState().user?._id, changes()];
    return answer => {
      // A response for a session that has ended is ignored.
      const isHeeded = answer !== undefined && useSession.getState().user?._id === userId;
      settle(isHeeded ? toldBy(endpoint, answer, input, client) : []);
    };
  });
  // Updates the lists of threads before the outbox drops a sent reply: its event may come later.
  hearChanges(change => 'message' in change && threadsLive.updateMessage(change.message, client));
  startSaving(client);
  installWorker();
  startPush();
  unlockSoundAtPress(() => usePreferences.getState().sound);
  followSession({
    attach(socket) {
      listen(socket, dispatch);
      lookAfterPushes();
      // Pending messages are shown even without a connection.
      const userId = useSession.getState().user?._id;
      if (userId) restoreOutbox(userId).catch((cause: unknown) => logFailure('The outbox could not be read', cause));
    },
    async catchUp(socket, silentMs) {
      forgetAnswers();
      const { lists, messages, authors, counted, people } = await missed(socket, silentMs);
      if (lists) await refreshMine(client, _id => dispatch({ name: 'deleteWorkspace', payload: { _id } }));
      if (messages) await catchUpAll({ authors });
      if (messages) catchUpThreads();
      tellAllRead();
      await flushOutbox();
      if (lists || counted) closeMissed();
      // Lists come last: when everybody reconnects at once, the server delays them.
      if (lists) return refreshLists(client);
      if (counted) refetchCounted(client);
      if (people) refetchPeople(client, silentMs !== null);
      if (silentMs !== null) refetchFailed(client);
    },
  });
}
