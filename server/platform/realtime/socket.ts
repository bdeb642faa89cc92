import type { Server as HttpServer } from 'node:http';
import { type ErrorCode, errors } from '@palabre/common/contract/errors.ts';
import { clientMessages, type EventName, type ServerToClient } from '@palabre/common/contract/index.ts';
import type { ClientToServer } from '@palabre/common/contract/people/presence.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { Env } from '../../env.ts';
import type { Language } from '../http/errors.ts';
import { inBatches } from '../pacing/in-batches.ts';
import type { Refuse } from '../pacing/refusals.ts';
import { createSparing, type Sparing } from '../pacing/sparing.ts';
import type { Cluster } from '../processes/cluster.ts';
import type { UnderWay } from '../processes/under-way.ts';
import type { Actor, Sessions } from '../sessions/session.ts';
import { corkBursts } from './cork.ts';
import { Delivery } from './delivery.ts';
import type { Broadcaster } from './events.ts';
import { Handshakes, ownOrigin } from './handshake.ts';
import { Inflow } from './inflow.ts';
import { keepRecentEvents, takeOverRecentEvents } from './recent-events.file.ts';
import { RecentEvents } from './recent-events.ts';
import { roomsOf } from './rooms.store.ts';
import { rooms } from './rooms.ts';
import { followOthers } from './socket-others.ts';

interface SocketData {
  actor: Actor;
  /** Language of the sentences in acknowledgements. */
  language: Language;
}

/** Socket with our typed events. */
export type PalabreSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
/** Socket.IO server with our typed events. */
export type PalabreServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** Handlers of the sockets of people: presence. */
export interface SocketListener {
  /**
   * Called for each connected socket.
   * @param idleMs time since the person last touched this device
   */
  connected(actor: Actor, socket: PalabreSocket, idleMs?: number): void;
  disconnected(actor: Actor, socket: PalabreSocket, clean: boolean): void;
  activity(actor: Actor, idleMs?: number): void;
  setStatus(actor: Actor, status: Parameters<ClientToServer['setStatus']>[0]): Promise<void>;
}

/** Handles a person typing in a place. */
export type TypingListener = (actor: Actor, placeId: string, hears: (room: string) => boolean) => void;

/** Handlers of socket messages, by feature. */
export interface SocketListeners {
  presence: SocketListener;
  typing: TypingListener;
}

/** Sockets of this process, and the broadcaster to all. */
export interface Sockets extends Broadcaster {
  io: PalabreServer;
  /** Events delivered by this process, and sockets dropped because they did not read. */
  readonly counts: Delivery['counts'];
  /** Passes each event's delay from its commit to its sockets, in seconds, to the listener. */
  onDelivered(hear: (seconds: number) => void): void;
  /** Closes every connection; clients reconnect later. */
  close(): Promise<void>;
  /** Saves the names of recent events for the next process, once no more events can come. */
  keepRecent(): void;
}

const maxPayloadBytes = 64 * 1024;

/**
 * Creates the Socket.IO server, same-origin. A connection needs a live session and our own origin (or none); its rooms
 * follow the rights of its person, updated by `syncRooms`.
 */
