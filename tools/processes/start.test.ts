import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { root } from '../setup.mjs';
import {
  asPlain,
  asRoot,
  canRunAsPlain,
  dataFolder,
  plain,
  processesIn,
  Running,
  start,
  until,
  untilReady,
  usedDataFolder,
} from './palabre.ts';

test('a first start prints its URL and what it uses, and serves; the next start finds the data', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir).ready();
  for (const used of [
    /^ {2}base de données +PostgreSQL embarqué, \S+postgres$/m,
    /^ {2}fichiers +dossier \S+files$/m,
    /^ {2}e-mails +fichiers \.eml dans \S+outbox$/m,
    /^ {2}processus +un seul$/m,
  ])
    expect(first.output).toMatch(used);
  expect([await first.status('/healthz'), await first.status('/')]).toEqual([200, 200]);
  await untilReady(first);
  // Bundled into one file, the server still finds its assets.
  expect([await first.status('/api/docs'), await first.status('/api/docs/page.css')]).toEqual([200, 200]);
  const secret = readFileSync(join(dataDir, 'jwt-secret'), 'utf8');
  expect(first.output + first.errors).not.toContain(secret.trim());
  first.kill('SIGTERM');
  expect(await first.end()).toBe(0);

  const second = await start(dataDir).ready();
  await untilReady(second);
  expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(secret);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'signal %s ends the server with 0, stops PostgreSQL and releases the folder',
  async signal => {
    const dataDir = usedDataFolder();
    const running = await start(dataDir).ready();
    const postgres = new Running(running.postgres as number);
    expect(postgres.runs).toBe(true);
    running.kill(signal);
    expect(await running.end()).toBe(0);
    expect(postgres.runs).toBe(false);
    // PostgreSQL does not wait for the process that writes its log, which ends after it.
    await until('end of all of PostgreSQL', () => processesIn(dataDir).length === 0);
    expect([existsSync(join(dataDir, 'lock')), existsSync(join(dataDir, 'postgres/postmaster.pid'))]).toEqual([
      false,
      false,
    ]);
  },
);

test('a start interrupted by SIGTERM leaves no PostgreSQL', async () => {
  const dataDir = usedDataFolder();
  const running = start(dataDir);
  const postgres = new Running(await until('PostgreSQL being started', () => running.postgres));
  running.kill('SIGTERM');
  await running.end();
  await postgres.ended();
});

test('a start after SIGKILL of the server alone stops the orphan PostgreSQL and serves', async () => {
  const dataDir = usedDataFolder();
  const killed = await start(dataDir).ready();
  const orphan = new Running(killed.postgres as number);
  killed.kill('SIGKILL');
  expect(await killed.end()).toBe('SIGKILL');
  expect(orphan.runs).toBe(true);
  const next = await start(dataDir).ready();
  await untilReady(next);
  await orphan.ended();
  expect(next.postgres).not.toBe(orphan.pid);
});

test('a start after SIGKILL of everything serves', async () => {
  const dataDir = usedDataFolder();
  const killed = await start(dataDir).ready();
  const postgres = processesIn(dataDir);
  expect(postgres.length).toBeGreaterThan(1);
  killed.kill('SIGKILL');
  // The other processes may end by themselves once the first is gone.
  for (const one of postgres) one.kill('SIGKILL');
  await killed.end();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true);
  await untilReady(await start(dataDir).ready());
});

test('a start after SIGKILL of the server and of the postmaster waits for the other PostgreSQL processes to end', async () => {
  const dataDir = usedDataFolder();
  const killed = await start(dataDir).ready();
  const main = new Running(killed.postgres as number);
  killed.kill('SIGKILL');
  await killed.end();
  main.kill('SIGKILL');
  await untilReady(await start(dataDir).ready());
});

