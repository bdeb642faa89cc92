import cluster from 'node:cluster';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLog, type LogLine } from '../../test/log.ts';
import { seatVariables } from './siblings.ts';
import { StartError } from './start-error.ts';
import { Workers } from './workers.ts';

/** Tests the process that starts workers, with fake ones; `tools/processes/workers.test.ts` runs real ones. */

interface Said {
  number: number;
  question?: string;
  answer?: unknown;
}

/** Worker as `node:cluster` shows it: records each question, and answers with the result of `answers`. */
class Forked extends EventEmitter {
  readonly asked: string[] = [];
  readonly process: EventEmitter & { pid: number; kill(signal: string): void; send(...sent: unknown[]): boolean };
  /** Answer to a question; undefined is silence. */
  answers: (question: string) => unknown = question => question;
  private readonly waiting = new Map<number, (answer: unknown) => void>();
  private questions = 0;

  constructor(
    pid: number,
    readonly variables: Record<string, string>,
  ) {
    super();
    const kill = (signal: string) => this.end(null, signal);
    this.process = Object.assign(new EventEmitter(), { pid, kill: vi.fn(kill), send: () => true });
  }

  isConnected = () => true;

  send({ number, question, answer }: Said, done: (error: Error | null) => void): boolean {
    setImmediate(() => {
      done(null);
      if (question === undefined) return this.waiting.get(number)?.(answer);
      this.asked.push(question);
      const said = this.answers(question);
      if (said !== undefined) this.emit('message', { number, answer: said });
    });
    return true;
  }

  /** Asks the parent process a question, as the worker does. */
  ask(question: string): Promise<unknown> {
    this.questions += 1;
    const number = this.questions;
    const answered = new Promise<unknown>(resolve => this.waiting.set(number, resolve));
    this.emit('message', { number, question });
    return answered;
  }

  end(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
}

interface Wait {
  ms: number;
  /** Whether the wait is for an answer, and no pause. */
  isForAnswer: boolean;
  over: () => void;
}

let forked: Forked[];
const begun: Workers[] = [];
let waits: Wait[];
let lines: LogLine[];
const { setTimeout: really } = timers;

beforeEach(() => {
  [forked, waits] = [[], []];
  vi.spyOn(cluster, 'setupPrimary').mockImplementation(() => {});
  vi.spyOn(cluster, 'fork').mockImplementation(variables => {
    const worker = new Forked(1_000 + forked.length, variables as Record<string, string>);
    forked.push(worker);
    return worker as never;
  });
  // No wait ends before the test ends it.
  timers.setTimeout = ((ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const end = (settle: () => void) => () => {
        waits = waits.filter(one => one !== wait);
        settle();
      };
      const wait = { ms, isForAnswer: signal !== undefined, over: end(() => resolve(value)) };
      signal?.addEventListener(
        'abort',
        end(() => reject(signal.reason)),
      );
      waits.push(wait);
    })) as unknown as typeof really;
  syncBuiltinESMExports();
});
afterEach(async () => {
  const stopped = Promise.all(begun.splice(0).map(workers => workers.stop()));
  for (const one of forked) one.end(0);
  await stopped;
  vi.restoreAllMocks();
  timers.setTimeout = really;
  syncBuiltinESMExports();
});

const linesOf = (said: string) => lines.filter(({ msg }) => msg === said);
const nth = async (n: number): Promise<Forked> => {
  await vi.waitFor(() => expect(forked.length, 'processes that were started').toBeGreaterThanOrEqual(n));
  return forked[n - 1] as Forked;
};
/** Waits until a wait has begun. */
const waiting = async (wanted: Partial<Wait>) => {
  const found = () =>
    waits.find(
      ({ ms, isForAnswer }) => ms === (wanted.ms ?? ms) && isForAnswer === (wanted.isForAnswer ?? isForAnswer),
    );
  await vi.waitFor(() => expect(found(), `a wait of ${JSON.stringify(wanted)}`).toBeDefined());
  return found() as Wait;
};
/** Ends a wait, once it has begun. */
const over = async (wanted: Partial<Wait>) => (await waiting(wanted)).over();

/** Starts `count` workers; `serving` resolves as the start does. */
function start(count: number) {
  const given = { giveUp: vi.fn<(sentence: string) => void>(), freePort: vi.fn(async () => {}) };
  const { logger, lines: said } = keepLog();
  lines = said;
  const options = { count, program: 'worker.js', variables: { PORT: '1' }, logger, ...given };
  const serving = Workers.start(options, workers => void begun.push(workers));
  // The tests look at the failure later.
  serving.catch(() => {});
  const stop = () => (begun.pop() as Workers).stop();
  return { ...given, serving, stop };
}

/** Starts `count` workers, which all serve. */
async function serve(count: number) {
  const started = start(count);
  for (let n = 1; n <= count; n += 1) await (await nth(n)).ask('ready');
  expect(await started.serving).toBe(true);
  return started;
}

