import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { Client } from '../../server/test/client.ts';
import { codeSentTo } from '../../server/test/outbox.ts';
import { root } from '../setup.mjs';
import { dataFolder, isRunning, start, until, usedDataFolder } from './palabre.ts';
import { settle, someone } from './someone.ts';

/** Starts a PostgreSQL that the operator runs, apart from the server. */
async function givenPostgres() {
  const given = await startEmbeddedPostgres({ dataDir: usedDataFolder() });
  onTestFinished(() => given.stop());
  return given;
}

const readyz = (url: string): Promise<unknown> =>
  fetch(`${url}/readyz`).then(
    reply => reply.json(),
    () => undefined,
  );

test.each([
  ['its own', false],
  ['a given one', true],
])('jobs go on after a restart of PostgreSQL (%s), and SIGTERM closes everything in order', async (_whose, isGiven) => {
  const dataDir = usedDataFolder();
  const given = isGiven ? await givenPostgres() : undefined;
  const palabre = await start(dataDir, {
    LOG_LEVEL: 'info',
    ...(given && { DATABASE_URL: given.url }),
  }).ready();
  const client = new Client(palabre.url);
  const { token, newUser } = await client.ok(api.users.register, { body: someone });
  const socket = io(palabre.url, { auth: { token }, transports: ['websocket'], reconnectionDelay: 60_000 });
  onTestFinished(() => void socket.close());
  const reasons: string[] = [];
  socket.on('disconnect', reason => reasons.push(reason));
  await until('connected', () => socket.connected);
  await expect.poll(() => readyz(palabre.url)).toMatchObject({ status: 'ready', reasons: [] });

  const postgres = () => given?.pid() ?? palabre.postgres;
  const before = postgres() as number;
  process.kill(before, 'SIGKILL');
  await until('end of PostgreSQL', () => !isRunning(before));
  await until('another PostgreSQL', () => postgres() !== undefined && postgres() !== before);
  // A code is made by one job, and mailed by another. Until PostgreSQL answers again, the request is refused with 503;
  // /readyz may be ready for a second more, its last look at the database.
  const body = { p_id: newUser._id, p_email: newUser.email };
  await expect.poll(async () => (await client.call(api.otp.sent, { body })).status).toBe(200);
  await expect.poll(() => readyz(palabre.url)).toMatchObject({ status: 'ready', reasons: [] });
  expect(await codeSentTo({ dataDir }, newUser.email)).toMatch(/^\d{6}$/);

  palabre.kill('SIGTERM');
  expect(await palabre.end()).toBe(0);
  await until('disconnected', () => !socket.connected);
  expect(reasons).toEqual(['transport close']);
  expect(palabre.errors).toContain('drained');
  expect(palabre.errors).not.toContain('were cut');
});

test('an account without CREATE on the database stops the start with one line that says what to grant', async () => {
  const given = await givenPostgres();
  const admin = new pg.Client(given.urlOf('postgres'));
  await admin.connect();
  await admin.query(`CREATE ROLE limited LOGIN PASSWORD 'motsecret'`);
  await admin.query('CREATE DATABASE theirs');
  await admin.end();
  const owner = new pg.Client(given.urlOf('theirs'));
  await owner.connect();
  await owner.query('GRANT ALL ON SCHEMA public TO limited');
  const url = given.urlOf('theirs').replace(/\/\/[^@]+@/, '//limited:motsecret@');
  const refused = start(dataFolder(), { DATABASE_URL: url });
  expect(await refused.end()).toBe(1);
  expect(refused.errors).toMatch(/^DATABASE_URL : [^\n]+ GRANT CREATE ON DATABASE theirs TO limited;\n$/);
  expect(refused.output + refused.errors).not.toContain('motsecret');

  await owner.query('GRANT CREATE ON DATABASE theirs TO limited');
  const first = await start(dataFolder(), { DATABASE_URL: url }).ready();
  const made = () => owner.query(`SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS made`);
  await expect.poll(async () => (await made()).rows).toEqual([{ made: true }]);
  first.kill('SIGTERM');
  await first.end();
  await owner.query('REVOKE CREATE ON DATABASE theirs FROM limited');
  await owner.end();
  const second = await start(dataFolder(), { DATABASE_URL: url }).ready();
  const client = new Client(second.url);
  const { newUser } = await client.ok(api.users.register, { body: someone });
  await client.ok(api.otp.sent, { body: { p_id: newUser._id, p_email: newUser.email } });
  expect(await codeSentTo({ dataDir: second.dataDir }, newUser.email)).toMatch(/^\d{6}$/);
});

test('a server out of descriptors logs it, refuses a file with 503, and recovers without help', async () => {
  const palabre = await start(usedDataFolder()).ready();
  const { token, channelId } = await settle(palabre.url);
  const camille = new Client(palabre.url, token);
  const post = () =>
    camille.call(api.messages.send, {
      body: { channelId },
      files: [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }],
    });
  expect((await post()).status).toBe(201);
  // Leaves a connection open for the next file: the one of a file may be closed behind it.
  await (await fetch(`${palabre.url}/healthz`)).text();

  /** Sets the limit of descriptors of the server. */
  const allow = (most: number) => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', `${palabre.pid}`, `--nofile=${most}:`], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };
  const open = new Set(readdirSync(`/proc/${palabre.pid}/fd`).map(Number));
  let lowest = 0;
  while (open.has(lowest)) lowest += 1;
  allow(lowest);
  // On the open connection: the system would close a new one.
  const refused = await post();
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  await until('what failed, in the log', () => /EMFILE[^\n]*"route"[^\n]*out of descriptors/.test(palabre.errors));
  await until('the alarm, without any request', () =>
    palabre.errors.split('\n').some(line => line.includes('out of descriptors') && !line.includes('"route"')),
  );
  allow(1024);
  await expect
    .poll(() =>
      post().then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(201);
});

/** Starts a registry that accepts connections and never answers, like a network without a way out. */
async function hangingRegistry() {
  let connections = 0;
  const server = createServer(connection => {
    connections += 1;
    connection.on('error', () => {});
    onTestFinished(() => void connection.destroy());
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/`, connections: () => connections };
}

test('a start with installed packages sends no request to the registry', async () => {
  const registry = await hangingRegistry();
  const palabre = await start(usedDataFolder(), { npm_config_registry: registry.url }).ready();
  expect(await palabre.status('/readyz')).toBe(200);
  expect(registry.connections()).toBe(0);
});

test('a start without packages or network says at once what it does, and fails with one sentence', async () => {
  const registry = await hangingRegistry();
  const project = mkdtempSync(join(tmpdir(), 'palabre-bare-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const name of ['package.json', 'package-lock.json', 'tools'])
    cpSync(join(root, name), join(project, name), { recursive: true });
  for (const name of ['common', 'server', 'web']) {
    mkdirSync(join(project, name));
    cpSync(join(root, name, 'package.json'), join(project, name, 'package.json'));
  }
  const refused = start(
    dataFolder(),
    {
      npm_config_registry: registry.url,
      npm_config_cache: join(project, 'cache'),
      npm_config_fetch_timeout: '500',
    },
    { project },
  );
  await until('what it does', () => refused.output.includes(`Installation des dépendances, depuis ${registry.host}…`));
  expect(await refused.end()).toBe(1);
  expect(registry.connections()).toBeGreaterThan(0);
  expect(refused.errors).toMatch(new RegExp(`^Le registre npm \\(${registry.host}\\) ne répond pas : [^\\n]+$`, 'm'));
});