test('a server whose PostgreSQL dies stays, and recovers without help', async () => {
  const dataDir = usedDataFolder();
  const running = await start(dataDir, { RATE_LIMITS: 'off' }).ready();
  const before = running.postgres as number;
  process.kill(before, 'SIGKILL');
  await until('another PostgreSQL', () => (running.postgres ?? before) !== before);
  // Asks the database itself: /readyz may tell a look from before.
  await expect.poll(() => running.status('/api/user/email?email=personne@exemple.fr')).toBe(404);
  await untilReady(running);
  expect(running.ended).toBeUndefined();
});

test('a second server on the same folder is refused with one line, and the first is not disturbed', async () => {
  const dataDir = usedDataFolder();
  const first = await start(dataDir).ready();
  const second = start(dataDir);
  expect(await second.end()).toBe(1);
  expect(second.errors).toMatch(/^Un autre serveur Palabre \(processus \d+\) utilise déjà le dossier \S+ : [^\n]+\n$/);
  expect(second.errors).toContain(String(first.pid));
  await untilReady(first);
});

test.each([
  ['PORT', 'abc'],
  ['DATABASE_URL', 'mysql://claire:motsecret@h/b'],
  ['JWT_SECRET', 'motsecret'],
  ['DATA_DIR', join(root, 'package.json', 'data')],
])('%s=%s stops the start with one line that names the variable', async (name, value) => {
  const refused = start(dataFolder(), { [name]: value });
  expect(await refused.end()).toBe(1);
  expect(refused.errors).toMatch(new RegExp(`^${name} : [^\\n]+\\n$`));
  expect(refused.errors + refused.output).not.toContain('motsecret');
});

test('DATABASE_URL is used and migrated without an embedded database, and a refusal stops the start with one line', async () => {
  const given = await startEmbeddedPostgres({ dataDir: usedDataFolder(), durable: false });
  onTestFinished(() => given.stop());
  const client = new pg.Client(given.url);
  await client.connect();
  await client.query('CREATE DATABASE rien_encore');
  await client.end();
  const dataDir = dataFolder();
  const running = await start(dataDir, { DATABASE_URL: given.urlOf('rien_encore'), LOG_LEVEL: 'info' }).ready();
  await untilReady(running);
  expect(running.errors).toMatch(/"migrations":\["0001_[^\n]*"msg":"database migrated"/);
  expect(running.output).toContain(`PostgreSQL de 127.0.0.1:${given.port}`);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const refused = start(dataFolder(), { DATABASE_URL: given.urlOf('nulle_part') });
  expect(await refused.end()).toBe(1);
  expect(refused.errors).toMatch(/^DATABASE_URL : la base de données ne répond pas [^\n]+\n$/);
});

test('a taken port stops the start with one line, and leaves nothing running', async () => {
  const dataDir = dataFolder();
  const taken: Server = createServer();
  await new Promise<void>(done => taken.listen(0, '127.0.0.1', done));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const refused = start(dataDir, { PORT: String(port) });
  expect(await refused.end()).toBe(1);
  expect(refused.errors).toMatch(new RegExp(`^PORT : le port ${port} est déjà pris[^\\n]+\\n$`));
  expect(processesIn(dataDir)).toEqual([]);
});

test.skipIf(!canRunAsPlain)(
  'a plain account runs server and PostgreSQL itself (skipped when not root, or when it cannot read the project)',
  async () => {
    const dataDir = dataFolder();
    chownSync(dataDir, plain, plain);
    const running = await start(dataDir, { HOME: dataDir }, { as: asPlain }).ready();
    await untilReady(running);
    expect(statSync(`/proc/${running.postgres}`).uid).toBe(plain);
    running.kill('SIGTERM');
    expect(await running.end()).toBe(0);
  },
);

test.skipIf(!asRoot)('root runs PostgreSQL as another account, in a folder that only this account reads', async () => {
  const dataDir = usedDataFolder();
  const running = await start(dataDir).ready();
  expect(statSync(`/proc/${running.pid}`).uid).toBe(0);
  expect(statSync(`/proc/${running.postgres}`).uid).not.toBe(0);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
});
