/**
 * Connects the page's socket, and decides when the page is offline or the server unreachable; `connection.ts` holds the
 * state.
 */

import { logFailure } from '../device/log.ts';
import { endSession, sessionRefusals, useSession } from '../session/session.ts';
import { mended } from './api.ts';
import { backoff } from './backoff.ts';
import { applyConnectionEvent, type ConnectionEvent, holdSocket, useConnection } from './connection.ts';
import { createSocket, keepPresent, type PalabreSocket, sayPresent } from './socket.ts';

/** Returns the event for a lost connection: the server is unreachable, or the device has no network. */
const unreachable = (): ConnectionEvent => (navigator.onLine ? 'unreachable' : 'offline');

/** Callbacks of a session's connection. */
export interface ConnectionOptions {
  /** Attaches the event handlers to a new socket. */
  attach: (socket: PalabreSocket) => void;
  /**
   * Fetches missed changes after each connection.
   * @param silentMs milliseconds since the server was last heard, infinite when unknown; null at the first connection of a
   * session
   */
  catchUp: (socket: PalabreSocket, silentMs: number | null) => Promise<void>;
}

let stop: (() => void) | null = null;

/** Sleep of a computer after which it has missed events, even if its socket still counts as connected. */
const sleepMs = 20_000;

/** Silence after which packets may have waited on this device, as in a sleep: the server sends a ping every 20 s. */
const suspendedMs = 40_000;

/** Tracks since when this page may lack events: since it last heard an event or a ping while it was up to date. */
function followSilence(socket: PalabreSocket) {
  let isUpToDate = false;
  let heardAt = Date.now();
  let isUnknown = false;
  const heard = () => {
    if (!isUpToDate) return;
    const now = Date.now();
    // A clock that was set back makes the duration unknown too.
    isUnknown ||= now < heardAt || now - heardAt > suspendedMs;
    heardAt = now;
  };
  socket.onAny(heard);
  socket.io.on('ping', heard);
  return {
    /** Milliseconds since the server was last heard; infinite when unknown. */
    silentMs: () => (isUnknown || Date.now() < heardAt ? Number.POSITIVE_INFINITY : Date.now() - heardAt),
    caughtUp: () => {
      [isUpToDate, isUnknown, heardAt] = [true, false, Date.now()];
    },
    lost: () => {
      isUpToDate = false;
    },
    stop: () => socket.io.off('ping', heard),
  };
}

/**
 * Keeps one connection for a session until `disconnect`. After a loss it reconnects with backoff, or at once when the
 * network returns or the page becomes visible.
 */
function connect(token: string, userId: string, { attach, catchUp }: ConnectionOptions): void {
  disconnect();
  const socket = createSocket(token);
  const absent = keepPresent(socket, userId);
  const gone = new AbortController();
  const { signal } = gone;
  let attempt = 0;
  const silence = followSilence(socket);
  let again = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tryNow = () => {
    clearTimeout(timer);
    timer = undefined;
    if (socket.connected) return;
    applyConnectionEvent('start');
    socket.connect();
  };
  const tryLater = () => {
    clearTimeout(timer);
    timer = setTimeout(tryNow, backoff(attempt));
    attempt += 1;
  };
  let updates = 0;
  const update = () => {
    updates += 1;
    const mine = updates;
    catchUp(socket, again ? silence.silentMs() : null)
      .then(() => {
        if (signal.aborted || !socket.connected || mine !== updates) return;
        again = true;
        silence.caughtUp();
        applyConnectionEvent('caughtUp');
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
    applyConnectionEvent('connected');
    update();
  });
  socket.on('connect_error', error => {
    if (signal.aborted) return;
    const refusal = sessionRefusals[error.message];
    if (refusal) {
      applyConnectionEvent('refused');
      endSession(refusal);
      return;
    }
    const mending = mended(error.message);
    if (mending) {
      applyConnectionEvent('refused');
      void mending.then(() => signal.aborted || tryLater());
      return;
    }
    if (attempt > 0 || !navigator.onLine) applyConnectionEvent(unreachable());
    tryLater();
  });
  socket.on('disconnect', () => {
    silence.lost();
    if (signal.aborted || useConnection.getState().state === 'aside') return;
    applyConnectionEvent(navigator.onLine ? 'lost' : 'offline');
    tryLater();
  });

  // Emitting makes the socket notice an overdue heartbeat, as after a sleep.
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
      applyConnectionEvent('offline');
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
      applyConnectionEvent('connected');
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
    silence.stop();
    socket.disconnect();
    socket.removeAllListeners();
  };
  tryNow();
}

/** Ends the connection, at the end of the session. */
function disconnect(): void {
  stop?.();
  stop = null;
  applyConnectionEvent('stop');
}

/** Connects at the start of each session and disconnects at its end. */
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
