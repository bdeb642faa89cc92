// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { socket } from '../../test/fake-socket.ts';
import { endSession, login, setUser, useSession, whatEnded } from '../session/session.ts';
import { onRefusal } from './api.ts';
import { followSession } from './connecting.ts';
import { currentSocket, useConnection } from './connection.ts';

vi.mock('socket.io-client', async () => {
  const { socket } = await import('../../test/fake-socket.ts');
  return { io: () => socket };
});

const catchUp = vi.fn(async (_socket: unknown, _silentMs: number | null) => {});
const emit = vi.fn();
const close = vi.fn();
/** Has the page hear an event of the server. */
let hear = () => {};

// Once for the page: its subscriptions last as long as it does.
followSession({ attach() {}, catchUp });

const second = 1_000;
const state = () => useConnection.getState().state;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const network = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
const silences = () => catchUp.mock.calls.map(([, silentMs]) => silentMs);
/** Runs an answer's consequences, without time passing. */
const settle = () => pass(0);

beforeEach(async () => {
  vi.useFakeTimers();
  // The wait before another attempt is 400 ms, and twice as long after each.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(console, 'error').mockReturnValue();
  Object.assign(socket, { emit, onAny: (listener: () => void) => (hear = listener), tries: 0 });
  socket.io.engine.close = close;
  login('a.b.c', { _id: 'camille' });
  socket.hear('connect');
  await settle();
  for (const one of [catchUp, emit, close]) one.mockClear();
});
afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Loses the connection, and has it again so much later. */
async function comeBack(afterMs: number): Promise<void> {
  socket.hear('disconnect', 'transport close');
  await pass(afterMs);
  socket.hear('connect');
  await settle();
}

test('What a page missed is asked for again, later each time, until it could be fetched', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  catchUp.mockRejectedValueOnce(new Error('503')).mockRejectedValueOnce(new Error('503'));
  await comeBack(second);
  expect([state(), catchUp.mock.calls.length]).toEqual(['catching-up', 1]);
  await pass(399);
  expect(catchUp).toHaveBeenCalledTimes(1);
  await pass(1);
  await pass(799);
  expect(catchUp).toHaveBeenCalledTimes(2);
  await pass(1);
  expect([state(), catchUp.mock.calls.length]).toEqual(['live', 3]);
  expect(logged.mock.calls.map(([what]) => what)).toEqual(Array(2).fill('What was missed could not be fetched'));
});

test('What a page missed is asked for no more once it has lost its connection, or its session is over', async () => {
  catchUp.mockRejectedValueOnce(new Error('503'));
  await comeBack(second);
  socket.hear('disconnect', 'transport close');
  await pass(60 * second);
  expect([state(), catchUp.mock.calls.length]).toEqual(['connecting', 1]);
  catchUp.mockRejectedValueOnce(new Error('503'));
  socket.hear('connect');
  await settle();
  endSession('logout');
  await pass(60 * second);
  expect([state(), catchUp.mock.calls.length]).toEqual(['idle', 2]);
});

test('What a page missed is fetched once what was asked on its latest connection has come, not what was asked before', async () => {
  const ends: (() => void)[] = [];
  const held = () => new Promise<void>(done => ends.push(done));
  catchUp.mockImplementationOnce(held).mockImplementationOnce(held);
  await comeBack(second);
  await comeBack(second);
  ends[0]?.();
  await settle();
  expect([state(), catchUp.mock.calls.length]).toEqual(['catching-up', 2]);
  ends[1]?.();
  await settle();
  expect(state()).toBe('live');
});

test('A page is silent since the last that it heard while it was up to date', async () => {
  await pass(10 * second);
  hear();
  await pass(5 * second);
  catchUp.mockRejectedValueOnce(new Error('503'));
  await comeBack(2 * second);
  // An event before it has caught up tells nothing of the events missed earlier.
  hear();
  socket.hear('ping');
  await pass(400);
  expect(silences()).toEqual([7 * second, 7 * second + 400]);
  await pass(3 * second);
  await comeBack(second);
  expect(silences().at(-1)).toBe(4 * second);
});

test('A page does not know how long it was silent after a longer silence than between two pings, or if its clock was set back', async () => {
  await pass(40 * second);
  socket.hear('ping');
  await comeBack(second);
  await pass(40 * second + 1);
  socket.hear('ping');
  await comeBack(second);
  vi.setSystemTime(Date.now() - 3_600 * second);
  await comeBack(second);
  vi.setSystemTime(Date.now() - 3_600 * second);
  hear();
  vi.setSystemTime(Date.now() + 3_600 * second);
  await comeBack(second);
  expect(silences()).toEqual([second, ...Array(3).fill(Number.POSITIVE_INFINITY)]);
});

test('The wait before another attempt grows with each that fails, and begins anew after a connection', async () => {
  const fail = () => socket.hear('connect_error', new Error('websocket error'));
  const next = async (ms: number) => {
    const { tries } = socket;
    await pass(ms - 1);
    const early = socket.tries - tries;
    await pass(1);
    return [early, socket.tries - tries];
  };
  socket.hear('disconnect', 'transport close');
  expect(await next(400)).toEqual([0, 1]);
  fail();
  expect(await next(800)).toEqual([0, 1]);
  fail();
  expect(await next(1_600)).toEqual([0, 1]);
  // It grows no further than that.
  for (const ms of [3_200, 6_400, 12_800, 20_000, 20_000]) {
    fail();
    expect([ms, await next(ms)]).toEqual([ms, [0, 1]]);
  }
  socket.hear('connect');
  await settle();
  socket.hear('disconnect', 'transport close');
  expect(await next(400)).toEqual([0, 1]);
  // Whoever comes back to the page need not wait.
  fail();
  fail();
  document.dispatchEvent(new Event('visibilitychange'));
  fail();
  expect(await next(400)).toEqual([0, 1]);
});

