import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { measureSockets } from './socket.metrics.ts';

function measured() {
  const totals = new Map<string, () => number>();
  const byCause = new Map<string, () => Record<string, number>>();
  const delays: number[] = [];
  const io = new EventEmitter();
  const counts = { events: 3, dropped: 1 };
  let deliver = (_seconds: number): void => {};
  measureSockets(
    {
      times: () => (_labels, seconds) => void delays.push(seconds),
      total: (name, _help, read) => void totals.set(name, read),
      totals: (name, _help, _labels, read) =>
        void byCause.set(name, () =>
          Object.fromEntries(
            [...read()].flatMap(([labels, count]) => (count ? [[Object.values(labels)[0], count]] : [])),
          ),
        ),
    },
    { io, counts, onDelivered: (hear: typeof deliver) => (deliver = hear) } as never,
  );
  /** Connects a socket of a session; returns a function that ends it. */
  const connect = (sid: string, connected = true) => {
    const socket = Object.assign(new EventEmitter(), { connected, data: { actor: { sid } } });
    io.emit('connection', socket);
    return (reason: string) => socket.emit('disconnect', reason);
  };
  const ends = () => byCause.get('palabre_socket_ends_total')?.();
  const again = () => byCause.get('palabre_socket_reconnections_total')?.();
  return { totals, delays, counts, connect, ends, again, deliver: (seconds: number) => deliver(seconds) };
}

test('Sockets are counted by what ended them', () => {
  const { connect, ends } = measured();
  for (const [reason, times] of [
    ['client namespace disconnect', 1],
    ['server namespace disconnect', 1],
    ['forced close', 1],
    ['forced server close', 1],
    ['transport close', 1],
    ['transport error', 2],
    ['ping timeout', 1],
    ['parse error', 1],
    ['server shutting down', 1],
    ['of a version to come', 1],
  ] as const)
    for (let time = 0; time < times; time += 1) connect(`${reason} ${time}`)(reason);
  expect(ends()).toEqual({ left: 1, closed: 3, lost: 4, silent: 1, refused: 1, stop: 1 });
});

test('A session whose socket comes again within ten minutes is counted, once, by what ended the last one', () => {
  const { connect, again } = measured();
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  clock.mockReturnValue(0);
  connect('one')('transport close');
  connect('one')('ping timeout');
  connect('two')('ping timeout');
  clock.mockReturnValue(599_999);
  connect('one');
  connect('one');
  connect('other');
  // Refused as it came.
  connect('two', false);
  clock.mockReturnValue(600_000);
  connect('two');
  expect(again()).toEqual({ lost: 1, silent: 1 });
});

test('The sessions that ended last are remembered, ten thousand of them', () => {
  const { connect, again } = measured();
  for (let n = 0; n < 10_001; n += 1) connect(`${n}`)('transport close');
  // The session that ended first is remembered no more.
  connect('0');
  expect(again()).toEqual({});
  connect('1');
  expect(again()).toEqual({ lost: 1 });
});

test('What was delivered is counted, and timed', () => {
  const { totals, delays, counts, deliver } = measured();
  deliver(0.25);
  counts.events = 5;
  expect(Object.fromEntries([...totals].map(([name, read]) => [name, read()]))).toEqual({
    palabre_deliveries_total: 5,
    palabre_slow_sockets_total: 1,
  });
  expect(delays).toEqual([0.25]);
});
