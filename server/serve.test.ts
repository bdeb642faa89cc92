import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEnv } from './env.ts';
import { createDatabase, newId } from './platform/postgres/db.ts';
import { LastingKeys } from './platform/sessions/lasting-keys.ts';
import { Settings } from './platform/settings/settings.ts';
import { serve } from './serve.ts';
import { Client } from './test/client.ts';
import { openSocket } from './test/listener.ts';
import { keepLog, linesOf } from './test/log.ts';
import { measuresOf } from './test/measures.ts';
import { holdOutputs } from './test/outputs.ts';
import { freePort } from './test/outside/free-port.ts';
import { testDatabase } from './test/outside/postgres.ts';
import { FakeS3 } from './test/outside/s3.ts';

/** Serves as a process does; returns its address, its output about uncaught errors, and a function that ends it. */
async function serving(variables: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'palabre-serve-'));
  const port = await freePort();
  const env = readEnv({
    ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' },
    ...{ JWT_SECRET: 'only for tests, never for anything else', DATABASE_URL: await testDatabase() },
    ...variables,
  });
  const database = createDatabase(env.databaseUrl ?? '');
  const { logger, lines } = keepLog();
  const frees: (() => unknown)[] = [];
  const life = { held: { add: (free: () => unknown) => void frees.unshift(free) }, isStopping: false } as never;
  const uncaught = new Map<string, (error: unknown) => void>();
  const { on } = process;
  // These would hear of failures of the tests that follow.
  const hearing = vi.spyOn(process, 'on').mockImplementation(((name: string, hear: (error: unknown) => void) => {
    if (!name.startsWith('un')) return on.call(process, name, hear);
    uncaught.set(name, hear);
    return process;
  }) as never);
  const url = `http://127.0.0.1:${port}`;
  // Another process may still listen until then.
  const freed = vi.fn(async () => expect(fetch(url)).rejects.toThrow());
  const letGo = holdOutputs();
  await serve({ env: { ...env, databaseUrl: env.databaseUrl ?? '' }, database, logger, life, freePort: freed });
  hearing.mockRestore();
  const end = async () => {
    for (const free of frees.splice(0)) await free();
  };
  onTestFinished(async () => {
    await end();
    letGo();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { url, dataDir, databaseUrl: env.databaseUrl ?? '', lines, uncaught, freed, end };
}

test('A process that serves tells how many people are online, its disk, its last backup and what nothing caught, until it is ended', async () => {
  const nights = await mkdtemp(join(tmpdir(), 'palabre-nights-'));
  onTestFinished(() => rm(nights, { recursive: true, force: true }));
  const listen = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  const { url, lines, uncaught, freed, end } = await serving({ BACKUP_DIR: nights });
  expect(freed).toHaveBeenCalledOnce();
  // After an outage everyone reconnects at once.
  expect(listen).toHaveBeenCalledWith(expect.objectContaining({ backlog: 8_192 }));
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('palabre_backup_age_seconds +Inf');
  for (const [night, hoursAgo] of [
    ['27', 30],
    ['28', 6],
  ] as const) {
    const path = join(nights, `palabre-2026-11-${night}.tar`);
    await writeFile(path, '');
    const at = new Date(Date.now() - hoursAgo * 3_600_000);
    await utimes(path, at, at);
  }
  const somebody = (firstName: string) =>
    new Client(url).ok(api.users.register, {
      body: { firstName, lastName: 'Moreau', email: `${newId()}@exemple.fr`, password: 'un mot de passe sûr' },
    });
  const [camille, karim] = [await somebody('Camille'), await somebody('Karim')];
  const ears = [];
  for (const { token } of [camille, camille, karim]) ears.push(await openSocket(url, token ?? '', async () => ''));
  for (const [kind, hear] of uncaught) hear(new Error(kind));
  const found = await measuresOf(url);
  expect(found).toMatchObject({
    ...{ palabre_sockets: 3, palabre_people_online: 2 },
    'palabre_uncaught_errors_total{kind="uncaughtException"}': 1,
    'palabre_uncaught_errors_total{kind="unhandledRejection"}': 1,
  });
  expect(linesOf(lines, 'nothing caught this error')).toMatchObject(
    ['uncaughtException', 'unhandledRejection'].map(kind => ({ level: 60, kind, err: { message: kind } })),
  );
  expect(Math.round((found.palabre_backup_age_seconds ?? 0) / 3_600)).toBe(6);
  expect(found.palabre_disk_free_bytes).toBeGreaterThan(0);
  expect(Object.keys(found).find(name => name.startsWith('palabre_info'))).toMatch(/version="\d.*schema="\d{4}_/);
  expect(linesOf(lines, 'drained')).toEqual([]);
  await end();
  expect(linesOf(lines, 'drained')).toMatchObject([{ level: 30 }]);
  for (const one of ears) await one.closed;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('A process that cannot read its settings nor note its secret as it starts serves all the same, and logs why', async () => {
  const away = () => Promise.reject(new Error('the database is away'));
  const failing = [vi.spyOn(Settings.prototype, 'read'), vi.spyOn(LastingKeys.prototype, 'settle')];
  for (const spy of failing) spy.mockImplementationOnce(away as never);
  onTestFinished(() => {
    for (const spy of failing) spy.mockRestore();
  });
  const { url, lines } = await serving({});
  const err = { message: 'the database is away' };
  for (const msg of ['settings could not be read', 'the secret in use could not be noted'])
    expect(linesOf(lines, msg)).toMatchObject([{ level: 40, err }]);
  expect((await new Client(url).ok(api.settings.shown)).settings.name).toBeNull();
});

test('A process whose port is taken says so, and serves nobody', async () => {
  const { url } = await serving({});
  await expect(serving({ PORT: new URL(url).port })).rejects.toThrow(new URL(url).port);
});

test('A process that is stopped refuses new requests, and cuts those that still run five seconds later, which it logs', async () => {
  const { url, databaseUrl, lines, end } = await serving({});
  const [holding, beside] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([holding.connect(), beside.connect()]);
  onTestFinished(async () => void (await Promise.all([holding.end(), beside.end()])));
  await holding.query('BEGIN; LOCK TABLE users');
  const body = { firstName: 'Zoé', lastName: 'Lambert', email: 'zoe@exemple.fr', password: 'un mot de passe sûr' };
  const cut = vi.fn();
  new Client(url).call(api.users.register, { body }).catch(cut);
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await beside.query(waits)).rowCount).toBeGreaterThan(0));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = vi.fn();
  const ending = end().then(ended);
  await vi.advanceTimersByTimeAsync(4_999);
  const logged = () => linesOf(lines, 'requests still running after 5 s were cut');
  expect([cut.mock.calls, ended.mock.calls, logged()]).toEqual([[], [], []]);
  await vi.advanceTimersByTimeAsync(1);
  await ending;
  vi.useRealTimers();
  await vi.waitFor(() => expect(cut).toHaveBeenCalledOnce());
  expect(logged()).toMatchObject([{ level: 40 }]);
  expect(linesOf(lines, 'drained')).toEqual([]);
  await holding.query('ROLLBACK');
});

