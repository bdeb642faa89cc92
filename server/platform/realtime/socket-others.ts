import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from '../processes/cluster.ts';
import type { Sessions } from '../sessions/session.ts';
import type { Broadcaster } from './events.ts';
import type { Handshakes } from './handshake.ts';
import type { PalabreSocket } from './socket.ts';

const lookEveryMs = 500;
const checkedTogether = 1_000;
/** Clients disconnected together: all at once would cause a storm of reconnections. */
const sentAway = { atOnce: 200, everyMs: 100 };

/**
 * Applies the events and rights changes of other processes to this process's sockets, and checks all of these anew when
 * two-step becomes required. While Redis is away, rights and sessions are read again twice a second. When events were
 * missed, clients are made to reconnect: they then fetch what they missed, as after any disconnection.
 */
export function followOthers(options: {
  handshakes: Pick<Handshakes, 'all' | 'of' | 'end'>;
  cluster: Cluster;
  sessions: Sessions;
  logger: Logger;
  deliver: Broadcaster['send'];
  deliverTogether: Broadcaster['sendTogether'];
  /** Puts sockets in the rooms that their rights give them. */
  sync: (sockets: readonly PalabreSocket[]) => Promise<void>;
  /** Puts the sockets of these people in their rooms; closes them when rights cannot be read. */
  syncOrCut: (userIds: readonly string[]) => Promise<void>;
}): void {
  const { handshakes, cluster, sessions, logger, deliver, deliverTogether, sync, syncOrCut } = options;

  cluster.on('event', ({ name, payload, target }) => deliver(name, payload, target));
  cluster.on('events', deliverTogether);

  cluster.on('rightsChanged', syncOrCut);

  /** Closes the sockets of ended sessions and of people without required two-step; returns the others. */
  const judge = async (sockets: PalabreSocket[]): Promise<PalabreSocket[]> => {
    const sids = sockets.map(socket => socket.data.actor.sid);
    const live = await sessions.live(sids);
    const mayStay = (sid: string) => live.has(sid) && !live.get(sid)?.needs_two_step;
    handshakes.end(new Set(sids.filter(sid => !mayStay(sid))));
    return sockets.filter(socket => mayStay(socket.data.actor.sid));
  };
  sessions.onTwoStepChanged(async () => {
    for (const group of inGroups(handshakes.all(), checkedTogether)) {
      try {
        await judge(group);
      } catch (error) {
        logger.error({ err: error, sockets: group.length }, 'sessions could not be read: sockets connect again');
        for (const socket of group) socket.conn.close();
      }
    }
  });

  const check = async (sockets: PalabreSocket[]): Promise<void> => sync(await judge(sockets));
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
    // Checks again, for changes between the last check and the return of Redis.
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
