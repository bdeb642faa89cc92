import type { DisconnectReason } from 'socket.io';
import type { Metrics } from '../metrics.ts';
import type { PalabreSocket, Sockets } from './socket.ts';

/**
 * Causes of a socket's end: `left` by the page, `closed` by the server, `lost` with the connection, `silent`,
 * `refused`, at a `stop`.
 */
const causes = ['left', 'closed', 'lost', 'silent', 'refused', 'stop'] as const;
type Cause = (typeof causes)[number];

const causeOf: Record<string, Cause> = {
  'client namespace disconnect': 'left',
  'server namespace disconnect': 'closed',
  'forced close': 'closed',
  'forced server close': 'closed',
  'transport close': 'lost',
  'transport error': 'lost',
  'ping timeout': 'silent',
  'parse error': 'refused',
  'server shutting down': 'stop',
} satisfies Record<DisconnectReason, Cause> & Record<string, Cause>;

/** Limit on remembered sessions whose last socket has ended. */
const endedAtMost = 10_000;
/** Time after which a new socket of the same session no longer counts as a reconnection. */
const soonMs = 10 * 60_000;

/** Adds the measures of this process's sockets: deliveries and their delay, causes of ends, reconnections. */
export function measureSockets(metrics: Pick<Metrics, 'times' | 'total' | 'totals'>, sockets: Sockets): void {
  const { io, counts } = sockets;
  metrics.total('palabre_deliveries_total', 'Events delivered to sockets', () => counts.events);
  metrics.total('palabre_slow_sockets_total', 'Sockets dropped because they did not read', () => counts.dropped);
  const help = 'From the commit of a change in this process until its event was written to its sockets here';
  const delays = metrics.times('palabre_delivery_seconds', help, []);
  sockets.onDelivered(seconds => delays({}, seconds));
  measureEnds(metrics, io);
}

function measureEnds(metrics: Pick<Metrics, 'totals'>, io: Sockets['io']): void {
  const none = () => Object.fromEntries(causes.map(cause => [cause, 0])) as Record<Cause, number>;
  const [ends, again] = [none(), none()];
  const ended = new Map<string, { cause: Cause; atMs: number }>();
  io.on('connection', (socket: PalabreSocket) => {
    // Refused by an earlier listener.
    if (!socket.connected) return;
    const { sid } = socket.data.actor;
    const before = ended.get(sid);
    ended.delete(sid);
    if (before && performance.now() - before.atMs < soonMs) again[before.cause] += 1;
    socket.on('disconnect', reason => {
      const cause = causeOf[reason] ?? 'lost';
      ends[cause] += 1;
      ended.delete(sid);
      ended.set(sid, { cause, atMs: performance.now() });
      const [oldest] = ended.keys();
      if (ended.size > endedAtMost && oldest !== undefined) ended.delete(oldest);
    });
  });
  const told = (name: string, help: string, counts: Record<Cause, number>) =>
    metrics.totals(name, help, ['cause'], () => causes.map(cause => [{ cause }, counts[cause]] as const));
  told('palabre_socket_ends_total', 'Sockets that ended, by cause', ends);
  const help = 'Sockets of a session that had lost another in the last ten minutes, by what ended it';
  told('palabre_socket_reconnections_total', help, again);
}
