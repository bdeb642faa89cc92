import { create } from 'zustand';
import type { PalabreSocket } from './socket.ts';

/**
 * - `idle`: no session. `connecting`: an attempt is under way, or is about to be, after the start or a loss. `catching-up`: connected, and what was
 *   missed is being fetched. `live`: all is there. `offline`: the device has no network. `unreachable`: it has one, and
 *   no attempt succeeds. `aside`: too many pages are open; this one comes back when someone looks at it. `refused`: the
 *   server no longer accepts this session.
 */
export type ConnectionState =
  | 'idle'
  | 'connecting'
  | 'catching-up'
  | 'live'
  | 'offline'
  | 'unreachable'
  | 'aside'
  | 'refused';

export type ConnectionEvent =
  | 'start'
  | 'connected'
  | 'caughtUp'
  | 'lost'
  | 'offline'
  | 'unreachable'
  | 'aside'
  | 'refused'
  | 'stop';

/** What each event leads to; an event that is not listed changes nothing. */
const transitions: Record<ConnectionState, Partial<Record<ConnectionEvent, ConnectionState>>> = {
  idle: { start: 'connecting' },
  connecting: {
    connected: 'catching-up',
    offline: 'offline',
    unreachable: 'unreachable',
    refused: 'refused',
    stop: 'idle',
  },
  'catching-up': {
    caughtUp: 'live',
    lost: 'connecting',
    offline: 'offline',
    unreachable: 'unreachable',
    aside: 'aside',
    stop: 'idle',
  },
  live: {
    lost: 'connecting',
    offline: 'offline',
    unreachable: 'unreachable',
    connected: 'catching-up',
    aside: 'aside',
    stop: 'idle',
  },
  offline: { connected: 'catching-up', unreachable: 'unreachable', refused: 'refused', stop: 'idle' },
  unreachable: { connected: 'catching-up', offline: 'offline', refused: 'refused', stop: 'idle' },
  aside: { start: 'connecting', stop: 'idle' },
  refused: { start: 'connecting', stop: 'idle' },
};

export const nextState = (state: ConnectionState, event: ConnectionEvent): ConnectionState =>
  transitions[state][event] ?? state;

interface Connection {
  state: ConnectionState;
  /** Whether it has failed before: the first connection of a page is no return. */
  returning: boolean;
}

export const useConnection = create<Connection>(() => ({ state: 'idle', returning: false }));

const losses: ReadonlySet<ConnectionEvent> = new Set(['lost', 'offline', 'unreachable', 'aside']);

/** Tells what becomes of the connection. */
export function move(event: ConnectionEvent): void {
  const { state, returning } = useConnection.getState();
  const next = nextState(state, event);
  if (next === state) return;
  const isReturn = returning || losses.has(event) || (state === 'live' && event === 'connected');
  useConnection.setState({ state: next, returning: next !== 'idle' && isReturn });
}

/**
 * Whether who is there can be asked: not before this page's own person is, or it is known that they cannot be. Asked
 * earlier, it would be out of date at once.
 */
export const usePresenceKnown = (): boolean =>
  useConnection(({ state, returning }) => state !== 'connecting' || returning);

/** Whether it is known that the server cannot be reached now. */
export const useIsAway = (): boolean => useConnection(({ state }) => state === 'offline' || state === 'unreachable');

let socket: PalabreSocket | null = null;

/** The socket of the session, if it has one. */
export const currentSocket = (): PalabreSocket | null => socket;

/** Only `connecting.ts` calls it. */
export function holdSocket(next: PalabreSocket | null): void {
  socket = next;
}

/** The server is about to close this page's socket for another of the same person's: coming back would close that one. */
export const stepAside = (): void => move('aside');
