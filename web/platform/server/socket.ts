import type { EventName, ServerToClient } from '@palabre/common/contract/index.ts';
import { type ClientToServer, presenceTimes } from '@palabre/common/contract/people/presence.ts';
import { io, type Socket } from 'socket.io-client';
import { idleMs, onInput } from '../device/input.ts';
import { currentLanguage } from '../words/i18n.ts';

export type PalabreSocket = Socket<ServerToClient, ClientToServer>;

/**
 * The socket of a session, not connected yet: WebSocket first, polling when that is refused. It never reconnects by
 * itself: `connection.ts` decides when.
 */
export function createSocket(token: string): PalabreSocket {
  return io({
    // As it is when the socket connects: the browser's own header may say another.
    auth: answer => answer({ token, language: currentLanguage(), idle: idleMs() }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    autoConnect: false,
    timeout: 8_000,
  });
}

/** How long the server is waited for, in milliseconds, before it is taken not to know. */
const answerWithin = 3_000;

/** The events that may have been missed in the last `ms`; null when that is not known. */
export async function missedIn(socket: PalabreSocket, ms: number): Promise<readonly EventName[] | null> {
  try {
    return (await socket.timeout(answerWithin).emitWithAck('missed', ms)).events;
  } catch {
    return null;
  }
}

const beatMs = presenceTimes.heartbeat * 1_000;

/** Says that one is there, and since when one has not touched this page. */
export function sayPresent(socket: PalabreSocket): void {
  if (socket.connected) socket.emit('activity', { idle: idleMs() });
}

/**
 * Says who is there, and every 15 s that they still are; at once when they come back to the page.
 * @returns the way to stop
 */
export function keepPresent(socket: PalabreSocket, userId: string): () => void {
  let said = 0;
  const hello = () => socket.emit('userId', userId);
  const beat = () => {
    said = Date.now();
    sayPresent(socket);
  };
  // Timers of a page that nobody sees run once a minute, which would show its person offline; what the server sends comes.
  const pinged = () => {
    if (Date.now() - said > beatMs / 2) beat();
  };
  socket.on('connect', hello);
  socket.io.on('ping', pinged);
  const timer = setInterval(beat, beatMs);
  const deaf = onInput(after => {
    if (after > beatMs) beat();
  });
  return () => {
    socket.off('connect', hello);
    socket.io.off('ping', pinged);
    clearInterval(timer);
    deaf();
  };
}
