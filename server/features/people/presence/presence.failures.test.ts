import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PalabreSocket } from '../../../platform/realtime/socket.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { keepLog, linesOf, logOf } from '../../../test/log.ts';
import { come } from '../../../test/people/talk.ts';
import { createPresence, usualTimes } from './presence.ts';

const palabre = await startPalabre();
const { kysely: db } = palabre.services.database;
const actorOf = ({ id }: Person) => ({
  ...{ userId: id, sid: id, admin: false, societyId: null, guestUntilMs: null, needsTwoStep: false },
});
const statusOf = async ({ id }: Person) =>
  (await db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

test('A chosen status that the database does not keep is refused to its person, who keeps the earlier one', async () => {
  const person = await palabre.register();
  const ears = await come(person);
  const lines = logOf(palabre);
  await sql`ALTER TABLE users ADD CONSTRAINT away CHECK (chosen_status <> 'busy') NOT VALID`.execute(db);
  expect(await ears.setStatus('busy')).toMatchObject({ code: 'unavailable' });
  expect(linesOf(lines, 'setStatus failed')).toMatchObject([{ level: 50, err: { code: '23514' } }]);
  await sql`ALTER TABLE users DROP CONSTRAINT away`.execute(db);
  expect(await statusOf(person)).toBe('online');
  expect(await ears.setStatus('busy')).toEqual({ status: 'busy' });
});

test('A person whom the database does not show as they come is shown by the next flush', async () => {
  const person = await palabre.register();
  const { logger, lines } = keepLog();
  const times = { ...usualTimes, flushMs: 5 };
  const presence = await createPresence(palabre.services, logger, false, times);
  await sql`ALTER TABLE users ADD CONSTRAINT offline CHECK (status <> 'online') NOT VALID`.execute(db);
  presence.connected(actorOf(person), {} as PalabreSocket);
  await vi.waitUntil(() => lines.length > 0);
  expect(lines[0]).toMatchObject({ level: 40, msg: 'presence: not written, tried again', err: { code: '23514' } });
  await sql`ALTER TABLE users DROP CONSTRAINT offline`.execute(db);
  await expect.poll(() => statusOf(person), { timeout: eventWaitTimeoutMs }).toBe('online');
  await presence.close();
});

test('A person who shares no place with anybody sees themself online', async () => {
  const person = await palabre.register();
  const ears = await person.connect();
  expect(await ears.next('userUpdate')).toMatchObject({ _id: person.id, status: 'online' });
});

test('A person who comes just after another is shown by the next flush, with those who come meanwhile', async () => {
  const [first, second] = [await palabre.register(), await palabre.register()];
  const sendTogether = vi.fn();
  const services = { ...palabre.services, broadcaster: { ...palabre.services.broadcaster, sendTogether } };
  // The next flush is tomorrow.
  const times = { ...usualTimes, flushMs: 86_400_000 };
  const presence = await createPresence(services, { warn: vi.fn() } as unknown as Logger, false, times);
  onTestFinished(() => presence.close());
  const delays = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => delays.mockRestore());
  presence.connected(actorOf(first), {} as PalabreSocket);
  expect(delays.mock.calls.map(([, ms]) => ms)).toEqual([0]);
  await vi.waitUntil(() => sendTogether.mock.calls.length > 0);
  await new Promise(setImmediate);
  delays.mockClear();
  presence.connected(actorOf(second), {} as PalabreSocket);
  expect(delays.mock.calls.map(([, ms]) => ms)).toEqual([times.flushMs]);
});

test('A change of presence waits while as many writes to sockets as may be have just been made, and the latest is told', async () => {
  const person = await palabre.register();
  const sendTogether = vi.fn();
  const services = { ...palabre.services, broadcaster: { ...palabre.services.broadcaster, sendTogether } };
  // One write a second: with one person there, changes are told once a second.
  const times = { ...usualTimes, flushMs: 5, writesPerSecond: 1 };
  const real = performance.now.bind(performance);
  let aheadMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() * 1e-6 + aheadMs);
  onTestFinished(() => clock.mockRestore());
  const presence = await createPresence(services, { warn: vi.fn() } as unknown as Logger, false, times);
  onTestFinished(() => presence.close());
  presence.connected(actorOf(person), {} as PalabreSocket);
  await vi.waitUntil(() => sendTogether.mock.calls.length > 0);
  // Each status is kept by a flush of its own, which begins once the flush before has told what it may.
  for (const status of ['busy', 'away', 'busy'] as const) await presence.setStatus(actorOf(person), status);
  expect(sendTogether).toHaveBeenCalledOnce();
  aheadMs += 1_000;
  await vi.waitUntil(() => sendTogether.mock.calls.length > 1);
  expect(sendTogether.mock.calls[1]?.[0]).toMatchObject([{ payload: { _id: person.id, status: 'busy' } }]);
});

