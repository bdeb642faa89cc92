import type { QueryClient } from '@tanstack/react-query';
import { flushOutbox, restoreOutbox } from '../features/messages/outbox/outbox.ts';
import { catchUpAll } from '../features/messages/timeline/timelines.ts';
import { followSession } from '../platform/connection.ts';
import { logFailure } from '../platform/log.ts';
import { useSession } from '../platform/session.ts';
import { createDispatcher, listen } from './live.ts';

/**
 * Starts what keeps the page true for as long as there is a session: the socket, its events, the catch-up after each
 * connection (what is shown is fetched again, kept channels by their changes), and the outbox.
 * @returns the way to stop
 */
export function startRealtime(client: QueryClient): () => void {
  const { dispatch, stop } = createDispatcher(client);
  const leave = followSession({
    attach: socket => listen(socket, dispatch),
    async catchUp() {
      const userId = useSession.getState().user?._id;
      if (userId) restoreOutbox(userId).catch((cause: unknown) => logFailure('The outbox could not be read', cause));
      await Promise.all([client.invalidateQueries(), catchUpAll()]);
      await flushOutbox();
    },
  });
  return () => {
    leave();
    stop();
  };
}
