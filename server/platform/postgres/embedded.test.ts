import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { restoreLinks } from './binaries.ts';
import { cacheMegabytes, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let dataDir: string;
let running: EmbeddedPostgres | undefined;
const events: string[] = [];

const start = async () => {
  running = await startEmbeddedPostgres({ dataDir, durable: false, onEvent: event => events.push(event) });
  return running;
};

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const alive = (pid: number | undefined) => {
  try {
    process.kill(pid as number, 0);
    return true;
  } catch {
    return false;
  }
};

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'palabre-embedded-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test('the embedded database is in UTF-8 and UTC, whatever the locale of the system', async () => {
  const { url } = await start();
  expect(
    await ask(url, `SELECT current_setting('server_encoding'), upper('éàç'), current_setting('TimeZone')`),
  ).toEqual(['UTF8', 'ÉÀÇ', 'UTC']);
});

test('the embedded database keeps commits across restarts, and its password file is readable by its account only', async () => {
  const first = await start();
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(alive(first.pid())).toBe(false);
  const again = await start();
  expect(await ask(again.url, 'SELECT answer FROM kept')).toEqual([42]);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
});

test('The cache of the embedded database grows with the memory of the machine, within bounds', async () => {
  const gigabyte = 2 ** 30;
  expect([0.5, 2, 8, 16, 256].map(count => cacheMegabytes(count * gigabyte))).toEqual([256, 256, 1_024, 2_048, 2_048]);
  running = await startEmbeddedPostgres({ dataDir, processes: 3 });
  const own = cacheMegabytes(Math.min(totalmem(), process.constrainedMemory() || totalmem()));
  expect(
    await ask(running.url, `SELECT (pg_size_bytes(current_setting('shared_buffers')) / 1024 / 1024)::int`),
  ).toEqual([own]);
  // Commits are on the disk when they are answered; each process has its connections, with room for a command.
  const durable = ['fsync', 'synchronous_commit', 'full_page_writes', 'max_connections'];
  expect(await ask(running.url, `SELECT ${durable.map(name => `current_setting('${name}')`)}`)).toEqual([
    ...['on', 'on', 'on', '92'],
  ]);
});

test('the embedded database listens on loopback only, and refuses a wrong password', async () => {
  const { url } = await start();
  expect(await ask(url, 'SHOW listen_addresses')).toEqual(['127.0.0.1']);
  await expect(ask(url.replace(/:[^:@]+@/, ':autre@'), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('The embedded database is spoken to through a socket in its folder, through loopback where the path of that is too long, and leaves none behind', async () => {
  const peer = 'SELECT inet_server_addr()::text';
  const { url, port, urlOf } = await start();
  expect(await ask(url, peer)).toEqual([null]);
  expect(await ask(urlOf('postgres'), peer)).toEqual([null]);
  const abandoned = join(dataDir, 'postgres', '.s.PGSQL.1');
  writeFileSync(abandoned, '');
  await running?.stop();
  await start();
  expect(existsSync(abandoned)).toBe(false);
  await running?.stop();
  expect(readdirSync(join(dataDir, 'postgres')).filter(name => name.includes(String(port)))).toEqual([]);

  const far = mkdtempSync(join(tmpdir(), `palabre-${'loin'.repeat(25)}-`));
  const postgres = await startEmbeddedPostgres({ dataDir: far, durable: false });
  expect(await ask(postgres.url, peer)).toEqual(['127.0.0.1/32']);
  await postgres.stop();
  rmSync(far, { recursive: true });
});

test('an embedded database killed under a running server comes back on the same port', async () => {
  const { url, pid } = await start();
  events.length = 0;
  const before = pid();
  process.kill(before as number, 'SIGKILL');
  await vi.waitFor(() => expect(events).toEqual(['lost', 'back']));
  expect(pid()).not.toBe(before);
  expect(await ask(url, 'SELECT 1')).toEqual([1]);
});

test('a pid file whose pid was reused by another process does not prevent a start', async () => {
  const first = await start();
  const folder = join(dataDir, 'postgres');
  const pidFile = readFileSync(join(folder, 'postmaster.pid'), 'utf8');
  await first.stop();
  writeFileSync(join(folder, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));
  expect(await ask((await start()).url, 'SELECT 1')).toEqual([1]);
});

test('an interrupted first start begins again', async () => {
  const other = mkdtempSync(join(tmpdir(), 'palabre-embedded-'));
  mkdirSync(join(other, 'postgres.new'));
  writeFileSync(join(other, 'postgres.new', 'PG_VERSION'), '18\n');
  const postgres = await startEmbeddedPostgres({ dataDir: other, durable: false });
  expect(await ask(postgres.url, 'SELECT 1')).toEqual([1]);
  await postgres.stop();
  expect(existsSync(join(other, 'postgres.new'))).toBe(false);
  rmSync(other, { recursive: true });
});

test('a folder that is no database, or of another version, is refused and left as it is', async () => {
  const other = mkdtempSync(join(tmpdir(), 'palabre-embedded-'));
  mkdirSync(join(other, 'postgres'));
  writeFileSync(join(other, 'postgres-password'), 'x');
  await expect(startEmbeddedPostgres({ dataDir: other })).rejects.toThrow(/n'est pas une base de données/);
  writeFileSync(join(other, 'postgres', 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir: other })).rejects.toThrow(/est de PostgreSQL 17/);
  rmSync(other, { recursive: true });
});

test('symbolic links that npm did not create are created', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-links-'));
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  restoreLinks(folder);
  restoreLinks(folder);
  expect(readlinkSync(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  // A package that names no links, as on some systems, has none to create.
  rmSync(join(folder, 'native', 'pg-symlinks.json'));
  restoreLinks(folder);
  rmSync(folder, { recursive: true });
});
