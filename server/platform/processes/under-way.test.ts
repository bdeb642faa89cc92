import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { api } from '@palabre/common/contract/index.ts';
import { patienceMs } from '@palabre/common/test/patience.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { placesBehind } from '../../features/reading/search/indexer.store.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { come } from '../../test/talk.ts';
import { gather } from '../../test/team.ts';
import { post } from '../../test/world.ts';
import { drainWithin } from './drain.ts';

/** Has whoever reads this table wait. */
const hold = (palabre: Palabre, table: string) => holdLock(palabre, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);

/** Everything that is logged as wrong. */
function listen({ services: { logger } }: Palabre): unknown[] {
  const said: unknown[] = [];
  for (const level of ['warn', 'error', 'fatal'] as const)
    vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void said.push(line));
  return said;
}

/** Ends the server up to where it takes nobody any more, and goes on for as long as a few words with the database take. */
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

/** Somebody in a channel in which there is a message. */
async function oneInAChannel(): Promise<{ palabre: Palabre; camille: Person; karim: Person; channelId: string }> {
  const palabre = await startPalabre();
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const { welcome } = await gather(camille, karim);
  await post(camille, welcome, 'un');
  // What the search does of it a moment later would wait for the tables that are held, and the end of the server for it.
  await vi.waitUntil(async () => (await placesBehind(palabre.services.database.pool)).length === 0);
  return { palabre, camille, karim, channelId: welcome._id };
}

it('what a client asked for before it hung up is done whole, although the server is told to end meanwhile', async () => {
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

it('a socket that is being let in keeps the database until it has been judged', async () => {
  const { palabre, karim } = await oneInAChannel();
  // Its session has not been read yet: that is asked for first, and its rooms after that.
  const elsewhere = await karim.elsewhere();
  const held = await hold(palabre, 'users');
  const said = listen(palabre);
  // It hears nothing of it: its connection is gone by then.
  elsewhere.connect().catch(() => {});
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  const { stopped } = await beginToStop(palabre, held);
  await held.query('ROLLBACK');
  await stopped;
  expect(said).toEqual([]);
});

it('so do those who write, each behind the other', async () => {
  const { palabre, camille, karim, channelId } = await oneInAChannel();
  const [first, second] = [await come(camille), await come(karim)];
  const held = await hold(palabre, 'channels');
  const said = listen(palabre);
  first.socket.emit('typing', { channelId, conversationId: null });
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  second.socket.emit('typing', { channelId, conversationId: null });
  // What a socket says is heard in its order.
  expect(await second.setStatus('busy')).toEqual({ status: 'busy' });
  const { stopped } = await beginToStop(palabre, held);
  await held.query('ROLLBACK');
  await stopped;
  expect(said).toEqual([]);
});

it('a connection that is kept open for a next request does not hold the end back, once the one on its way is answered', async () => {
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
  expect(await drainWithin(patienceMs, stopped)).toBe(true);
});
