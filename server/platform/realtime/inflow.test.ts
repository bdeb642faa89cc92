import { errors } from '@palabre/common/contract/errors.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Inflow } from './inflow.ts';

test('A person is remembered by the limits of frames while a socket of theirs is open, and for as long as they have spent some', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 0;
  let connect = (_connection: unknown): void => {};
  const engine = { on: (_name: string, listener: typeof connect) => (connect = listener) };
  const inflow = new Inflow(engine as never, true, vi.fn(), () => now);
  onTestFinished(() => inflow.close());
  const closings: (() => void)[] = [];
  const connection = {
    ...{ remoteAddress: '127.0.0.1', once: (_name: string, close: () => void) => closings.push(close), on: () => {} },
    transport: { onPacket: () => {} },
  };
  const minute = (): number => {
    now += 60_000;
    vi.advanceTimersByTime(60_000);
    return inflow.size;
  };
  connect(connection);
  expect(inflow.admit(connection as never, 'karim', 'fr')).toBe(true);
  expect([minute(), minute()]).toEqual([1, 1]);
  for (const close of closings) close();
  expect(minute()).toBe(0);
  inflow.close();
  expect(vi.getTimerCount(), 'timers left').toBe(0);
});

/** Opens a connection on a stopped clock, and counts the frames that pass. */
function sending({ userId }: { userId?: string } = {}) {
  let connect = (_connection: unknown): void => {};
  const engine = { on: (_name: string, listener: typeof connect) => (connect = listener) };
  const refuse = vi.fn();
  let now = 0;
  const inflow = new Inflow(engine as never, true, refuse, () => now);
  onTestFinished(() => inflow.close());
  const open = (ofWhom = userId) => {
    const passed = vi.fn();
    const written: string[] = [];
    const terminate = vi.fn();
    const connection = {
      ...{ remoteAddress: '127.0.0.1', once: () => {}, on: () => {}, write: (text: string) => written.push(text) },
      transport: { onPacket: passed, socket: { terminate } },
    };
    connect(connection);
    if (ofWhom) expect(inflow.admit(connection as never, ofWhom, 'en')).toBe(true);
    const send = (data: string, times = 1) => {
      for (let n = 0; n < times; n += 1) connection.transport.onPacket({ type: 'message', data });
    };
    return { send, passed, written, terminate };
  };
  const pass = (seconds: number) => {
    now += seconds * 1_000;
  };
  return { open, pass, refuse };
}
const frame = (length: number) => `2["activity","${'x'.repeat(length - 15)}"]`;

test('A socket may send sixty frames at once, then ten a second; one without a session ten, then one a second', () => {
  for (const [userId, burst, perSecond] of [
    ['karim', 60, 10],
    [undefined, 10, 1],
  ] as const) {
    const { open, pass } = sending(userId ? { userId } : {});
    const { send, passed } = open();
    send('2["activity"]', burst + 5);
    expect(passed).toHaveBeenCalledTimes(burst);
    pass(2);
    send('2["activity"]', 2 * perSecond + 5);
    expect(passed).toHaveBeenCalledTimes(burst + 2 * perSecond);
  }
});

test('Frames of a socket are bounded by their bytes as by their number: 256 KB at once, of one without a session 16', () => {
  for (const [userId, size, count, seconds, more] of [
    // 32 KB a second, and one without a session 1.
    ['karim', 60_000, 4, 4, 2],
    [undefined, 6_000, 2, 6, 1],
  ] as const) {
    const { open, pass } = sending(userId ? { userId } : {});
    const { send, passed, terminate } = open();
    send(frame(size), count + 1);
    expect(passed).toHaveBeenCalledTimes(count);
    pass(seconds);
    send(frame(size), more + 1);
    expect(passed).toHaveBeenCalledTimes(count + more);
    expect(terminate).not.toHaveBeenCalled();
  }
});

test('All sockets of a person may send a megabyte at once together, then 64 KB a second', () => {
  const { open, pass } = sending();
  const sockets = Array.from({ length: 5 }, () => open('karim'));
  const passed = () => sockets.reduce((sum, socket) => sum + socket.passed.mock.calls.length, 0);
  for (const { send } of sockets) send(frame(60_000), 4);
  expect(passed()).toBe(17);
  pass(2);
  for (const { send } of sockets) send(frame(60_000));
  expect(passed()).toBe(17 + 2);
});

