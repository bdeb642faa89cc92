import type { Server as HttpServer } from 'node:http';
import { errors } from '@palabre/common/contract/errors.ts';
import { clientMessages, type ServerToClient } from '@palabre/common/contract/index.ts';
import type { ClientToServer } from '@palabre/common/contract/presence.ts';
import type { Logger } from 'pino';
import { Server, type Socket } from 'socket.io';
import type { Env } from '../../env.ts';
import type { Db } from '../postgres/db.ts';
import type { Cluster } from '../processes/cluster.ts';
import type { Actor, Sessions } from '../session.ts';
import { corkBursts } from './cork.ts';
import type { Broadcaster } from './events.ts';
import { rooms, roomsOf } from './rooms.ts';
import { followOthers } from './socket-others.ts';

interface SocketData {
  actor: Actor;
  token: string;
  /** Rooms that rights put this socket in. */
  rights: Set<string>;
  /** Number of the reading that `rights` come from: one that began earlier never overwrites them. */
  reading: number;
}

export type PalabreSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
export type PalabreServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** What a feature does with people's sockets: presence. */
export interface SocketListener {
  connected(actor: Actor, socket: PalabreSocket): void;
  disconnected(actor: Actor, socket: PalabreSocket, clean: boolean): void;
  activity(actor: Actor): void;
  setStatus(actor: Actor, status: Parameters<ClientToServer['setStatus']>[0]): Promise<void>;
}

export interface Sockets extends Broadcaster {
  io: PalabreServer;
  /** Tells every client to come back later, and closes. */
  close(): Promise<void>;
}

const maxPayload = 64 * 1024;

/**
 * Socket.IO at the same origin. A connection needs a live session and our own origin (or none); it is put in
 * the rooms that its person's rights give it, which `syncRooms` keeps true (house rule 11).
 */
export function createSockets(options: {
  http: HttpServer;
  env: Pick<Env, 'publicUrl'>;
  db: Db;
  sessions: Sessions;
  cluster: Cluster;
  logger: Logger;
}): Sockets & { listen(listener: SocketListener): void } {
  const { http, env, db, sessions, cluster, logger } = options;
  const io: PalabreServer = new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxPayload,
    pingInterval: 20_000,
    pingTimeout: 15_000,
    allowRequest: (request, answer) => answer(null, ownOrigin(request.headers, env.publicUrl)),
  });

  corkBursts(io.engine);

  io.use(async (socket, next) => {
    const token = tokenOf(socket);
    const actor = token ? await sessions.verify(token).catch(() => null) : null;
    if (!actor) return next(new Error('unauthorized'));
    socket.data.actor = actor;
    socket.data.rights = new Set();
    socket.data.reading = 0;
    socket.data.token = token as string;
    await socket.join([rooms.user(actor.userId), rooms.session(actor.sid)]);
    try {
      await syncSockets(db, [socket]);
      next();
    } catch (error) {
      logger.warn({ err: error }, 'socket refused: rights could not be read');
      next(new Error('unavailable'));
    }
  });

  sessions.onEnd(sids => {
    if (sids.length > 0) io.in(sids.map(rooms.session)).disconnectSockets(true);
  });

  const deliver: Broadcaster['send'] = (name, payload, target) => {
    let broadcast = io.to(target.rooms);
    if (target.except) broadcast = broadcast.except(target.except);
    (broadcast.emit as (event: string, payload: unknown) => void)(name, payload);
  };
  const sync = (sockets: readonly PalabreSocket[]) => syncSockets(db, sockets);
  const socketsOf = (userIds: readonly string[]) => openSocketsOf(io, userIds);
  followOthers({ io, cluster, sessions, logger, deliver, socketsOf, sync });

  return {
    io,
    send: (name, payload, target) => {
      deliver(name, payload, target);
      cluster.tell('event', { name, payload, target });
    },
    syncRooms: async userIds => {
      await Promise.all([sync(socketsOf(userIds)), cluster.ask('rightsChanged', userIds)]);
    },
    listen: listener => {
      io.on('connection', socket => {
        attach(socket, listener, logger);
        recheck(socket, db, sessions).catch(error => {
          logger.warn({ err: error }, 'socket closed: rights could not be read');
          socket.disconnect(true);
        });
      });
    },
    // Closes the transports and not the sessions in them: a client told « disconnect » would not come back by itself.
    close: async () => void (await io.close()),
  };
}

/** The open sockets of these people in this process. */
function openSocketsOf(io: PalabreServer, userIds: readonly string[]): PalabreSocket[] {
  const { adapter, sockets } = io.of('/');
  const ids = userIds.flatMap(id => [...(adapter.rooms.get(rooms.user(id)) ?? [])]);
  return ids.map(id => sockets.get(id)).filter(socket => socket !== undefined);
}

let readings = 0;

/** Puts sockets in the rooms that their people's rights give them, and takes them out of all others. */
async function syncSockets(db: Db, sockets: readonly PalabreSocket[]): Promise<void> {
  if (sockets.length === 0) return;
  readings += 1;
  const reading = readings;
  const wanted = await roomsOf(db, [...new Set(sockets.map(socket => socket.data.actor.userId))]);
  for (const socket of sockets) {
    const { data } = socket;
    if (data.reading > reading) continue;
    const rights = wanted.get(data.actor.userId) ?? new Set<string>();
    for (const room of data.rights) if (!rights.has(room)) void socket.leave(room);
    void socket.join([...rights]);
    Object.assign(data, { rights, reading });
  }
}

/**
 * What changed during the handshake told nobody, for the socket was not there yet: a session that ended, a
 * right that was lost or gained. Reading once more, now that the socket can be told, closes that gap.
 */
async function recheck(socket: PalabreSocket, db: Db, sessions: Sessions): Promise<void> {
  if (!(await sessions.verify(socket.data.token))) socket.disconnect(true);
  else await syncSockets(db, [socket]);
}

function attach(socket: PalabreSocket, listener: SocketListener, logger: Logger): void {
  const { actor } = socket.data;
  listener.connected(actor, socket);
  socket.on('activity', () => listener.activity(actor));
  socket.on('setStatus', async (status, answer) => {
    const reply = typeof answer === 'function' ? answer : () => {};
    const parsed = clientMessages.setStatus.payload.safeParse(status);
    if (!parsed.success) return reply({ code: 'invalid_input', message: errors.invalid_input.fr });
    try {
      await listener.setStatus(actor, parsed.data);
      reply({ status: parsed.data });
    } catch (error) {
      logger.error({ err: error }, 'setStatus failed');
      reply({ code: 'unavailable', message: errors.unavailable.fr });
    }
  });
  socket.on('disconnect', reason => {
    const clean = reason === 'client namespace disconnect' || reason === 'server namespace disconnect';
    listener.disconnected(actor, socket, clean || reason === 'transport close');
  });
}

function tokenOf(socket: PalabreSocket): string | undefined {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (typeof token === 'string' && token !== '') return token;
  // Not decoded: a token has nothing in it that a cookie would encode.
  return /(?:^|;\s*)token=([^;]+)/.exec(socket.handshake.headers.cookie ?? '')?.[1];
}

/** Whether a handshake comes from our own pages: no `Origin`, the one we are served at, or the public one. */
export function ownOrigin(headers: { origin?: string; host?: string }, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || new URL(origin).origin === new URL(publicUrl).origin;
}
