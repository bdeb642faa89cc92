import { api } from '@palabre/common/contract/index.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { keepAnswers } from '../../features/boot/keep-answers.ts';
import { refetchConversations } from '../../features/conversations/conversations.live.ts';
import { flushOutbox, restoreOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { catchUpAll } from '../../features/messages/timeline/open/timelines.ts';
import { unlockSoundAtPress } from '../../features/people/preferences/attention/sound.ts';
import { usePreferences } from '../../features/people/preferences/preferences.store.ts';
import { sayAllRead } from '../../features/reading/unread/open/reading.ts';
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
 * Which members are there is asked for once the page is connected (`usePresenceKnown`): what was said of it before is in it.
 * Conversations have it from before, and are asked for again. Who was writing is no news.
 */
const isPassing = (event: string) => event === 'userUpdate' || event === 'typing';

/**
 * What has to be fetched again. The first lists of a page are asked for while its socket connects: the server says
 * which events went by in between, mostly none. After any later connection, all of it.
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

/** Until the page has taken its leave of what it learns that it may no longer show: asked again, that would be refused. */
const leave = () => new Promise(done => setTimeout(done));

/** Fetches again which workspaces one is in. One that was lost meanwhile is told as if its event had come. */
async function refreshMine(client: QueryClient, lost: (id: string) => void): Promise<void> {
  const mine = { params: { id: useSession.getState().user?._id ?? '' } };
  const idsNow = () => cached(client, api.workspaces.mine, mine)?.workspaces.map(card => card._id) ?? [];
  const before = idsNow();
  await client.invalidateQueries({ queryKey: keyOf(api.workspaces.mine, mine), exact: true });
  const after = new Set(idsNow());
  for (const id of before) if (!after.has(id)) lost(id);
  await leave();
}

/** Asks again for what messages change beside their places, when some were missed. */
function refetchCounted(client: QueryClient): void {
  refetchConversations(client);
  refetch(client, api.unread.list);
  refetch(client, api.notifications.list);
}

/** Whether it is of the inside of a workspace that one is no longer in: a page that is slow to take its leave still has it. */
function isLost(client: QueryClient): (query: Query) => boolean {
  const mine = { params: { id: useSession.getState().user?._id ?? '' } };
  const cards = cached(client, api.workspaces.mine, mine)?.workspaces;
  return query => {
    const id = tellsInsideOf(query);
    return id !== undefined && cards !== undefined && !cards.some(card => card._id === id);
  };
}

/** Fetches again what is shown: first what one may do there. */
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
 * Starts what keeps the page true for as long as there is a session: the socket, its events, the catch-up after each
 * connection (what is shown is fetched again, kept channels by their changes), and the outbox.
 */
export function startRealtime(client: QueryClient): void {
  const { dispatch, changes } = createDispatcher(client);
  onChange((endpoint, input) => {
    const [userId, settle] = [useSession.getState().user?._id, changes()];
    return answer => {
      // Of a session that is over, nothing is known any more.
      const isHeeded = answer !== undefined && useSession.getState().user?._id === userId;
      settle(isHeeded ? toldBy(endpoint, answer, input, client) : []);
    };
  });
  keepAnswers(client);
  installWorker();
  unlockSoundAtPress(() => usePreferences.getState().sound);
  followSession({
    attach(socket) {
      listen(socket, dispatch);
      // What waits is shown whether there is a connection or not.
      const userId = useSession.getState().user?._id;
      if (userId) restoreOutbox(userId).catch((cause: unknown) => logFailure('The outbox could not be read', cause));
    },
    async catchUp(socket, again) {
      const { lists, messages, people } = await missed(socket, again);
      if (lists) await refreshMine(client, _id => dispatch({ name: 'deleteWorkspace', payload: { _id } }));
      if (people && !lists && !messages) refetchConversations(client);
      await Promise.all([lists ? refreshLists(client) : messages && refetchCounted(client), messages && catchUpAll()]);
      sayAllRead();
      await flushOutbox();
    },
  });
}
