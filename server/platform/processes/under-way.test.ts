import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { placesBehind } from '../../features/reading/search/indexer.store.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { come } from '../../test/people/talk.ts';
import { gather } from '../../test/people/team.ts';
import { post } from '../../test/people/world.ts';
import { drainWithin } from './drain.ts';
import { UnderWay } from './under-way.ts';

/** Makes every reader of this table wait. */
const hold = (palabre: Palabre, table: string) => holdLock(palabre, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);

/** Collects the warnings and errors that are logged. */
function listen({ services: { logger } }: Palabre): unknown[] {
  const said: unknown[] = [];
  for (const level of ['warn', 'error', 'fatal'] as const)
    vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void said.push(line));
  return said;
}

/** Stops the server until it accepts no connection, then waits for the time of a few queries. */
async function beginToStop(
  palabre: Palabre,
  held: Awaited<ReturnType<typeof hold>>,
): Promise<{ stopped: Promise<void> }> {
  const stopped = palabre.stop();
  await vi.waitUntil(() =>
    fetch(`${palabre.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  const { pool } = palabre.services.database;
  for (let words = 0; words < 100 && !pool.ending; words += 1) await held.query('SELECT');
  return { stopped };
}

/** Starts a server with two people in a channel with one message. */
async function oneInAChannel(): Promise<{ palabre: Palabre; camille: Person; karim: Person; channelId: string }> {
  const palabre = await startPalabre();
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const { welcome } = await gather(camille, karim);
  await post(camille, welcome, 'un');
  // The search indexer would wait for the locked tables, and the end of the server for the indexer.
  await vi.waitUntil(async () => (await placesBehind(palabre.services.database.pool)).length === 0);
  return { palabre, camille, karim, channelId: welcome._id };
}

it('a request whose client hung up is completed, although the server stops meanwhile', async () => {
  const { palabre, karim, channelId } = await oneInAChannel();
  const held = await hold(palabre, 'channels');
  const said = listen(palabre);
  const page = new AbortController();
  const asked = fetch(`${palabre.url}/api${api.unread.mark.path}`, {
    method: api.unread.mark.method,
    headers: { authorization: `Bearer ${karim.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channelId, position: 1 }),
    signal: page.signal,
  });
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  page.abort();
  await expect(asked).rejects.toThrow();
  const { stopped } = await beginToStop(palabre, held);
  await held.query('ROLLBACK');
  await stopped;
  expect(said).toEqual([]);
  const { rows } = await held.query('SELECT position FROM read_pointers WHERE user_id = $1', [karim.id]);
  expect(rows).toEqual([{ position: 1 }]);
});

it('a handshake under way keeps the database open until it is judged', async () => {
  const { palabre, karim } = await oneInAChannel();
  // Its session is not cached yet: the handshake reads it first, then its rooms.
  const elsewhere = await karim.elsewhere();
  const held = await hold(palabre, 'users');
  const said = listen(palabre);
  // The client hears nothing: its connection is gone by then.
  elsewhere.connect().catch(() => {});
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  const { stopped } = await beginToStop(palabre, held);
  await held.query('ROLLBACK');
  await stopped;
  expect(said).toEqual([]);
});

it('typing messages under way keep the database open, each behind the other', async () => {
  const { palabre, camille, karim, channelId } = await oneInAChannel();
  const [first, second] = [await come(camille), await come(karim)];
  const held = await hold(palabre, 'channels');
  const said = listen(palabre);
  first.socket.emit('typing', { channelId, conversationId: null });
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  second.socket.emit('typing', { channelId, conversationId: null });
  // A socket's events are handled in order; a change of status would read its audience from the locked table.
  expect(await second.setStatus('online')).toEqual({ status: 'online' });
  const { stopped } = await beginToStop(palabre, held);
  await held.query('ROLLBACK');
  await stopped;
  expect(said).toEqual([]);
});

it('a keep-alive connection does not delay the stop, once its request is answered', async () => {
  const { palabre, karim } = await oneInAChannel();
  const held = await hold(palabre, 'channels');
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const asking = request(`${palabre.url}/api${api.channels.list.path}`, {
    agent,
    headers: { authorization: `Bearer ${karim.token}` },
  }).end();
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  const { stopped } = await beginToStop(palabre, held);
  await held.query('ROLLBACK');
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(200);
  expect(await drainWithin(waitTimeoutMs, stopped)).toBe(true);
});

it('work that begins once the stop has waited for the rest is refused, since its database is about to close', async () => {
  const underWay = new UnderWay();
  let finish = () => {};
  const running = underWay.run(() => new Promise<void>(resolve => (finish = resolve)));
  const ended = underWay.end();
  expect(underWay.run(() => 'meanwhile')).toBe('meanwhile');
  finish();
  await Promise.all([running, ended]);
  expect(() => underWay.run(() => 'late')).toThrow(expect.objectContaining({ code: 'unavailable' }));
});