export function createSockets(options: {
  http: HttpServer;
  env: Pick<Env, 'publicUrl' | 'rateLimits' | 'dataDir'>;
  pool: pg.Pool;
  sessions: Sessions;
  cluster: Cluster;
  logger: Logger;
  refuse: Refuse;
  underWay: UnderWay;
}): Sockets & { listen(listeners: SocketListeners): void } {
  const { http, env, pool, sessions, cluster, logger, refuse, underWay } = options;
  const log = createSparing(logger);
  const io: PalabreServer = new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxPayloadBytes,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    allowRequest: (request, answer) => answer(null, ownOrigin(request.headers, env.publicUrl)),
  });

  corkBursts(io.engine);
  const inflow = new Inflow(io.engine, env.rateLimits, refuse);

  const delivery = new Delivery(io);
  // Events sent before the end of a session still reach its sockets.
  sessions.onEnd(() => delivery.flush());
  const sync = followRights(pool, delivery);
  const handshakes = new Handshakes(io, sessions, sync, inflow, refuse, logger, underWay);
  const recentEvents = new RecentEvents();
  // With other processes running, events go on while this process is away, so its memory has a gap.
  const isAlone = cluster.shared === undefined;
  if (isAlone) takeOverRecentEvents(env.dataDir, recentEvents);
  cluster.onMissed(() => recentEvents.forget());
  /**
   * Updates rooms after a committed change; when they cannot be read, sockets are closed, so that nobody stays in a
   * room without a right.
   */
  const syncOrCut = async (userIds: readonly string[]): Promise<void> => {
    recentEvents.noteRights(userIds);
    try {
      await sync(handshakes.of(userIds));
    } catch (error) {
      logger.error(
        { err: error, people: userIds.length },
        'rooms could not follow rights: sockets are made to connect again',
      );
      for (const socket of handshakes.of(userIds)) socket.conn.close();
    }
  };
  const deliver: Broadcaster['send'] = (name, payload, target, sinceMs) => {
    recentEvents.note(name, target.rooms);
    delivery.send(name, payload, target, sinceMs);
  };
  const deliverTogether: Broadcaster['sendTogether'] = events => {
    for (const { name, target } of events) recentEvents.note(name, target.rooms);
    delivery.sendTogether(events);
  };
  followOthers({ handshakes, cluster, sessions, logger, deliver, deliverTogether, sync, syncOrCut });

  return {
    io,
    counts: delivery.counts,
    onDelivered: hear => {
      delivery.delayed = hear;
    },
    send: (name, payload, target, sinceMs) => {
      deliver(name, payload, target, sinceMs);
      cluster.tell('event', { name, payload, target });
    },
    sendTogether: events => {
      deliverTogether(events);
      cluster.tell('events', events);
    },
    syncRooms: async userIds => {
      await Promise.all([syncOrCut(userIds), cluster.ask('rightsChanged', userIds)]);
    },
    listen: ({ presence, typing }) =>
      handshakes.onConnected(socket => {
        const used = (idleMs = 0) => sessions.seen.note(socket.data.actor.sid, undefined, idleMs);
        socket.on('activity', said => used(idleMsOf(said)));
        for (const act of ['typing', 'setStatus'] as const) socket.on(act, () => used());
        attach(socket, presence, log);
        hearTyping(socket, typing);
        tellMissed(socket, ms => (cluster.connected ? recentEvents.in(ms, socket.rooms) : null));
      }),
    // Closes transports, not Socket.IO sessions: after « disconnect », a client would not reconnect by itself.
    close: async () => {
      inflow.close();
      delivery.flush();
      await io.close();
    },
    keepRecent: () => {
      if (isAlone) keepRecentEvents(env.dataDir, recentEvents, logger);
    },
  };
}

/**
 * Creates the function that updates the rooms of sockets to the rights of their people. Reads are batched, one batch at
 * a time: a later read always comes after an earlier one.
 */
function followRights(pool: pg.Pool, delivery: Delivery): (sockets: readonly PalabreSocket[]) => Promise<void> {
  const roomsOfOne = inBatches((userIds: string[]) => roomsOf(pool, userIds));
  return async sockets => {
    await Promise.all(
      sockets.map(async socket => {
        const { userId } = socket.data.actor;
        const rights = await roomsOfOne(userId);
        delivery.flush();
        const own = [socket.id, rooms.user(userId), rooms.everyone, rooms.allGuests];
        for (const room of socket.rooms) if (!rights?.has(room) && !own.includes(room)) void socket.leave(room);
        if (rights) void socket.join([...rights]);
      }),
    );
  };
}

/** Sends a client that fetched lists before it was connected the names of the events that it may have missed. */
function tellMissed(socket: PalabreSocket, missedIn: (ms: number) => EventName[] | null): void {
  socket.on('missed', (ms, answer) => {
    const parsed = clientMessages.missed.payload.safeParse(ms);
    if (typeof answer === 'function') answer({ events: parsed.success ? missedIn(parsed.data) : null });
  });
}

/** Handles a typing message, which must name exactly one place; a malformed message is ignored. */
function hearTyping(socket: PalabreSocket, typing: TypingListener): void {
  socket.on('typing', place => {
    const { data } = clientMessages.typing.payload.safeParse(place);
    const ids = [data?.channelId, data?.conversationId, data?.threadId].filter(id => id != null);
    if (ids.length === 1 && ids[0]) typing(socket.data.actor, ids[0], room => socket.rooms.has(room));
  });
}

/** Reads the idle time of a message, 0 by default: older clients do not send it. */
const idleMsOf = (said: unknown): number => clientMessages.activity.payload.parse(said)?.idle ?? 0;

function attach(socket: PalabreSocket, listener: SocketListener, log: Sparing): void {
  const { actor, language } = socket.data;
  listener.connected(actor, socket, idleMsOf(socket.handshake.auth));
  socket.on('activity', said => listener.activity(actor, idleMsOf(said)));
  socket.on('setStatus', async (status, answer) => {
    const reply = typeof answer === 'function' ? answer : () => {};
    const parsed = clientMessages.setStatus.payload.safeParse(status);
    const refuse = (code: ErrorCode) => reply({ code, message: errors[code][language] });
    if (!parsed.success) return refuse('invalid_input');
    try {
      await listener.setStatus(actor, parsed.data);
      reply({ status: parsed.data });
    } catch (error) {
      log('error', 'setStatus failed', { err: error });
      refuse('unavailable');
    }
  });
  socket.on('disconnect', reason => {
    const clean = reason === 'client namespace disconnect' || reason === 'server namespace disconnect';
    listener.disconnected(actor, socket, clean || reason === 'transport close');
  });
}
