import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionsOfOne } from './platform/postgres/embedded.ts';
import { startPalabre } from './test/harness.ts';
import { testPool } from './test/outside/postgres.ts';

/** Tests what a whole server takes, and leaves when it is closed; what it serves is tested by its features. */

test('A server that is closed leaves neither a timer that repeats, nor a listener of the process, nor a connection', async () => {
  const repeating = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => repeating.mockRestore());
  const signals = [
    'uncaughtException',
    'unhandledRejection',
    'SIGTERM',
    'SIGINT',
    'SIGHUP',
    'exit',
    'warning',
  ] as const;
  const listeners = () => signals.map(signal => [signal, process.listenerCount(signal as 'exit')]);
  const before = listeners();
  const palabre = await startPalabre({ limits: true });
  const camille = await palabre.register();
  const ears = await camille.connect();
  await camille.ok(api.workspaces.create, { body: { title: 'Atelier Tilleul' } });
  const begun = repeating.mock.results.map(({ value }) => value as NodeJS.Timeout & { _destroyed: boolean });
  expect(begun.filter(({ _destroyed }) => !_destroyed).length, 'timers of a running server').toBeGreaterThan(0);
  await palabre.stop();
  await ears.closed;
  const all = repeating.mock.results.map(({ value }) => value as NodeJS.Timeout & { _destroyed: boolean });
  const left = all.flatMap(({ _destroyed }, n) => (_destroyed ? [] : [String(repeating.mock.calls[n]?.[0])]));
  // The memory of sessions ends its own timer once it is empty, a minute later at most.
  expect(
    left.filter(what => !what.includes('forgetOld')),
    'timers left',
  ).toEqual([]);
  expect(listeners()).toEqual(before);
  const pool = testPool(palabre.services.env.databaseUrl ?? '', 1);
  const others = 'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await vi.waitFor(async () => expect((await pool.query(others)).rows, 'connections left open').toEqual([]));
});

test('A server takes as many connections as operators are told of, with one of them left for a command', async () => {
  const connected = vi.spyOn(pg.Pool.prototype, 'connect');
  onTestFinished(() => connected.mockRestore());
  const { services } = await startPalabre();
  const { pool, first, searches } = services.database;
  const own: pg.Pool[] = [pool, first, searches];
  const mostOf = (pools: pg.Pool[]) => pools.map(({ options }) => options.max ?? Number.NaN);
  expect(mostOf(own)).toEqual([8, 4, 4]);
  // The jobs have connections of their own; a server that has just been closed may still let go of its own.
  const ofJobs = () => [...new Set(mostOf((connected.mock.contexts as pg.Pool[]).filter(one => !own.includes(one))))];
  await vi.waitFor(() => expect(ofJobs()).toEqual([6]));
  expect([...mostOf(own), ...ofJobs()].reduce((sum, most) => sum + most, 1)).toBe(connectionsOfOne);
});
