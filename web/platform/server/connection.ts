import { create } from 'zustand';
import type { PalabreSocket } from './socket.ts';

/**
 * State of the page's connection:
 * - `idle`: there is no session.
 * - `connecting`: an attempt is under way or will be soon, after the start or a loss.
 * - `catching-up`: connected; missed changes are being fetched.
 * - `live`: connected and up to date.
 * - `offline`: the device has no network.
 * - `unreachable`: the device has a network, and no attempt succeeds.
 * - `aside`: too many pages are open; this page reconnects when it becomes visible.
 * - `refused`: the server no longer accepts the session, or not before its user has done something.
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

/** Event that may change the connection's state. */
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

/** Transitions of the state machine; an event not listed changes nothing. */
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

/** Returns the state after an event. */
export const nextState = (state: ConnectionState, event: ConnectionEvent): ConnectionState =>
  transitions[state][event] ?? state;

interface Connection {
  state: ConnectionState;
  /** Whether the connection has been lost before; false for the first connection of a page. */
  returning: boolean;
}

/** Store of the connection's state. */
export const useConnection = create<Connection>(() => ({ state: 'idle', returning: false }));

const losses: ReadonlySet<ConnectionEvent> = new Set(['lost', 'offline', 'unreachable', 'aside']);

/** Applies an event to the connection's state. */
export function applyConnectionEvent(event: ConnectionEvent): void {
  const { state, returning } = useConnection.getState();
  const next = nextState(state, event);
  if (next === state) return;
  const isReturn = returning || losses.has(event) || (state === 'live' && event === 'connected');
  useConnection.setState({ state: next, returning: next !== 'idle' && isReturn });
}

/**
 * Tells whether presence may be fetched: once this page is connected, or has failed to connect. Fetched earlier, it would be
 * out of date at once, since the connection itself changes the person's presence.
 */
export const usePresenceKnown = (): boolean =>
  useConnection(({ state, returning }) => state !== 'connecting' || returning);

/** Tells whether the server is known to be unreachable. */
export const useIsAway = (): boolean => useConnection(({ state }) => state === 'offline' || state === 'unreachable');

let socket: PalabreSocket | null = null;

/** Returns the session's socket, if it has one. */
export const currentSocket = (): PalabreSocket | null => socket;

/** Sets the session's socket. Only `connecting.ts` calls this function. */
export function holdSocket(next: PalabreSocket | null): void {
  socket = next;
}

/**
 * Stops reconnecting: the server closes this socket because the person has too many, and a reconnection would close
 * another.
 */
export const stepAside = (): void => applyConnectionEvent('aside');
