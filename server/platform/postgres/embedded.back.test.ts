import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';

/** Tests that a killed database comes back, and one that cannot start; `embedded.test.ts` tests the rest of its life. */

test('An embedded database that is killed under a running server comes back each time, at the same address and with what it held', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-back-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const onEvent = vi.fn();
  const before = process.listenerCount('exit');
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir, durable: false, onEvent });
  onTestFinished(stop);
  expect(process.listenerCount('exit')).toBe(before + 1);
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return (await client.query({ text, rowMode: 'array' }).finally(() => client.end())).rows.flat();
  };
  await ask('CREATE TABLE kept AS SELECT 42 AS answer');
  // Without flushes to the disk, a kill loses the last writes.
  await ask('CHECKPOINT');
  const told = `SELECT answer::text, current_setting('server_encoding'), upper('éàç'), current_setting('TimeZone'),
    current_setting('listen_addresses'), current_setting('unix_socket_directories') FROM kept`;
  for (const events of [2, 4]) {
    const earlier = pid() as number;
    process.kill(earlier, 'SIGKILL');
    await vi.waitFor(() => expect(onEvent, 'losses and returns').toHaveBeenCalledTimes(events));
    expect(onEvent.mock.calls.flat().slice(-2)).toEqual(['lost', 'back']);
    expect(pid()).not.toBe(earlier);
    expect(await ask(told)).toEqual(['42', 'UTF8', 'ÉÀÇ', 'UTC', '127.0.0.1', '.']);
  }
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  // A process that exits without a stop ends its database.
  process.listeners('exit').at(-1)?.(0);
  await vi.waitFor(() => expect(onEvent, 'losses and returns').toHaveBeenCalledTimes(6));
  await stop();
  expect(process.listenerCount('exit')).toBe(before);
  expect(() => process.kill(pid() as number, 0)).toThrow('ESRCH');
});

test('An embedded database has the settings of a chat: short statements, and a week of logs without what people wrote', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-settings-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const wanted = {
    ...{ max_connections: '400', work_mem: '8192', maintenance_work_mem: '131072' },
    ...{ wal_compression: 'pglz', max_wal_size: '2048', checkpoint_timeout: '900' },
    ...{ jit: 'off', max_parallel_workers_per_gather: '0', random_page_cost: '1.1' },
    ...{ idle_in_transaction_session_timeout: '60000', log_timezone: 'UTC' },
    ...{ logging_collector: 'on', log_directory: 'log', log_filename: 'postgresql-%a.log' },
    ...{ log_rotation_age: '1440', log_rotation_size: '0', log_truncate_on_rotation: 'on' },
    log_parameter_max_length_on_error: '0',
  };
  const { rows } = await client.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [
    Object.keys(wanted),
  ]);
  await client.end();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(wanted);
  expect(statSync(join(dataDir, 'postgres-start.log')).mode & 0o777).toBe(0o600);
  await stop();

  // A database that cannot start is tried for ten seconds, and its last complaint is told.
  appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), "\nlisten = 'nowhere'\n");
  const { now } = Date;
  const began = now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + (now() - began) * 20);
  onTestFinished(() => clock.mockRestore());
  await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^PostgreSQL embarqué n'a pas démarré : .*(FATAL|listen).* \(voir .*postgres-start\.log\)$/,
    ),
  });
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});
