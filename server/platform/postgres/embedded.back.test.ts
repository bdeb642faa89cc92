import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';

/** Tests that a killed database comes back; `embedded.test.ts` tests the rest of its life. */

test('An embedded database that is killed under a running server comes back each time, at the same address and with what it held', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-back-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const onEvent = vi.fn();
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir, durable: false, onEvent });
  onTestFinished(stop);
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
    const before = pid() as number;
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(onEvent, 'losses and returns').toHaveBeenCalledTimes(events));
    expect(onEvent.mock.calls.flat().slice(-2)).toEqual(['lost', 'back']);
    expect(pid()).not.toBe(before);
    expect(await ask(told)).toEqual(['42', 'UTF8', 'ÉÀÇ', 'UTC', '127.0.0.1', '.']);
  }
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  await stop();
  expect(() => process.kill(pid() as number, 0)).toThrow('ESRCH');
});
