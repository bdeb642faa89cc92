import type { EventName, ServerToClient } from '@palabre/common/contract/index.ts';
import { type ClientToServer, presenceTimes } from '@palabre/common/contract/people/presence.ts';
import { io, type Socket } from 'socket.io-client';
import { idleMs, onInput } from '../device/input.ts';
import { currentLanguage } from '../words/i18n.ts';

/** Typed socket to Palabre's server. */
export type PalabreSocket = Socket<ServerToClient, ClientToServer>;

/**
 * Creates a session's socket, not yet connected: WebSocket first, polling if WebSocket is refused. It never reconnects by
 * itself: `connecting.ts` decides when.
 */
export function createSocket(token: string): PalabreSocket {
  return io({
    // A function, because the values must be current at each connection. The browser's own language header may differ.
    auth: answer => answer({ token, language: currentLanguage(), idle: idleMs() }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    autoConnect: false,
    timeout: 8_000,
  });
}

/** Timeout of the server's acknowledgement. */
const ackTimeoutMs = 3_000;

/**
 * Asks for the names of the events that may have been missed in the last `ms`; null if the server doesn't know or answer.
 */
export async function missedIn(socket: PalabreSocket, ms: number): Promise<readonly EventName[] | null> {
  try {
    return (await socket.timeout(ackTimeoutMs).emitWithAck('missed', ms)).events;
  } catch {
    return null;
  }
}

const beatMs = presenceTimes.heartbeat * 1_000;

/** Sends that the person is present, and how long they have not touched this page. */
export function sayPresent(socket: PalabreSocket): void {
  if (socket.connected) socket.emit('activity', { idle: idleMs() });
}

/**
 * Sends the person's id at each connection, and their activity every 15 s and at once when they return to the page.
 * @returns the function that stops it
 */
export function keepPresent(socket: PalabreSocket, userId: string): () => void {
  let said = 0;
  const hello = () => socket.emit('userId', userId);
  const beat = () => {
    said = Date.now();
    sayPresent(socket);
  };
  // Browsers throttle timers of hidden pages to once a minute, which would show the person offline; server pings still arrive.
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
