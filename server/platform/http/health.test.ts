import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { alone } from '../processes/cluster.ts';
import { type Check, registerHealth } from './health.ts';
import { checksOf } from './readiness.ts';

const well = async () => {};
const away = () => Promise.reject(new Error('postgres://claire:motsecret@h/b refused'));

/** Serves `/readyz` with the given checks. */
async function readyz(checks: readonly Check[], draining = false) {
  const fastify = Fastify();
  registerHealth(fastify, { checks, draining: () => draining });
  onTestFinished(() => fastify.close());
  const ask = async () => {
    const reply = await fastify.inject('/readyz');
    return { status: reply.statusCode, body: reply.json() };
  };
  return { ask };
}

it('/healthz answers that the process is up, and the version of the package', async () => {
  const { url } = await startPalabre();
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const reply = await fetch(`${url}/healthz`);
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok', version }]);
});

describe('/readyz', () => {
  it('answers ready, degraded, or down when a needed check fails, and never says why', async () => {
    const database = (run: Check['run']): Check => ({ name: 'database', needed: true, run });
    const mails: Check[] = [
      { name: 'mail', run: away },
      { name: 'mail', run: well },
    ];
    const all = await (await readyz([database(well), { name: 'jobs', run: well }])).ask();
    expect(all).toEqual({ status: 200, body: { status: 'ready', reasons: [], database: 'ok', jobs: 'ok' } });
    const some = await (await readyz([database(well), ...mails])).ask();
    expect(some).toEqual({
      status: 200,
      body: { status: 'degraded', reasons: ['mail'], database: 'ok', mail: 'down' },
    });
    const none = await (await readyz([database(away), ...mails])).ask();
    expect(none).toEqual({
      status: 503,
      body: { status: 'down', reasons: ['database', 'mail'], database: 'down', mail: 'down' },
    });
    const draining = await (await readyz([database(well)], true)).ask();
    expect(draining).toEqual({ status: 503, body: { status: 'down', reasons: ['draining'], database: 'ok' } });
  });

  it('runs a check once per period, and never again while it hangs', async () => {
    const seldom = vi.fn(well);
    let answer = (): void => {};
    const hanging = vi.fn(well).mockImplementationOnce(() => new Promise<void>(resolve => (answer = resolve)));
    const { ask } = await readyz([
      { name: 'storage', everyMs: 600_000, run: seldom },
      { name: 'mail', run: hanging },
    ]);
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    for (const { body } of answers) expect(body.reasons).toEqual(['mail']);
    await ask();
    expect([seldom.mock.calls.length, hanging.mock.calls.length]).toEqual([1, 1]);
    answer();
    await vi.waitFor(async () => expect((await ask()).body.status).toBe('ready'));
    expect(seldom).toHaveBeenCalledTimes(1);
  });

  it('runs a check again once its period is over, and waits two seconds for it at most, without a timer that is left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const storage = vi.fn(well).mockRejectedValueOnce(new Error('away'));
    const database = vi.fn(well);
    const { ask } = await readyz([
      { name: 'storage', everyMs: 30_000, run: storage },
      { name: 'database', needed: true, run: database },
    ]);
    const reasons = async () => (await ask()).body.reasons;
    expect(await reasons()).toEqual(['storage']);
    vi.advanceTimersByTime(29_999);
    expect([await reasons(), storage.mock.calls.length, database.mock.calls.length]).toEqual([['storage'], 1, 2]);
    vi.advanceTimersByTime(1);
    expect([await reasons(), storage.mock.calls.length]).toEqual([[], 2]);
    expect(vi.getTimerCount(), 'timers left').toBe(0);
    database.mockImplementationOnce(() => new Promise(() => {}));
    const answered = vi.fn();
    void ask().then(answered);
    // A wait of vitest would move the clock.
    for (let turns = 0; turns < 100 && vi.getTimerCount() === 0; turns += 1) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(answered, 'answers').toHaveBeenCalled());
    expect(answered.mock.calls[0]?.[0]).toMatchObject({ status: 503, body: { reasons: ['database'] } });
  });

  it.skipIf(!existsSync('/proc/self'))('says that the disk of DATA_DIR is nearly full', async () => {
    const { services, jobs } = await startPalabre();
    // A file system without any free space.
    const env = { ...services.env, dataDir: '/proc' };
    const checks = checksOf({ ...services, env, jobs, cluster: alone }).filter(({ name }) => name === 'disk');
    const { status, body } = await (await readyz(checks)).ask();
    expect([status, body]).toEqual([200, { status: 'degraded', reasons: ['disk'], disk: 'down' }]);
  });

  it('reports a real server: ready, then without its storage, its mails and its jobs', async () => {
    const ready = async (url: string) => (await fetch(`${url}/readyz`)).json();
    const first = await startPalabre();
    await vi.waitFor(async () =>
      expect(await ready(first.url)).toEqual({
        status: 'ready',
        reasons: [],
        ...{ database: 'ok', jobs: 'ok', storage: 'ok', disk: 'ok', descriptors: 'ok', mail: 'ok' },
      }),
    );
    // Monitoring takes no turn in the shares, so that it never waits.
    const turns = vi.spyOn(first.services.shares, 'enter');
    for (const path of ['/healthz', '/readyz']) expect((await fetch(first.url + path)).status).toBe(200);
    expect(turns).not.toHaveBeenCalled();
    expect([(await fetch(`${first.url}/api/nowhere`)).status, turns.mock.calls.length]).toEqual([404, 1]);

    const second = await startPalabre({ env: { SMTP_URL: 'smtp://claire:motsecret@127.0.0.1:1' } });
    await rename(join(second.dataDir, 'files/tmp'), join(second.dataDir, 'files/gone'));
    await writeFile(join(second.dataDir, 'files/tmp'), 'no folder');
    const answer = await ready(second.url);
    expect(answer).toMatchObject({ status: 'degraded', reasons: ['storage', 'mail'], storage: 'down', mail: 'down' });
    expect(JSON.stringify(answer)).not.toMatch(/motsecret|files|127/);
    await second.jobs.close();
    await vi.waitFor(async () => expect((await ready(second.url)).reasons).toEqual(['jobs', 'storage', 'mail']));
  });

  it('names each dependency that does not work, and is down without the database or Redis alone', async () => {
    const { services, jobs } = await startPalabre();
    const { storage } = services;
    const working = {
      ...{
        env: services.env,
        cluster: alone,
        jobs: { alive: () => true },
        mails: { failing: () => false, check: well },
      },
      database: { pool: { query: well } } as never,
      storage: { ...storage, check: well },
    };
    const redis = (connected: boolean) => ({ ...alone, connected, shared: {} as never });
    const all = ['database', 'jobs', 'storage', 'disk', 'descriptors', 'mail'];
    expect(checksOf({ ...services, jobs, cluster: alone }).map(({ name }) => name)).toEqual([...all, 'mail']);
    for (const [broken, status, reasons] of [
      [{}, 200, []],
      [{ cluster: redis(true) }, 200, []],
      [{ cluster: redis(false) }, 503, ['redis']],
      [{ database: { pool: { query: away } } as never }, 503, ['database']],
      [{ jobs: { alive: () => false } }, 200, ['jobs']],
      [{ storage: { ...storage, check: away } }, 200, ['storage']],
      [{ mails: { failing: () => true, check: well } }, 200, ['mail']],
      [{ mails: { failing: () => false, check: away } }, 200, ['mail']],
    ] as const) {
      const answer = await (await readyz(checksOf({ ...working, ...broken }))).ask();
      expect([answer.status, answer.body.reasons]).toEqual([status, reasons]);
    }
  });

  it('speaks for all workers: what one of them lacks is lacking, and one that does not answer makes it down', async () => {
    const said = (reasons: string[], down = false) => ({ down, reasons, checks: { database: 'ok', mail: 'ok' } });
    const checks: Check[] = [
      { name: 'database', needed: true, run: well },
      { name: 'mail', run: well },
    ];
    const own: (() => unknown)[] = [];
    const with_ = async (...others: unknown[]) => {
      const fastify = Fastify();
      const siblings = {
        on: (question: string, answer: () => unknown) => question === 'readiness' && own.push(answer),
        ask: async (question: string) => (question === 'readiness' ? others : []),
      };
      registerHealth(fastify, { checks, draining: () => false, siblings: siblings as never });
      onTestFinished(() => fastify.close());
      const reply = await fastify.inject('/readyz');
      return [reply.statusCode, reply.json()];
    };
    const states = (database: string, mail: string, workers: string) => ({ database, mail, workers });
    expect(await with_(said([]), said([]))).toEqual([
      200,
      { status: 'ready', reasons: [], ...states('ok', 'ok', 'ok') },
    ]);
    expect(await with_(said([]), said(['mail']))).toEqual([
      200,
      { status: 'degraded', reasons: ['mail'], ...states('ok', 'down', 'ok') },
    ]);
    expect(await with_(said(['database', 'mail'], true), said(['mail']))).toEqual([
      503,
      { status: 'down', reasons: ['database', 'mail'], ...states('down', 'down', 'ok') },
    ]);
    expect(await with_(said([]), undefined)).toEqual([
      503,
      { status: 'down', reasons: ['workers'], ...states('ok', 'ok', 'down') },
    ]);
    expect(await own[0]?.()).toEqual(said([]));
  });
});
