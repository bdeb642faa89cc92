import { randomBytes } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { gather } from '../../../test/people/team.ts';

const palabre = await startPalabre();
const prepared = async (person: Person) => (await person.ok(api.personalData.prepared)).export;

test('A large export is made in a queue of its own, and exports of others do not wait for it', async () => {
  const [person, other] = [await palabre.register(), await palabre.register()];
  const team = await gather(person);
  const [file, size] = [newId(), 22 * 1024 * 1024];
  await palabre.services.storage.put(file, randomBytes(size));
  const files = ['un', 'deux', 'trois'].map(name => ({ _id: file, name, type: 'x/y', size }));
  await palabre.services.database.pool.query(
    `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at, files)
     VALUES ($1, $2, 1, 1, $3, '', now(), $4)`,
    [newId(), team.welcome._id, person.id, JSON.stringify(files)],
  );
  // Holds the large export once it has begun.
  const { storage } = palabre.services;
  const read = storage.read.bind(storage);
  let letGo = () => {};
  const held = new Promise<void>(resolve => (letGo = resolve));
  let begun = 0;
  storage.read = async (...asked) => {
    if (asked[0] === file && ++begun > 3) await held;
    return read(...asked);
  };
  onTestFinished(() => void Object.assign(storage, { read }));
  await person.ok(api.personalData.prepare);
  await expect.poll(() => begun).toBe(4);
  await other.ok(api.personalData.prepare);
  await expect.poll(async () => (await prepared(other))?.state).toBe('ready');
  expect((await prepared(person))?.state).toBe('making');
  letGo();
  await expect.poll(async () => (await prepared(person))?.state).toBe('ready');
  expect((await prepared(person))?.size).toBeGreaterThan(64 * 1024 * 1024);
});

test('An export that is not made after hours has failed, and one asked for since is not ended by it', async () => {
  const person = await palabre.register();
  const { storage } = palabre.services;
  const take = storage.take.bind(storage);
  const held: (() => void)[] = [];
  storage.take = async (...asked) => {
    await new Promise<void>(resolve => held.push(resolve));
    return take(...asked);
  };
  onTestFinished(() => void Object.assign(storage, { take }));
  await person.ok(api.personalData.prepare);
  await expect.poll(() => held.length).toBe(1);
  expect((await person.call(api.personalData.prepare)).body.code).toBe('export_in_progress');
  const stateAfter = async (hours: number) => {
    await palabre.services.database.pool.query(
      'UPDATE exports SET asked_at = now() - make_interval(hours => $2) WHERE user_id = $1',
      [person.id, hours],
    );
    return (await prepared(person))?.state;
  };
  expect([await stateAfter(5), await stateAfter(7)]).toEqual(['making', 'failed']);
  await person.ok(api.personalData.prepare);
  await expect.poll(() => held.length).toBe(2);
  const ears = await person.connect();
  held[0]?.();
  await jobsDone(palabre, 'personal-data.export', 1);
  expect((await prepared(person))?.state).toBe('making');
  // Neither an event nor a notification tells of it.
  await ears.none('updateExport');
  expect((await person.ok(api.notifications.list)).notifications).toEqual([]);
  held[1]?.();
  await ears.next('updateExport', told => told.export?.state === 'ready');
});

test('An export that takes more than half an hour has failed, and the log names it', async () => {
  const person = await palabre.register();
  const team = await gather(person);
  const files = [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }];
  await person.ok(api.messages.send, { body: { channelId: team.welcome._id, content: '' }, files });
  await person.ok(api.personalData.prepare);
  await expect.poll(async () => (await prepared(person))?.state).toBe('ready');
  const { rows } = await palabre.services.database.pool.query(
    `UPDATE exports SET state = 'making' WHERE user_id = $1 RETURNING id`,
    [person.id],
  );
  const [lines, ears, id] = [logOf(palabre), await person.connect(), rows[0].id];
  const { setTimeout: later } = globalThis;
  const halfAnHourMs = 30 * 60_000;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((...given: Parameters<typeof later>) =>
      later(given[0], given[1] === halfAnHourMs ? 0 : given[1], ...given.slice(2))) as never);
  onTestFinished(() => timers.mockRestore());
  // The file's bytes do not come before that time is over.
  const reading = vi.spyOn(palabre.services.storage, 'read').mockReturnValueOnce(new Promise(() => {}));
  onTestFinished(() => reading.mockRestore());
  await palabre.jobs.add('personal-data.export-large', { userId: person.id, id }, { attempts: 1 });
  await ears.next('updateExport', told => told.export?.state === 'failed');
  expect(linesOf(lines, 'export given up: it takes too long')).toMatchObject([{ level: 40, export: id }]);
});

