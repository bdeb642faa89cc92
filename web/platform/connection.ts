import { create } from 'zustand';
import { logFailure } from './log.ts';
import { endSession, useSession } from './session.ts';
import { createSocket, keepPresent, type PalabreSocket } from './socket.ts';

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

function move(event: ConnectionEvent): void {
  const { state, returning } = useConnection.getState();
  const next = nextState(state, event);
  if (next === state) return;
  const isReturn = returning || losses.has(event) || (state === 'live' && event === 'connected');
  useConnection.setState({ state: next, returning: next !== 'idle' && isReturn });
}

/** What no longer answers: the server, or any network. */
const unreachable = (): ConnectionEvent => (navigator.onLine ? 'unreachable' : 'offline');

/**
 * Whether who is there can be asked: not before this page's own person is, or it is known that they cannot be. Asked
 * earlier, it would be out of date at once.
 */
export const usePresenceKnown = (): boolean =>
  useConnection(({ state, returning }) => state !== 'connecting' || returning);

/** Milliseconds before the next attempt: doubling up to 20 s, and spread so that a crowd does not come back at once. */
export const backoff = (attempt: number, random = Math.random()): number =>
  Math.min(20_000, 400 * 2 ** Math.min(attempt, 8)) * (0.5 + random);

export interface ConnectionOptions {
  /** Hears the server's events on every new socket. */
  attach: (socket: PalabreSocket) => void;
  /** Fetches what was missed; called after each connection, `again` for all but the first of a session. */
  catchUp: (socket: PalabreSocket, again: boolean) => Promise<void>;
}

let current: { socket: PalabreSocket; stop: () => void } | null = null;

/** The socket of the session, if it has one. */
export const currentSocket = (): PalabreSocket | null => current?.socket ?? null;

/** A computer that slept more than this has missed something, whatever its socket believes. */
const sleepMs = 20_000;

/**
 * Keeps one connection for a session until `disconnect`. It comes back by itself after a loss, and at once when the
 * network or the page comes back.
 */
export function connect(token: string, userId: string, { attach, catchUp }: ConnectionOptions): void {
  disconnect();
  const socket = createSocket(token);
  const absent = keepPresent(socket, userId);
  const gone = new AbortController();
  const { signal } = gone;
  let attempt = 0;
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tryNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (socket.connected) return;
    move('start');
    socket.connect();
  };
  const tryLater = () => {
    clearTimeout(timer);
    timer = setTimeout(tryNow, backoff(attempt));
    attempt += 1;
  };
  const update = () => {
    catchUp(socket, again)
      .then(() => {
        again = true;
        if (!signal.aborted && socket.connected) move('caughtUp');
      })
      .catch((cause: unknown) => {
        logFailure('What was missed could not be fetched', cause);
        if (!signal.aborted && socket.connected) timer = setTimeout(update, backoff(attempt++));
      });
  };

  attach(socket);
  socket.on('connect', () => {
    attempt = 0;
    clearTimeout(timer);
    move('connected');
    update();
  });
  socket.on('connect_error', error => {
    if (signal.aborted) return;
    if (error.message === 'unauthorized') {
      move('refused');
      endSession('expired');
      return;
    }
    if (attempt > 0 || !navigator.onLine) move(unreachable());
    tryLater();
  });
  socket.on('disconnect', () => {
    if (signal.aborted || useConnection.getState().state === 'aside') return;
    move(navigator.onLine ? 'lost' : 'offline');
    tryLater();
  });

  // Emitting makes the socket notice that its heartbeat is overdue, as after a sleep.
  const probe = () => {
    if (socket.connected) socket.emit('activity');
    else {
      attempt = 0;
      tryNow();
    }
  };
  window.addEventListener('online', probe, { signal });
  window.addEventListener(
    'offline',
    () => {
      move('offline');
      socket.io.engine?.close();
    },
    { signal },
  );
  let seen = Date.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') probe();
    },
    { signal },
  );
  const watch = setInterval(() => {
    const slept = Date.now() - seen > sleepMs;
    seen = Date.now();
    if (!slept) return;
    probe();
    if (socket.connected) {
      move('connected');
      update();
    }
  }, 1_000);

  current = {
    socket,
    stop: () => {
      gone.abort();
      clearTimeout(timer);
      clearInterval(watch);
      absent();
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
  tryNow();
}

/** The server is about to close this page's socket for another of the same person's: coming back would close that one. */
export const stepAside = (): void => move('aside');

/** Ends the connection: the session is over. */
export function disconnect(): void {
  current?.stop();
  current = null;
  move('stop');
}

/** Follows the session: connected while there is one. */
export function followSession(options: ConnectionOptions): void {
  let token: string | null = null;
  const follow = () => {
    const session = useSession.getState();
    const next = session.isLoggedIn && session.user ? session.token : null;
    if (next === token) return;
    token = next;
    if (next && session.user) connect(next, session.user._id, options);
    else disconnect();
  };
  follow();
  useSession.subscribe(follow);
}
