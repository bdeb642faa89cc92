import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { io } from 'socket.io-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parentOf } from '../../server/platform/processes/running.ts';
import { Client } from '../../server/test/client.ts';
import { headOf, speakTo } from '../../server/test/floods/bare.ts';
import { Listener, openSocket } from '../../server/test/listener.ts';
import { measuresOf } from '../../server/test/measures.ts';
import { findRedis, TestRedis } from '../../server/test/outside/redis.ts';
import type { Launched } from '../launch.ts';
import { Running, start, until, untilReady, usedDataFolder } from './palabre.ts';
import { demandNothingLost, gatherWriters, lastSeq } from './under-load.ts';
import { Watcher } from './watcher.ts';
import { Writers } from './writers.ts';

/** Starts workers on one Redis and one PostgreSQL. */
async function startWorkers(count: number, variables: Record<string, string> = {}) {
  const redis = await TestRedis.start();
  onTestFinished(() => redis.stop());
  const given = { WORKERS: String(count), REDIS_URL: redis.url, RATE_LIMITS: 'off', ...variables };
  return { redis, palabre: await start(usedDataFolder(), given).ready() };
}

/** Lists the workers that run now. */
function workersOf({ pid }: Launched): Running[] {
  const isWorker = (candidate: number): boolean => {
    try {
      const command = readFileSync(`/proc/${candidate}/cmdline`, 'utf8');
      return command.includes('worker.js') && parentOf(candidate) === pid;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .map(Number)
    .filter(candidate => candidate > 0 && isWorker(candidate))
    .map(candidate => new Running(candidate));
}

/** Returns the number of the worker that has a socket. */
const workerOf = ({ socket }: Listener): string => socket.io.engine.id.split('.')[0] ?? '';

/** Opens sockets of one person until each worker has one. */
async function onEach(url: string, token: string, count: number): Promise<Listener[]> {
  const ears = new Map<string, Listener>();
  while (ears.size < count) {
    const listener = await openSocket(url, token, async () => '');
    if (ears.has(workerOf(listener))) listener.close();
    else ears.set(workerOf(listener), listener);
  }
  onTestFinished(() => {
    for (const listener of ears.values()) listener.close();
  });
  return [...ears.values()];
}

/** Opens a socket that polls: each of its requests is taken by whichever worker comes next. */
async function openPolling(url: string, token: string): Promise<Listener> {
  const socket = io(url, { auth: { token }, transports: ['polling'], reconnection: false, forceNew: true });
  onTestFinished(() => void socket.close());
  const listener = new Listener(socket, async () => '');
  await until('a connection by polling', () => socket.connected);
  return listener;
}

/** Keeps a watcher connected, as a page does; returns a function that ends it. */
function keepConnected(watcher: Watcher, url: string): () => Promise<void> {
  let running = true;
  const keeping = (async () => {
    while (running) {
      if (watcher.closed !== undefined) await watcher.connect(url).catch(() => watcher.close());
      await wait(50);
    }
  })();
  return async () => {
    running = false;
    await keeping;
    watcher.close();
  };
}

describe.skipIf(!findRedis())('several workers (skipped without redis-server)', () => {
  test('Four workers behind one port hear what each posts, take rights at once, let people poll, are measured together, and end with the process that started them', async () => {
    const count = 4;
    const { redis, palabre } = await startWorkers(count);
    const { url } = palabre;
    const { tokens, workspaceId, channelIds } = await gatherWriters(url);
    const [channelId = ''] = channelIds;
    const [owner, karim] = tokens.map(token => new Client(url, token)) as [Client, Client];
    const ears = await onEach(url, tokens[0] ?? '', count);
    const karims = await onEach(url, tokens[1] ?? '', count);
    const polling = await openPolling(url, tokens[0] ?? '');

    // Requests at once are on connections of their own, which the workers take in turn.
    const texts = Array.from({ length: 3 * count }, (_, n) => `message ${n}`);
    const posts = await Promise.all(
      texts.map((content, n) => (n % 2 ? owner : karim).ok(api.messages.send, { body: { channelId, content } })),
    );
    for (const { message } of posts) {
      for (const each of [...ears, ...karims, polling]) await each.next('newMessage', ({ _id }) => _id === message._id);
    }
    for (const each of ears) expect(each.all('newMessage')).toHaveLength(posts.length);

    const found = await measuresOf(url);
    expect(found).toMatchObject({
      ...{ palabre_processes: count, palabre_redis_up: 1, palabre_sockets: 2 * count + 1 },
      ...{ palabre_posts_total: posts.length, 'palabre_jobs_given_up{task="mail.send"}': 0 },
    });
    // A value that all workers share is reported once.
    const { bavail, bsize } = statfsSync(palabre.dataDir);
    expect(found.palabre_disk_free_bytes).toBeLessThan(2 * bavail * bsize);
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', workers: 'ok', redis: 'ok' });

    const { user } = await karim.ok(api.users.me);
    const params = { id: workspaceId };
    const hearsNothing = async () => {
      const body = { channelId, content: 'sans Karim' };
      const sent = await Promise.all(texts.map(() => owner.ok(api.messages.send, { body })));
      const ids = new Set(sent.map(({ message }) => message._id));
      const heardOf = (each: Listener) => each.all('newMessage', ({ _id }) => ids.has(_id));
      // Without Redis, the people of the worker that took it hear each alone.
      await until('each heard', () => new Set(ears.flatMap(heardOf).map(({ _id }) => _id)).size === ids.size);
      // A socket's answer comes after its earlier events.
      for (const each of karims) await each.setStatus('busy');
      return karims.every(each => heardOf(each).length === 0);
    };
    await owner.ok(api.members.kick, { params, body: { userId: user._id } });
    expect(await hearsNothing()).toBe(true);

    // Without Redis, each worker reads rights again from the database twice a second.
    await karim.ok(api.workspaces.join, { params });
    redis.pause();
    await expect.poll(() => palabre.status('/readyz')).toBe(503);
    await owner.ok(api.members.kick, { params, body: { userId: user._id } });
    await expect.poll(async () => (await measuresOf(url)).palabre_redis_up).toBe(0);
    await vi.waitFor(async () => expect(await hearsNothing()).toBe(true), waitTimeoutMs);
    redis.resume();
    await untilReady(palabre);
    expect(await hearsNothing()).toBe(true);

    const workers = workersOf(palabre);
    expect(workers).toHaveLength(count);
    palabre.kill('SIGKILL');
    expect(await palabre.end()).toBe('SIGKILL');
    for (const one of workers) await one.ended();
  });

  test('A worker that is killed or frozen, and a Redis that is paused, killed or flushed, lose no message; SIGTERM drains all', async () => {
    const { redis, palabre } = await startWorkers(2, { LOG_LEVEL: 'info' });
    const { url } = palabre;
    const { tokens, channelIds } = await gatherWriters(url);
    const watchers = tokens.map(token => new Watcher(token, channelIds));
    for (const watcher of watchers) await watcher.connect(url);
    const ends = watchers.map(watcher => keepConnected(watcher, url));
    const writers = new Writers(() => url, tokens, channelIds);
    const deaths = () => palabre.errors.split('another process has died').length - 1;
    // Connections to a killed or frozen worker, and the next connection given to it, hang: they are given up.
    const look = () => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);

    await writers.more(100);
    const [killed, frozen] = workersOf(palabre);
    killed?.kill('SIGKILL');
    // A look while a worker is started does not keep the log from naming another dead worker, below.
    await vi.waitFor(async () => {
      await look();
      expect(deaths()).toBe(1);
    }, waitTimeoutMs);
    await untilReady(palabre);
    expect(await measuresOf(url)).toMatchObject({ palabre_worker_crashes: 1 });
    await writers.more(100);

    frozen?.kill('SIGSTOP');
    await until('it counted as dead', () => deaths() === 2);
    const named = new RegExp(`"worker":\\d,"pid":${frozen?.pid},"msg":"a worker does not answer"`);
    await vi.waitFor(async () => {
      await Promise.all([look(), look()]);
      expect(palabre.errors).toMatch(named);
    }, waitTimeoutMs);
    frozen?.kill('SIGCONT');
    await untilReady(palabre);
    await writers.more(100);

    redis.pause();
    await expect.poll(() => palabre.status('/readyz')).toBe(503);
    await writers.more(50);
    redis.resume();
    await untilReady(palabre);

    await redis.kill();
    await writers.more(50);
    await redis.start();
    await untilReady(palabre);
    await redis.flush();
    await writers.more(50);

    const acknowledged = await writers.stop();
    await until('all seen by all', () =>
      watchers.every(watcher => channelIds.every(id => watcher.known(id) === lastSeq(acknowledged, id))),
    );
    for (const end of ends) await end();
    expect([...writers.statuses.keys()].filter(status => ![0, 200, 201, 503].includes(status))).toEqual([]);
    await demandNothingLost(new Client(url, tokens[0]), channelIds, acknowledged, watchers);
    // Events of two processes about one place may come out of order: its seq tells. A page away for long reads all.
    const faults = watchers.flatMap(watcher => watcher.faults).filter(fault => !/^(heard|reset) /.test(fault));
    expect(faults).toEqual([]);

    const workers = workersOf(palabre);
    palabre.kill('SIGTERM');
    expect(await palabre.end()).toBe(0);
    expect(workers.map(({ runs }) => runs)).toEqual([false, false]);
    expect(palabre.errors.split('"msg":"drained"')).toHaveLength(3);
  });

  test('A start that cannot be says why once, and ends with 1', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const variables = { WORKERS: '2', REDIS_URL: redis.url, S3_URL: 's3://cle:secret@127.0.0.1:9/palabre' };
    const palabre = start(usedDataFolder(), { ...variables, LOG_LEVEL: 'silent' });
    expect(await palabre.end()).toBe(1);
    expect(palabre.errors.match(/^(S3_URL|Le processus) .*/gm)).toEqual([expect.stringMatching(/^S3_URL : le seau /)]);
    expect(palabre.output).toBe('');
  });

  test('A worker sent SIGTERM or stuck is replaced; one that ends again and again ends all with a sentence', {
    timeout: 9 * waitTimeoutMs,
  }, async () => {
    const { palabre } = await startWorkers(2, { LOG_LEVEL: 'error' });
    const [first, second] = workersOf(palabre);
    const replaced = async () => {
      await until('another worker', () => workersOf(palabre).length === 2);
      await untilReady(palabre);
      expect(second?.runs).toBe(true);
    };
    first?.kill('SIGTERM');
    await first?.ended();
    await replaced();
    // A worker that was asked to end has not crashed.
    expect(await measuresOf(palabre.url)).toMatchObject({ palabre_worker_crashes: 0 });
    const stuck = workersOf(palabre).find(({ pid }) => pid !== second?.pid);
    stuck?.kill('SIGSTOP');
    // New connections go to workers in turn: the frozen worker is given one of the two and does not take it.
    const asked = await Promise.all([1, 2].map(() => speakTo(palabre, [headOf('GET', '/healthz')])));
    await vi.waitFor(() => expect(stuck?.runs).toBe(false), 3 * waitTimeoutMs);
    await until('no client waits', () => asked.every(({ said, closed }) => said() !== '' || closed()));
    expect(palabre.errors).toMatch(new RegExp(`"pid":${stuck?.pid},"msg":"a worker is stuck, and is ended"`));
    await replaced();
    expect(await measuresOf(palabre.url)).toMatchObject({ palabre_worker_crashes: 1 });
    await until('the end of all', () => {
      for (const one of workersOf(palabre)) if (one.pid !== second?.pid) one.kill('SIGKILL');
      return palabre.ended !== undefined;
    });
    expect(palabre.ended).toBe(1);
    expect(palabre.errors).toMatch(/^Le processus \d s’est arrêté 6 fois de suite à son démarrage \(SIGKILL\)/m);
    expect(second?.runs).toBe(false);
  });
});