test('Connections of one address without a session are a thousand at most: beyond, the oldest are cut, at a look each second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let connect = (_connection: unknown): void => {};
  const engine = { on: (_name: string, listener: typeof connect) => (connect = listener) };
  const refuse = vi.fn();
  let now = 0;
  const inflow = new Inflow(engine as never, false, refuse, () => now);
  onTestFinished(() => inflow.close());
  const come = (remoteAddress: string) => {
    const terminate = vi.fn();
    const closings: (() => void)[] = [];
    const connection = {
      ...{ remoteAddress, once: (_name: string, close: () => void) => closings.push(close), on: () => {} },
      transport: { onPacket: () => {}, socket: { terminate } },
    };
    connect(connection);
    return { connection, terminate, close: () => closings.map(close => close()) };
  };
  const all = Array.from({ length: 1_024 + 5 }, () => come('198.51.100.7'));
  const other = come('203.0.113.9');
  // One has its session, and one is gone.
  expect(inflow.admit(all[0]?.connection as never, 'karim', 'fr')).toBe(true);
  all[1]?.close();
  const cut = () => [...all, other].flatMap(({ terminate }, n) => (terminate.mock.calls.length > 0 ? [n] : []));
  now += 3_000;
  vi.advanceTimersByTime(1_000);
  expect(cut()).toEqual([]);
  await new Promise(setImmediate);
  expect(cut()).toEqual([2, 3, 4]);
  expect(refuse.mock.calls).toEqual(Array(3).fill(['half_sent']));
});

test('All sockets of a person share what a person may send, and nobody else’s do', () => {
  const { open, pass } = sending();
  // Each handshake counts as ten frames.
  const sockets = Array.from({ length: 15 }, () => open('karim'));
  for (const { send } of sockets) send('2["activity"]', 40);
  const passed = () => sockets.reduce((sum, socket) => sum + socket.passed.mock.calls.length, 0);
  expect(passed()).toBe(600 - 15 * 10);
  pass(1);
  for (const { send } of sockets) send('2["activity"]', 10);
  expect(passed()).toBe(600 - 15 * 10 + 60);
  const other = open('camille');
  other.send('2["activity"]', 40);
  expect(other.passed).toHaveBeenCalledTimes(40);
});

test('A connection that opens a second socket is counted once, and one whose person has sent too much is refused, and closed once it was told', async () => {
  let connect = (_connection: unknown): void => {};
  const engine = { on: (_name: string, listener: typeof connect) => (connect = listener) };
  const refuse = vi.fn();
  const inflow = new Inflow(engine as never, true, refuse, () => 0);
  onTestFinished(() => inflow.close());
  const come = () => {
    const close = vi.fn();
    const connection = {
      remoteAddress: '127.0.0.1',
      once: () => {},
      on: () => {},
      close,
      transport: { onPacket: () => {} },
    };
    connect(connection);
    return { close, admit: () => inflow.admit(connection as never, 'karim', 'fr') };
  };
  const first = come();
  for (let times = 0; times < 100; times += 1) expect(first.admit()).toBe(true);
  // Ten frames each, of six hundred.
  const others = Array.from({ length: 59 }, come);
  expect(others.every(({ admit }) => admit())).toBe(true);
  const last = come();
  expect([last.admit(), refuse.mock.calls, last.close.mock.calls.length]).toEqual([false, [['socket_flood']], 0]);
  await new Promise(setImmediate);
  expect([last, ...others].map(({ close }) => close.mock.calls.length)).toEqual([1, ...Array(59).fill(0)]);
});

test('A refused frame is answered where it asks for it, in the language of its page, and after fifty the socket is cut', () => {
  const { open, refuse } = sending({ userId: 'karim' });
  const { send, passed, written, terminate } = open();
  send('2["activity"]', 60);
  send('212["setStatus","busy"]');
  send('2["activity"]');
  expect(written).toEqual([
    `312${JSON.stringify([{ code: 'too_many_requests', message: errors.too_many_requests.en }])}`,
  ]);
  // A long frame counts once more for each four kilobytes.
  send(frame(40_960), 4);
  expect([terminate.mock.calls.length, refuse.mock.calls.length]).toEqual([0, 6]);
  send(frame(4_096), 3);
  expect(terminate).toHaveBeenCalledTimes(1);
  send('2["activity"]', 5);
  expect([passed.mock.calls.length, refuse.mock.calls.length, terminate.mock.calls.length]).toEqual([60, 9, 1]);
  expect(new Set(refuse.mock.calls.flat())).toEqual(new Set(['socket_flood']));
});

test('A frame is bounded in what it nests, whatever stands before its JSON', () => {
  const { open } = sending({ userId: 'karim' });
  const { send, passed } = open();
  const deep = `${'['.repeat(33)}${']'.repeat(33)}`;
  for (const before of ['2', '212', '2/chat,', '2/chat,12', '', '0']) send(before + deep);
  // A quote in a namespace would hide the rest.
  send(`2/"chat,${deep}`);
  expect(passed).not.toHaveBeenCalled();
  for (const well of ['2["activity",{"idle":0}]', '0{"token":"x"}', '2/chat,12["a"]', '3', '']) send(well);
  expect(passed).toHaveBeenCalledTimes(5);
});