test('A bucket of backups that does not answer delays no measure, and its last known age goes on', async () => {
  const s3 = await new FakeS3().start();
  onTestFinished(() => s3.stop());
  s3.objects.set('palabre-2026-11-28T02h30.tar', Buffer.from('x'));
  const { url } = await serving({ BACKUP_S3_URL: s3.url });
  const age = async () => /^palabre_backup_age_seconds (.*)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
  s3.mishaps.push('silent');
  expect(await age()).toBe('+Inf');
  // The fake bucket gives no time, which counts as the beginning of time.
  expect(Number(await age())).toBeGreaterThan(1e9);
  s3.mishaps.push({ status: 403, code: 'AccessDenied' });
  expect(Number(await age())).toBeGreaterThan(1e9);
});

test('A process that serves keeps its heap small, and outlives the terminal in which it was started', async () => {
  const flags = vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  syncBuiltinESMExports();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    flags.mockRestore();
    syncBuiltinESMExports();
  });
  const outputs = [process.stdout, process.stderr];
  const before = outputs.map(output => output.listeners('error'));
  await serving({});
  vi.advanceTimersByTime(2_000);
  expect(flags).toHaveBeenCalledWith(expect.stringMatching(/^--heap-growing-percent=\d+$/));
  for (const [n, output] of outputs.entries()) {
    const added = output.listeners('error').filter(hear => !before[n]?.includes(hear));
    expect(added).toHaveLength(1);
    for (const hear of added) expect(() => hear(new Error('write EPIPE'))).not.toThrow();
  }
});
