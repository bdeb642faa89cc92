import type { QueryClient } from '@tanstack/react-query';
import { refetchLastMessages } from '../features/conversations/conversations.live.ts';
import { flushOutbox, restoreOutbox } from '../features/messages/outbox/outbox.ts';
import { catchUpAll } from '../features/messages/timeline/timelines.ts';
import { followSession } from '../platform/connecting.ts';
import { logFailure } from '../platform/log.ts';
import { sessionAge, useSession } from '../platform/session.ts';
import { missedIn, type PalabreSocket } from '../platform/socket.ts';
import { createDispatcher, listen, sequenced } from './live.ts';

/** Who is there is asked for once the page is connected (`usePresenceKnown`): what was said of it before is in it. */
const isPresence = (event: string) => event === 'userUpdate';

/**
 * What has to be fetched again. The first lists of a page are asked for while its socket connects: the server says
 * which events went by in between, mostly none. After any later connection, all of it.
 */
async function missed(socket: PalabreSocket, again: boolean): Promise<{ lists: boolean; messages: boolean }> {
  const events = again ? null : await missedIn(socket, sessionAge());
  return {
    lists: events === null || events.some(event => !sequenced.has(event) && !isPresence(event)),
    messages: events === null || events.some(event => sequenced.has(event)),
  };
}

/**
 * Starts what keeps the page true for as long as there is a session: the socket, its events, the catch-up after each
 * connection (what is shown is fetched again, kept channels by their changes), and the outbox.
 */
export function startRealtime(client: QueryClient): void {
  const { dispatch } = createDispatcher(client);
  followSession({
    attach: socket => listen(socket, dispatch),
    async catchUp(socket, again) {
      const userId = useSession.getState().user?._id;
      if (userId) restoreOutbox(userId).catch((cause: unknown) => logFailure('The outbox could not be read', cause));
      const { lists, messages } = await missed(socket, again);
      await Promise.all([
        lists ? client.invalidateQueries() : messages && refetchLastMessages(client),
        messages && catchUpAll(),
      ]);
      await flushOutbox();
    },
  });
}
