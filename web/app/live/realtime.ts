import { api } from '@palabre/common/contract/index.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { startSaving } from '../../features/boot/saved-answers.ts';
import { refetchConversations } from '../../features/conversations/conversations.live.ts';
import { flushOutbox, restoreOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { catchUpAll } from '../../features/messages/timeline/open/timelines.ts';
import { unlockSoundAtPress } from '../../features/people/preferences/attention/sound.ts';
import { usePreferences } from '../../features/people/preferences/preferences.store.ts';
import { tellAllRead } from '../../features/reading/unread/open/read-marks.ts';
import { tellsInsideOf } from '../../features/workspaces/workspaces/workspaces.live.ts';
import { logFailure } from '../../platform/device/log.ts';
import { installWorker } from '../../platform/device/worker.ts';
import { onChange } from '../../platform/server/api.ts';
import { followSession } from '../../platform/server/connecting.ts';
import { cached, keyOf, refetch } from '../../platform/server/query.ts';
import { missedIn, type PalabreSocket } from '../../platform/server/socket.ts';
import { sessionAge, useSession } from '../../platform/session/session.ts';
import { toldBy } from './answers.ts';
import { createDispatcher, listen, sequenced } from './live.ts';

/**
 * Tells whether a missed event needs no refetch of lists. Presence of members is fetched after the connection
 * (`usePresenceKnown`), so it includes missed changes; conversation lists and the user, fetched before, are refetched.
 * Typing is over.
 */
const isPassing = (event: string) => event === 'userUpdate' || event === 'typing';

/**
 * Decides what to refetch. At the first connection, the server names the events since the page fetched its first lists,
 * mostly none. At a reconnection, everything is refetched.
 */
async function missed(
  socket: PalabreSocket,
  again: boolean,
): Promise<Record<'lists' | 'messages' | 'people', boolean>> {
  const events = again ? null : await missedIn(socket, sessionAge());
  return {
    lists: events === null || events.some(event => !sequenced.has(event) && !isPassing(event)),
    messages: events === null || events.some(event => sequenced.has(event)),
    people: events?.includes('userUpdate') ?? true,
  };
}

/** Waits until components of lost places have unmounted; otherwise their queries would be refetched and refused. */
const leave = () => new Promise(done => setTimeout(done));

/** Refetches the person's workspaces, and calls `lost` for each workspace lost meanwhile, as its event would have. */
async function refreshMine(client: QueryClient, lost: (id: string) => void): Promise<void> {
  const mine = { params: { id: useSession.getState().user?._id ?? '' } };
  const idsNow = () => cached(client, api.workspaces.mine, mine)?.workspaces.map(card => card._id) ?? [];
  const before = idsNow();
  await client.invalidateQueries({ queryKey: keyOf(api.workspaces.mine, mine), exact: true });
  const after = new Set(idsNow());
  for (const id of before) if (!after.has(id)) lost(id);
  await leave();
}

/** Refetches the lists that messages change, besides timelines. */
function refetchCounted(client: QueryClient): void {
  refetchConversations(client);
  refetch(client, api.unread.list);
  refetch(client, api.notifications.list);
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
  await client.invalidateQueries({ predicate: query => isRight(query) && !gone(query) });
  await leave();
  await client.invalidateQueries({
    predicate: query => !isRight(query) && query.queryKey[0] !== api.workspaces.mine.path && !gone(query),
  });
}

/**
 * Starts everything that keeps the page up to date: the socket, its events, the catch-up after each connection (active
 * queries are refetched, cached timelines get their changes) and the outbox.
 */
export function startRealtime(client: QueryClient): void {
  const { dispatch, changes } = createDispatcher(client);
  onChange((endpoint, input) => {
    const [userId, settle] = [useSession.getState().user?._id, changes()];
    return answer => {
      // A response for a session that has ended is ignored.
      const isHeeded = answer !== undefined && useSession.getState().user?._id === userId;
      settle(isHeeded ? toldBy(endpoint, answer, input, client) : []);
    };
  });
  startSaving(client);
  installWorker();
  unlockSoundAtPress(() => usePreferences.getState().sound);
  followSession({
    attach(socket) {
      listen(socket, dispatch);
      // Pending messages are shown even without a connection.
      const userId = useSession.getState().user?._id;
      if (userId) restoreOutbox(userId).catch((cause: unknown) => logFailure('The outbox could not be read', cause));
    },
    async catchUp(socket, again) {
      const { lists, messages, people } = await missed(socket, again);
      if (lists) await refreshMine(client, _id => dispatch({ name: 'deleteWorkspace', payload: { _id } }));
      // The user may have come online on another device.
      if (people && !lists) refetch(client, api.users.me);
      if (people && !lists && !messages) refetchConversations(client);
      await Promise.all([lists ? refreshLists(client) : messages && refetchCounted(client), messages && catchUpAll()]);
      tellAllRead();
      await flushOutbox();
    },
  });
}
