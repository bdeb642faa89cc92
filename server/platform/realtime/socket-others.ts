import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from '../processes/cluster.ts';
import type { Sessions } from '../sessions/session.ts';
import type { Broadcaster } from './events.ts';
import type { Handshakes } from './handshake.ts';
import type { PalabreSocket } from './socket.ts';

const lookEveryMs = 500;
const checkedTogether = 1_000;
/** Clients sent away together: all at once would be a storm. */
const sentAway = { atOnce: 200, everyMs: 100 };

/**
 * Lets this process's sockets follow what the others say: events, and rights that change. While the others can't
 * be heard, rights and sessions are read again twice a second. When something was missed, whatever it was, clients
 * are made to connect again: they then fetch what they missed, as after any cut.
 */
export function followOthers(options: {
  handshakes: Pick<Handshakes, 'all' | 'of' | 'end'>;
  cluster: Cluster;
  sessions: Sessions;
  logger: Logger;
  deliver: Broadcaster['send'];
  deliverTogether: Broadcaster['sendTogether'];
  /** Puts sockets in the rooms that rights give them. */
  sync: (sockets: readonly PalabreSocket[]) => Promise<void>;
  /** The same for these people; when rights can't be read, their sockets are closed. */
  syncOrCut: (userIds: readonly string[]) => Promise<void>;
}): void {
  const { handshakes, cluster, sessions, logger, deliver, deliverTogether, sync, syncOrCut } = options;

  cluster.on('event', ({ name, payload, target }) => deliver(name, payload, target));
  cluster.on('events', deliverTogether);

  cluster.on('rightsChanged', syncOrCut);

  const check = async (sockets: PalabreSocket[]): Promise<void> => {
    const sids = sockets.map(socket => socket.data.actor.sid);
    const live = await sessions.live(sids);
    handshakes.end(new Set(sids.filter(sid => !live.has(sid))));
    await sync(sockets.filter(socket => live.has(socket.data.actor.sid)));
  };
  const checkAll = async (): Promise<void> => {
    try {
      for (const group of inGroups(handshakes.all(), checkedTogether)) await check(group);
    } catch (error) {
      logger.warn({ err: error }, 'rights could not be read while Redis is away');
    }
  };

  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    while (!cluster.connected && !cluster.closed) {
      await checkAll();
      await pause(lookEveryMs, undefined, { ref: false });
    }
    looking = false;
    // Once more, for what changed between the last look and the moment from which all is heard.
    if (!cluster.closed) await checkAll();
  };
  cluster.onCut(() => void look());

  cluster.onMissed(async () => {
    const sockets = handshakes.all();
    logger.warn({ sockets: sockets.length }, 'events were missed: clients are made to connect again');
    for (const group of inGroups(sockets, sentAway.atOnce)) {
      for (const socket of group) socket.conn.close();
      await pause(sentAway.everyMs, undefined, { ref: false });
    }
  });
}

function* inGroups<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