test('A status that is chosen as the server closes is kept, and its person told so', async () => {
  const person = await palabre.register();
  // Nothing is written before the close.
  const times = { ...usualTimes, flushMs: 86_400_000 };
  const presence = await createPresence(palabre.services, { warn: vi.fn() } as unknown as Logger, false, times);
  const told = vi.fn();
  void presence.setStatus(actorOf(person), 'busy').then(told);
  await presence.close();
  const chosen = db.selectFrom('users').select('chosen_status').where('id', '=', person.id);
  expect(await chosen.executeTakeFirstOrThrow()).toEqual({ chosen_status: 'busy' });
  expect(told).toHaveBeenCalledOnce();
});

test('A server that stops ends its presence and its service of breached passwords', async () => {
  const other = await startPalabre();
  const { presence, breachedPasswords } = other.services;
  const ends = [vi.spyOn(presence, 'close'), vi.spyOn(breachedPasswords, 'close')];
  await other.stop();
  for (const end of ends) expect(end).toHaveBeenCalledOnce();
});

test('A process that the database has failed lets the others say first that they live', async () => {
  const person = await palabre.register();
  const { logger, lines } = keepLog();
  const beatMs = 86_400_000;
  const times = { ...usualTimes, offlineAfterMs: 60_000, sweepMs: 5, flushMs: 5, beatMs };
  const start = () => createPresence(palabre.services, logger, true, times);
  const intervals = vi.spyOn(globalThis, 'setInterval');
  const one = await start();
  const beat = intervals.mock.calls.find(([, ms]) => ms === beatMs)?.[0] as () => void;
  intervals.mockRestore();
  const first = (await sql<{ id: string }>`SELECT id FROM processes`.execute(db)).rows[0]?.id;
  const other = await start();
  onTestFinished(() => other.close());
  other.connected(actorOf(person), {} as PalabreSocket);
  await vi.waitFor(async () => expect(await statusOf(person)).toBe('online'));

  const told = async () => {
    const before = await sql<{ at: Date }>`
      UPDATE processes SET seen_at = now() - interval '5 seconds' WHERE id = ${first} RETURNING now() AS at`.execute(
      db,
    );
    beat();
    await vi.waitFor(async () => {
      const { rows } = await sql`
        SELECT FROM processes WHERE id = ${first} AND seen_at >= ${before.rows[0]?.at}`.execute(db);
      expect(rows).toHaveLength(1);
    });
  };
  await told();
  await told();
  await sql`ALTER TABLE processes RENAME TO elsewhere`.execute(db);
  beat();
  const msg = 'presence: this process could not say that it lives';
  await vi.waitFor(() => expect(linesOf(lines, msg)[0]).toMatchObject({ level: 40, err: { code: '42P01' } }));
  await sql`ALTER TABLE elsewhere RENAME TO processes`.execute(db);
  // The other has not been heard meanwhile either.
  await sql`UPDATE processes SET seen_at = now() - interval '1 hour' WHERE id <> ${first}`.execute(db);
  beat();
  await one.close();
  expect(await statusOf(person)).toBe('online');
});

test('A status left by a crash is offline once a process starts, among several too', async () => {
  const person = await palabre.register();
  await db.updateTable('users').set({ status: 'busy' }).where('id', '=', person.id).execute();
  const presence = await createPresence(palabre.services, { warn: vi.fn() } as unknown as Logger, true, usualTimes);
  onTestFinished(() => presence.close());
  expect(await statusOf(person)).toBe('offline');
});

test('A person who chooses a status touches a device: they are away no more', async () => {
  const person = await palabre.register();
  let time = Date.now();
  const times = { ...usualTimes, offlineAfterMs: 86_400_000, sweepMs: 5, flushMs: 5, now: () => time };
  const presence = await createPresence(palabre.services, { warn: vi.fn() } as unknown as Logger, false, times);
  onTestFinished(() => presence.close());
  presence.connected(actorOf(person), {} as PalabreSocket);
  await expect.poll(() => statusOf(person), { timeout: eventWaitTimeoutMs }).toBe('online');
  time += times.awayAfterMs;
  await expect.poll(() => statusOf(person), { timeout: eventWaitTimeoutMs }).toBe('away');
  await presence.setStatus(actorOf(person), 'online');
  await expect.poll(() => statusOf(person), { timeout: eventWaitTimeoutMs }).toBe('online');
});
