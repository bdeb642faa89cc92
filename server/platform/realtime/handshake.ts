import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { ExtendedError } from 'socket.io';
import { AppError, type Language, languageOf } from '../http/errors.ts';
import { demandTwoStep } from '../http/two-step.ts';
import type { Refuse } from '../pacing/refusals.ts';
import type { UnderWay } from '../processes/under-way.ts';
import type { Actor, Sessions } from '../sessions/session.ts';
import type { Inflow } from './inflow.ts';
import { rooms } from './rooms.ts';
import type { PalabreServer, PalabreSocket } from './socket.ts';

/** Limit on the open sockets of one person: tabs, devices, and some dead ones that were never closed. */
export const socketsAtMost = 20;

/**
 * Admits the sockets of live sessions, except of people without required two-step, into their person's rooms. A socket
 * is registered under its person before its session and rooms are read: concurrent changes reach it like any other
 * socket, so nothing needs a second read.
 */
export class Handshakes {
  /** Sockets in their handshake, by id; a socket whose session ends meanwhile is removed. */
  private readonly arriving = new Map<string, PalabreSocket>();

  constructor(
    private readonly io: PalabreServer,
    private readonly sessions: Sessions,
    private readonly sync: (sockets: readonly PalabreSocket[]) => Promise<void>,
    private readonly inflow: Inflow,
    private readonly refuse: Refuse,
    private readonly logger: Logger,
    underWay: UnderWay,
  ) {
    io.use((socket, next) => void underWay.run(() => this.judge(socket)).then(next));
    sessions.onEnd(sids => this.end(new Set(sids)));
  }

  /** Lists the sockets of this process, including those still in their handshake. */
  all(): PalabreSocket[] {
    return [...this.io.of('/').sockets.values(), ...this.arriving.values()];
  }

  /** Lists the sockets of these people. */
  of(userIds: readonly string[]): PalabreSocket[] {
    const { adapter, sockets } = this.io.of('/');
    const ids = userIds.flatMap(id => [...(adapter.rooms.get(rooms.user(id)) ?? [])]);
    return ids.map(id => sockets.get(id) ?? this.arriving.get(id)).filter(socket => socket !== undefined);
  }

  /** Calls the listener with each connected socket. */
  onConnected(listener: (socket: PalabreSocket) => void): void {
    this.io.on('connection', socket => {
      if (!this.arriving.delete(socket.id)) return socket.disconnect(true);
      listener(socket);
      forgetRequest(socket);
      this.closeOldest(socket.data.actor.userId);
    });
  }

  /** Returns the reason to refuse a socket, or undefined. */
  private async judge(socket: PalabreSocket): Promise<ExtendedError | undefined> {
    try {
      if (await this.admit(socket)) return undefined;
      return new Error(await this.sessions.refusalOf(tokenOf(socket)));
    } catch (error) {
      if (error instanceof AppError) return new Error(error.code);
      this.logger.warn({ err: error }, 'socket refused: its session or rights could not be read');
      return new Error('unavailable');
    } finally {
      // The socket is connected or gone by then.
      setImmediate(() => this.arriving.delete(socket.id));
    }
  }

  private async admit(socket: PalabreSocket): Promise<boolean> {
    const token = tokenOf(socket);
    if (!token) return false;
    const { changes } = this.sessions;
    const actor = await this.actorOf(token);
    if (!actor) return false;
    const language = languageOfPage(socket);
    if (!this.inflow.admit(socket.conn, actor.userId, language)) throw new AppError('too_many_requests');
    socket.data.actor = actor;
    socket.data.language = language;
    this.arriving.set(socket.id, socket);
    void socket.join([rooms.user(actor.userId), actor.guestUntilMs === null ? rooms.everyone : rooms.allGuests]);
    await this.sync([socket]);
    // A session that ended before the socket was in its room could not close it; two-step may have become required
    // meanwhile.
    if (changes !== this.sessions.changes && !(await this.actorOf(token))) return false;
    return this.arriving.has(socket.id);
  }

  /** Returns the actor of a token, or null without a live session. @throws AppError `two_step_required` */
  private async actorOf(token: string): Promise<Actor | null> {
    const actor = await this.sessions.verify(token);
    if (actor) demandTwoStep(actor);
    return actor;
  }

  /** Closes the oldest sockets of a person over the maximum, with a reason. */
  private closeOldest(userId: string): void {
    const sockets = this.of([userId]).filter(socket => socket.connected);
    for (const socket of sockets.slice(0, Math.max(0, sockets.length - socketsAtMost))) {
      this.refuse('sockets');
      socket.emit('socketClosed', new AppError('too_many_sockets').body(socket.data.language));
      socket.disconnect(true);
    }
  }

  /** Closes the sockets of sessions that have ended. */
  end(sids: ReadonlySet<string>): void {
    if (sids.size === 0) return;
    for (const socket of this.all()) {
      if (!sids.has(socket.data.actor.sid)) continue;
      this.arriving.delete(socket.id);
      socket.disconnect(true);
    }
  }
}

const spent = {} as PalabreSocket['handshake'];

/** Frees the request of a connected socket, with its headers and token: nothing reads it again. */
function forgetRequest(socket: PalabreSocket): void {
  const holder: { handshake: PalabreSocket['handshake'] } = socket;
  holder.handshake = spent;
  const connection: { request?: IncomingMessage } = socket.conn;
  connection.request = undefined;
}

function tokenOf(socket: PalabreSocket): string | undefined {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (typeof token === 'string' && token !== '') return token;
  // Not URL-decoded: a token has no character that a cookie encodes.
  return /(?:^|;\s*)token=([^;]+)/.exec(socket.handshake.headers.cookie ?? '')?.[1];
}

/** Returns the language of the page, which may differ from the header of the browser; falls back to the header. */
function languageOfPage({ handshake }: PalabreSocket): Language {
  const { language } = handshake.auth as { language?: unknown };
  return languageOf(typeof language === 'string' ? language : handshake.headers['accept-language']);
}

/** Tells whether a handshake comes from our own pages: no `Origin`, the origin that serves us, or the public one. */
export function ownOrigin(headers: { origin?: string; host?: string }, publicUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || new URL(origin).origin === new URL(publicUrl).origin;
}
