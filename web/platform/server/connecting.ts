import { logFailure } from '../device/log.ts';
import { endSession, useSession } from '../session/session.ts';
import { type ConnectionEvent, holdSocket, move, useConnection } from './connection.ts';
import { createSocket, keepPresent, type PalabreSocket, sayPresent } from './socket.ts';

/** What no longer answers: the server, or any network. */
const unreachable = (): ConnectionEvent => (navigator.onLine ? 'unreachable' : 'offline');

/** Milliseconds before the next attempt: doubling up to 20 s, and spread so that a crowd does not come back at once. */
export const backoff = (attempt: number, random = Math.random()): number =>
  Math.min(20_000, 400 * 2 ** Math.min(attempt, 8)) * (0.5 + random);

export interface ConnectionOptions {
  /** Hears the server's events on every new socket. */
  attach: (socket: PalabreSocket) => void;
  /** Fetches what was missed; called after each connection, `again` for all but the first of a session. */
  catchUp: (socket: PalabreSocket, again: boolean) => Promise<void>;
}

let stop: (() => void) | null = null;

/** A computer that slept more than this has missed something, whatever its socket believes. */
const sleepMs = 20_000;

/**
 * Keeps one connection for a session until `disconnect`. It comes back by itself after a loss, and at once when the
 * network or the page comes back.
 */
function connect(token: string, userId: string, { attach, catchUp }: ConnectionOptions): void {
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
    if (socket.connected) sayPresent(socket);
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

  holdSocket(socket);
  stop = () => {
    holdSocket(null);
    gone.abort();
    clearTimeout(timer);
    clearInterval(watch);
    absent();
    socket.disconnect();
    socket.removeAllListeners();
  };
  tryNow();
}

/** Ends the connection: the session is over. */
function disconnect(): void {
  stop?.();
  stop = null;
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