test('A large export that fails on the way is under way until its last try, and its job says why', async () => {
  const person = await palabre.register();
  const { pool } = palabre.services.database;
  const id = newId();
  await pool.query(
    `INSERT INTO exports (user_id, id, language, state, tries, asked_at) VALUES ($1, $2, 'fr', 'making', 3, now())`,
    [person.id, id],
  );
  const receiving = vi.spyOn(palabre.services.storage.drafts, 'receive');
  onTestFinished(() => receiving.mockRestore());
  const failed = async () => {
    receiving.mockRejectedValueOnce(new Error('no room'));
    await palabre.jobs.add('personal-data.export-large', { userId: person.id, id }, { attempts: 1 });
    const why = `SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`;
    const { rows } = await vi.waitUntil(async () => {
      const found = await pool.query(why);
      return found.rows.length > 0 && found;
    });
    await pool.query('DELETE FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL');
    return [rows[0].last_error.includes('no room'), (await prepared(person))?.state];
  };
  expect([await failed(), await failed()]).toEqual([
    [true, 'making'],
    [true, 'failed'],
  ]);
});

test('An export is downloaded no more once another is asked for, its file goes with the next sweep, and one notification tells of both', async () => {
  const person = await palabre.register();
  await person.ok(api.personalData.prepare);
  await expect.poll(async () => (await prepared(person))?.state).toBe('ready');
  const url = (await prepared(person))?.url ?? '';
  const status = async () =>
    (await fetch(palabre.url + url, { headers: { authorization: `Bearer ${person.token}` } })).status;
  expect(await status()).toBe(200);
  await person.ok(api.personalData.prepare);
  expect(await status()).toBe(404);
  const [, id = ''] = /^\/api\/file\/([^/]+)/.exec(url) ?? [];
  await palabre.jobs.now('personal-data.sweep');
  await jobsDone(palabre, 'personal-data.sweep');
  await expect(palabre.services.storage.read(id)).rejects.toMatchObject({ code: 'not_found' });
  await expect.poll(async () => (await prepared(person))?.state).toBe('ready');
  const { notifications } = await person.ok(api.notifications.list);
  expect(notifications.map(({ content }) => content)).toEqual(['L’export de vos données est prêt.']);
});

test('The sweep deletes expired exports, however many there are, and those of people who are gone', async () => {
  const { pool } = palabre.services.database;
  const [kept, gone, person] = [newId(), newId(), await palabre.register()];
  await pool.query(
    `INSERT INTO files (id, owner_id, name, type, size, private_until)
     SELECT id, owner_id, 'palabre.zip', 'application/zip', 1, now() + interval '1 hour'
     FROM unnest($1::uuid[], $2::uuid[]) AS given(id, owner_id)`,
    [
      [kept, gone],
      [person.id, newId()],
    ],
  );
  await pool.query(
    `INSERT INTO files (id, name, type, size, private_until)
     SELECT gen_random_uuid(), 'palabre.zip', 'application/zip', 1, now() - interval '1 second' FROM generate_series(1, 201)`,
  );
  await palabre.jobs.now('personal-data.sweep');
  await jobsDone(palabre, 'personal-data.sweep');
  expect((await pool.query('SELECT FROM files WHERE private_until < now()')).rows).toHaveLength(0);
  const { rows } = await pool.query('SELECT id FROM files WHERE id = ANY($1)', [[kept, gone]]);
  expect(rows).toEqual([{ id: kept }]);
});