test('Workers are started after the first one serves, each with its number and its folder of sockets, and the port is freed before', async () => {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { serving, freePort, stop } = start(3);
  const first = await nth(1);
  // Connections are handed over in turn, to a program without the words of this one.
  expect(cluster.schedulingPolicy).toBe(cluster.SCHED_RR);
  expect(vi.mocked(cluster.setupPrimary).mock.calls).toEqual([[{ exec: 'worker.js', args: [] }]]);
  expect(await first.ask('listen')).toBeNull();
  expect([freePort.mock.calls.length, forked.length]).toEqual([1, 1]);
  await first.ask('ready');
  for (const n of [2, 3]) await (await nth(n)).ask('ready');
  expect(await serving).toBe(true);
  expect(forked.map(({ variables }) => [variables.PORT, variables[seatVariables.number]])).toEqual([
    ['1', '1'],
    ['1', '2'],
    ['1', '3'],
  ]);
  const folders = new Set(forked.map(({ variables }) => variables[seatVariables.sockets] ?? ''));
  expect([...folders].map(folder => existsSync(folder))).toEqual([true]);
  for (const one of forked) one.answers = question => void (question === 'stop' && one.end(0));
  await stop();
  expect(forked.map(({ asked }) => asked.includes('stop'))).toEqual([true, true, true]);
  expect([...folders].map(folder => existsSync(folder))).toEqual([false]);
  expect(linesOf('workers still draining were ended')).toEqual([]);
});

test('A worker that cannot start ends the start: without a word where it has said why, with a sentence where it was killed', async () => {
  const said = start(2);
  (await nth(1)).end(1);
  expect(await said.serving).toBe(false);
  const killed = start(2);
  (await nth(2)).end(null, 'SIGSEGV');
  await expect(killed.serving).rejects.toThrow(StartError);
  await expect(killed.serving).rejects.toThrow('Le processus 1 s’est arrêté à son démarrage (SIGSEGV)');
  expect(forked).toHaveLength(2);
});

test('A worker that was asked to end is started again at once, however often, and has not crashed', async () => {
  const { giveUp } = await serve(1);
  for (let n = 1; n <= 7; n += 1) {
    (await nth(n)).end(0);
    await (await nth(n + 1)).ask('ready');
  }
  expect(giveUp).not.toHaveBeenCalled();
  expect(await forked.at(-1)?.ask('crashes')).toBe(0);
  const ended = linesOf('a worker has ended, and is started again');
  expect(ended.map(({ exitCode, failures }) => [exitCode, failures])).toEqual(Array(7).fill([0, 0]));
});

test('A worker that is killed again and again is started after longer and longer pauses, and given up the sixth time', async () => {
  const { giveUp } = await serve(2);
  (forked[1] as Forked).end(null, 'SIGKILL');
  for (const [n, ms] of [100, 200, 400, 800, 1_600].entries()) {
    await over({ ms, isForAnswer: false });
    expect(giveUp).not.toHaveBeenCalled();
    (await nth(n + 3)).end(null, 'SIGKILL');
  }
  await vi.waitFor(() => expect(giveUp).toHaveBeenCalled());
  expect(giveUp.mock.calls).toEqual([
    ['Le processus 2 s’est arrêté 6 fois de suite à son démarrage (SIGKILL) : voyez le journal.'],
  ]);
  expect(await forked[0]?.ask('crashes')).toBe(6);
  const killed = { level: 50, worker: 2, exitCode: null, signal: 'SIGKILL' };
  expect(linesOf('a worker has ended, and is started again')).toMatchObject(
    [1, 2, 3, 4, 5, 6].map(failures => ({ ...killed, pid: 1_000 + failures, failures })),
  );
});

test('A worker that is killed after ten seconds of service is started again at once: its start has not failed', async () => {
  const { giveUp } = await serve(1);
  const now = performance.now.bind(performance);
  for (let n = 1; n <= 7; n += 1) {
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
    (await nth(n)).end(null, 'SIGKILL');
    const next = await nth(n + 1);
    clock.mockRestore();
    await next.ask('ready');
  }
  expect(giveUp).not.toHaveBeenCalled();
  expect(await forked.at(-1)?.ask('crashes')).toBe(7);
});

test('A worker whose successor cannot start has failed, however long it served itself before', async () => {
  await serve(1);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001);
  (await nth(1)).end(null, 'SIGKILL');
  (await nth(2)).end(null, 'SIGKILL');
  await over({ ms: 100, isForAnswer: false });
  (await nth(3)).end(0);
  await over({ ms: 200, isForAnswer: false });
  await nth(4);
  clock.mockRestore();
  const ended = linesOf('a worker has ended, and is started again');
  expect(ended.map(({ failures }) => failures)).toEqual([0, 1, 2]);
});

