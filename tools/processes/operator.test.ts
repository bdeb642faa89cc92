import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { Client } from '../../server/test/client.ts';
import { codeSentTo } from '../../server/test/outbox.ts';
import { root } from '../setup.mjs';
import { dataFolder, Running, start, until, untilReady, usedDataFolder } from './palabre.ts';
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
  const before = new Running(postgres() as number);
  before.kill('SIGKILL');
  await before.ended();
  await until('another PostgreSQL', () => (postgres() ?? before.pid) !== before.pid);
  const told = (event: string) =>
    palabre.errors.includes(`"event":"${event}","msg":"embedded PostgreSQL ended by itself"`);
  if (!isGiven) await until('a line of its end, and one of its return', () => told('lost') && told('back'));
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

  let allowed = 0;
  /** Sets the limit of descriptors of the server. */
  const allow = (most: number) => {
    if (most === allowed) return;
    allowed = most;
    const { status, stderr } = spawnSync('prlimit', ['--pid', `${palabre.pid}`, `--nofile=${most}:`], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };
  /** Allows no file descriptor beyond the open ones. */
  const allowNoMore = () => {
    const open = new Set(readdirSync(`/proc/${palabre.pid}/fd`).map(Number));
    let lowest = 0;
    while (open.has(lowest)) lowest += 1;
    allow(lowest);
  };
  // Retries when a descriptor is closed meanwhile, such as the connection of the previous file.
  const refused = await vi.waitFor(async () => {
    allow(1024);
    // Leaves a connection open for the file: the system would close a new one.
    await (await fetch(`${palabre.url}/healthz`)).text();
    allowNoMore();
    const answer = await post();
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'unavailable' }]);
    return answer;
  });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  await until('what failed, in the log', () => /EMFILE[^\n]*"route"[^\n]*out of descriptors/.test(palabre.errors));
  await vi.waitFor(() => {
    allowNoMore();
    const lines = palabre.errors.split('\n').filter(line => line.includes('out of descriptors'));
    expect(lines.filter(line => !line.includes('"route"'))).not.toEqual([]);
  });
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
  const connections: Socket[] = [];
  const server = createServer(connection => connections.push(connection.on('error', () => {})));
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    for (const connection of connections) connection.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/`, connections: () => connections.length };
}

test('a start with installed packages sends no request to the registry', async () => {
  const registry = await hangingRegistry();
  const palabre = await start(usedDataFolder(), { npm_config_registry: registry.url }).ready();
  await untilReady(palabre);
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