test('A connection that goes with the network is told as such, and one that goes without as lost', async () => {
  socket.hear('disconnect', 'transport close');
  expect(state()).toBe('connecting');
  socket.hear('connect');
  await settle();
  network(false);
  socket.hear('disconnect', 'transport close');
  expect(state()).toBe('offline');
});

test('A page whose network goes closes its connection at once, whatever the server may still think of it', () => {
  window.dispatchEvent(new Event('offline'));
  expect([state(), close.mock.calls.length]).toEqual(['offline', 1]);
});

test('A page that is seen again, or has its network again, says that one is there, by which a dead connection shows', () => {
  const said = () => emit.mock.calls.filter(([name]) => name === 'activity').length;
  window.dispatchEvent(new Event('online'));
  expect([said(), socket.tries]).toEqual([1, 1]);
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(said()).toBe(1);
  seen.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(said()).toBe(2);
});

test('A computer that wakes connects at once where it is not, and fetches what it missed where it still seems to be', async () => {
  const sleep = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    await pass(second);
  };
  await sleep(19 * second);
  expect(catchUp).not.toHaveBeenCalled();
  await sleep(20 * second);
  expect([catchUp.mock.calls.length, emit.mock.calls.some(([name]) => name === 'activity')]).toEqual([1, true]);
  socket.hear('disconnect', 'transport close');
  for (let n = 0; n < 6; n += 1) socket.hear('connect_error', new Error('websocket error'));
  const { tries } = socket;
  await sleep(20 * second);
  expect(socket.tries).toBe(tries + 1);
});

test('A socket that the server refuses ends the session for that reason, and tries no more', async () => {
  const refusals = { unauthorized: null, session_suspended: 'suspension', session_stay_over: 'stay-over' };
  for (const [refusal, cause] of Object.entries(refusals)) {
    login('a.b.c', { _id: 'camille' });
    const { tries } = socket;
    socket.hear('connect_error', new Error(refusal));
    expect([refusal, useSession.getState().isLoggedIn, whatEnded()]).toEqual([refusal, false, cause]);
    await pass(60 * second);
    expect(socket.tries).toBe(tries);
  }
});

test('A session whose person is told anew, or changes their name, keeps its connection as it is', () => {
  const { tries } = socket;
  for (const firstName of ['Camille', 'Rose']) setUser({ _id: 'camille', firstName });
  expect([state(), socket.tries, currentSocket()]).toEqual(['live', tries, socket]);
});

test('A session that is over is heard no more, and another one is connected by its own token', async () => {
  const { tries } = socket;
  expect(currentSocket()).toBe(socket);
  endSession('logout');
  expect([state(), socket.connected]).toEqual(['idle', false]);
  // Nobody writes to the socket of a session that is over.
  expect(currentSocket()).toBeNull();
  // Nor does a computer that wakes connect it again.
  vi.setSystemTime(Date.now() + 30 * second);
  await pass(second);
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('offline'));
  expect([state(), socket.tries, close.mock.calls.length]).toEqual(['idle', tries, 0]);
  // Nothing of it goes on, though its connection was lost and about to be tried again.
  login('b.c.d', { _id: 'camille' });
  socket.hear('connect');
  await settle();
  socket.hear('disconnect', 'transport close');
  endSession('logout');
  await settle();
  expect([state(), vi.getTimerCount()]).toEqual(['idle', 0]);
  for (const one of [catchUp, emit]) one.mockClear();
  socket.tries = tries;
  login('d.e.f', { _id: 'leonie' });
  expect([state(), socket.tries]).toEqual(['connecting', tries + 1]);
  socket.hear('connect');
  await settle();
  // The first connection of a session was never silent.
  expect(silences()).toEqual([null]);
  expect(emit.mock.calls.filter(([name]) => name === 'userId')).toEqual([['userId', 'leonie']]);
});

test('A page that is refused until its user has done something is not away meanwhile, and connects again once they have', async () => {
  let done = (_again: boolean) => {};
  const acting = () => new Promise<boolean>(resolve => (done = resolve));
  onTestFinished(onRefusal('address_unproven', acting));
  socket.hear('disconnect', 'io server disconnect');
  await pass(400);
  const { tries } = socket;
  socket.hear('connect_error', new Error('address_unproven'));
  await pass(60 * second);
  expect([state(), socket.tries - tries, useSession.getState().isLoggedIn]).toEqual(['refused', 0, true]);
  done(true);
  await pass(800);
  expect([state(), socket.tries - tries]).toEqual(['connecting', 1]);
  socket.hear('connect');
  await settle();
  expect(state()).toBe('live');
  // Nothing is tried for a session that is over by then.
  socket.hear('disconnect', 'io server disconnect');
  socket.hear('connect_error', new Error('address_unproven'));
  endSession('logout');
  done(false);
  await pass(60 * second);
  expect([state(), socket.tries - tries]).toEqual(['idle', 1]);
});

test('A session that the page has already as it begins to connect is connected at once', async () => {
  vi.resetModules();
  const [session, connecting] = [await import('../session/session.ts'), await import('./connecting.ts')];
  onTestFinished(() => session.endSession('logout'));
  session.login('a.b.c', { _id: 'camille' });
  const attach = vi.fn();
  connecting.followSession({ attach, catchUp });
  expect(attach).toHaveBeenCalledOnce();
});