test('A worker is ended as stuck after three silences in a row, whatever silences there were before it last answered', async () => {
  await serve(1);
  const worker = forked[0] as Forked;
  const [echo, nothing] = [worker.answers, () => undefined];
  // An answer is followed by a pause, a silence by the next question.
  const silent = () => over({ ms: 10_000, isForAnswer: true });
  for (let round = 0; round < 2; round += 1) {
    const pause = await waiting({ ms: 10_000, isForAnswer: false });
    worker.answers = nothing;
    const before = worker.asked.length;
    pause.over();
    await silent();
    await vi.waitFor(() => expect(worker.asked).toHaveLength(before + 2));
    worker.answers = echo;
    await silent();
  }
  const pause = await waiting({ ms: 10_000, isForAnswer: false });
  worker.answers = nothing;
  pause.over();
  expect(worker.process.kill).not.toHaveBeenCalled();
  for (let n = 0; n < 3; n += 1) await silent();
  await vi.waitFor(() => expect(vi.mocked(worker.process.kill).mock.calls).toEqual([['SIGKILL']]));
  expect(linesOf('a worker is stuck, and is ended')).toMatchObject([{ level: 50, worker: 1, pid: 1_000 }]);
  await over({ ms: 100 });
  await nth(2);
});

test('What one worker asks of the others is answered by each; one that is silent is named in the log, one that is being started is not', async () => {
  await serve(3);
  const [first, second, third] = forked as [Forked, Forked, Forked];
  for (const one of [second, third]) one.answers = question => (question === 'readiness' ? one.process.pid : question);
  expect(await first.ask('others readiness')).toEqual([1_001, 1_002]);
  expect(second.asked).toContain('readiness');
  expect(first.asked).not.toContain('readiness');
  third.answers = () => undefined;
  second.end(0);
  const fresh = await nth(4);
  fresh.answers = () => undefined;
  const asked = first.ask('others readiness');
  for (let n = 0; n < 2; n += 1) await over({ ms: 2_500 });
  expect(await asked).toEqual([null, null]);
  expect(linesOf('a worker does not answer')).toMatchObject([{ level: 40, worker: 3, pid: 1_002 }]);
});

test('A worker that a message cannot reach goes on, and the log names it', async () => {
  await serve(2);
  forked[1]?.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(linesOf('a worker could not be told')).toMatchObject([{ level: 40, worker: 2, err: { code: 'EPIPE' } }]);
  expect(forked).toHaveLength(2);
});

test('Workers that still drain after six and a half seconds are killed', async () => {
  const { stop } = await serve(2);
  (forked[0] as Forked).answers = question => void (question === 'stop' && forked[0]?.end(0));
  const { process: late, variables } = forked[1] as Forked;
  vi.mocked(late.kill).mockImplementation(() => {});
  const stopped = stop();
  await vi.waitFor(() => expect(forked.map(({ asked }) => asked.includes('stop'))).toEqual([true, true]));
  await over({ ms: 6_500, isForAnswer: false });
  await vi.waitFor(() => expect(late.kill).toHaveBeenCalled());
  await new Promise(setImmediate);
  // Its sockets stay until it has ended.
  const sockets = variables[seatVariables.sockets] ?? '';
  expect(existsSync(sockets)).toBe(true);
  forked[1]?.end(null, 'SIGKILL');
  await stopped;
  expect(existsSync(sockets)).toBe(false);
  expect(forked.map(({ process: { kill } }) => vi.mocked(kill).mock.calls)).toEqual([[], [['SIGKILL']]]);
  expect(linesOf('workers still draining were ended')).toMatchObject([{ level: 40 }]);
  expect(forked).toHaveLength(2);
});

test('A connection that a worker was being given as it ended is closed, and those that it has taken are left to it', async () => {
  await serve(1);
  const { process: child } = forked[0] as Forked;
  const [taken, given] = [{ close: vi.fn() }, { close: vi.fn() }];
  child.send({ act: 'newconn', seq: 1 }, taken);
  child.send({ act: 'newconn', seq: 2 }, given);
  child.emit('internalMessage', { ack: 1 });
  forked[0]?.end(0);
  expect([taken.close.mock.calls.length, given.close.mock.calls.length]).toEqual([0, 1]);
  await nth(2);
});

test('A start ends when any of the workers cannot start, and has said why', async () => {
  const { serving } = start(3);
  await (await nth(1)).ask('ready');
  await (await nth(2)).ask('ready');
  (await nth(3)).end(1);
  expect(await serving).toBe(false);
});

test('A worker that ends while it is asked something is not called silent, and nor is the one that takes its seat', async () => {
  await serve(2);
  const [first, second] = forked as [Forked, Forked];
  second.answers = question => (question === 'readiness' ? undefined : question);
  const asked = first.ask('others readiness');
  await vi.waitFor(() => expect(second.asked).toContain('readiness'));
  second.end(0);
  await (await nth(3)).ask('ready');
  await over({ ms: 2_500 });
  expect(await asked).toEqual([null]);
  expect(linesOf('a worker does not answer')).toEqual([]);
});
