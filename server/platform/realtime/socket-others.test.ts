import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { alone, type Cluster } from '../processes/cluster.ts';
import { followOthers } from './socket-others.ts';

/** Tests crowds of sockets; `processes/cluster.test.ts` tests the sockets of a server. */

interface FakeSocket {
  data: { actor: { sid: string } };
  conn: { close(): void };
}

/** Follows the others with so many sockets here, of sessions numbered from 0. */
function following(count: number) {
  const closed: string[] = [];
  /** How many sockets were closed at once, each time. */
  const closedTogether: number[] = [];
  let isClosing = false;
  const close = (sid: string) => {
    closed.push(sid);
    if (!isClosing) closedTogether.push(0);
    closedTogether[closedTogether.length - 1] = (closedTogether.at(-1) ?? 0) + 1;
    isClosing = true;
    queueMicrotask(() => {
      isClosing = false;
    });
  };
  const sockets: FakeSocket[] = Array.from({ length: count }, (_, n) => ({
    data: { actor: { sid: String(n) } },
    conn: { close: () => close(String(n)) },
  }));
  let [cut, missed]: (() => unknown)[] = [];
  const cluster: { -readonly [K in 'connected' | 'closed']: boolean } & Omit<Cluster, 'connected' | 'closed'> = {
    ...alone,
    onCut: work => (cut = work),
    onMissed: work => (missed = work),
  };
  const sessions = {
    live: vi.fn(async (sids: readonly string[]) => new Map(sids.map(sid => [sid, {}]))),
    onTwoStepChanged: vi.fn(),
  };
  const end = vi.fn();
  const sync = vi.fn(async (_sockets: readonly FakeSocket[]) => {});
  const { logger, lines } = keepLog();
  followOthers({
    ...{ handshakes: { all: () => sockets, of: () => [], end } as never, cluster, sessions: sessions as never },
    ...{ deliver: vi.fn(), deliverTogether: vi.fn(), sync: sync as never, syncOrCut: vi.fn(), logger },
  });
  return { cluster, cut: () => cut?.(), missed: () => missed?.(), sessions, end, sync, closed, closedTogether, lines };
}

test('Clients that missed events are made to connect again, a few hundred at a time, and all of them', async () => {
  const { missed, closed, closedTogether, lines } = following(450);
  await missed();
  expect(closedTogether).toEqual([200, 200, 50]);
  expect(new Set(closed).size).toBe(450);
  const msg = 'events were missed: clients are made to connect again';
  expect(lines).toMatchObject([{ level: 40, msg, sockets: 450 }]);
});

test('Sessions and rights are read again for all sockets, a thousand at a time, for as long as the others are not heard', async () => {
  const { cluster, cut, sessions, end, sync, lines } = following(2_300);
  const reads = () => sessions.live.mock.calls.length;
  const read = sessions.live.getMockImplementation() as (sids: readonly string[]) => Promise<Map<string, object>>;
  sessions.live.mockImplementation(async sids => {
    // The first session of all has ended by the second look; at the third, the database is away.
    if (reads() === 7) throw new Error('the database is away');
    return read(reads() === 4 ? sids.slice(1) : sids);
  });
  cluster.connected = false;
  cut();
  await vi.waitUntil(() => reads() === 3);
  expect(sessions.live.mock.calls.map(([sids]) => sids.length)).toEqual([1_000, 1_000, 300]);
  expect(new Set(sessions.live.mock.calls.flatMap(([sids]) => sids)).size).toBe(2_300);
  // Another cut meanwhile adds no second look.
  cut();
  expect(reads()).toBe(3);
  await vi.waitUntil(() => reads() >= 10);
  expect(end.mock.calls.map(([sids]) => [...sids]).filter(sids => sids.length > 0)).toEqual([['0']]);
  expect(sync.mock.calls.map(([sockets]) => sockets.length).slice(0, 6)).toEqual([
    ...[1_000, 1_000, 300],
    ...[999, 1_000, 300],
  ]);
  const msg = 'rights could not be read while Redis is away';
  expect(lines).toMatchObject([{ level: 40, msg, err: { message: 'the database is away' } }]);
  // Once more when they are heard again, for the changes since the last look.
  cluster.connected = true;
  await vi.waitFor(() => {
    const before = reads();
    // While it still looks, another cut adds nothing.
    cut();
    expect(reads(), 'looks after the last one').toBeGreaterThan(before);
  });
});

test('A process that is closing looks at no sessions, whether it hears the others or not', async () => {
  const { cluster, cut, sessions } = following(3);
  cluster.connected = false;
  cluster.closed = true;
  cut();
  await new Promise(setImmediate);
  expect(sessions.live).not.toHaveBeenCalled();
  // One that is closed as it looks does so no more.
  cluster.closed = false;
  sessions.live.mockImplementationOnce(async () => {
    cluster.closed = true;
    return new Map();
  });
  cut();
  await vi.waitUntil(() => sessions.live.mock.calls.length > 0);
  await new Promise(setImmediate);
  cluster.connected = true;
  cut();
  await vi.waitUntil(() => cluster.closed);
  expect(sessions.live).toHaveBeenCalledTimes(1);
});

test('Crowds of clients are sent away a tenth of a second apart, and rights are read twice a second, by waits that keep no process alive', async () => {
  const { setTimeout } = timers;
  const waits: unknown[] = [];
  onTestFinished(() => {
    timers.setTimeout = setTimeout;
    syncBuiltinESMExports();
  });
  timers.setTimeout = ((ms: number, _value: undefined, options: object) => {
    waits.push([ms, options]);
    return new Promise<void>(resolve => void setImmediate(resolve));
  }) as typeof setTimeout;
  syncBuiltinESMExports();
  const { missed, cluster, cut, sessions } = following(400);
  await missed();
  expect(waits.splice(0)).toEqual(Array(2).fill([100, { ref: false }]));
  cluster.connected = false;
  cut();
  await vi.waitUntil(() => sessions.live.mock.calls.length > 2);
  cluster.connected = true;
  expect(waits[0]).toEqual([500, { ref: false }]);
});
