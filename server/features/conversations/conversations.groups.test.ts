import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrationsFolder } from '../../platform/paths.ts';
import { migrate } from '../../platform/postgres/migrate.ts';
import { type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { hostGuest } from '../../test/people/guests.ts';
import { come, listed, talk, write } from '../../test/people/talk.ts';

const palabre = await startPalabre();
const four = async () =>
  (await Promise.all(['Camille', 'Karim', 'Léonie', 'Yann'].map(firstName => palabre.register({ firstName })))) as [
    Person,
    Person,
    Person,
    Person,
  ];

const params = ({ _id: id }: { _id: string }) => ({ params: { id } });
const leave = (person: Person, group: { _id: string }) => person.ok(api.conversations.leave, params(group));
const add = (person: Person, group: { _id: string }, ...users: Person[]) =>
  person.call(api.conversations.add, { ...params(group), body: { users: users.map(({ id }) => id) } });
const ids = ({ users }: { users: readonly { _id: string }[] }) => users.map(({ _id }) => _id);

describe('a group with two people left', () => {
  test('stays a group: the direct conversation that one of them begins is another one', async () => {
    const [camille, karim, leonie] = await four();
    const group = await talk(camille, karim, leonie);
    await write(leonie, group, 'Entre nous trois');
    const hers = await come(camille);
    await leave(leonie, group);
    expect(await hers.next('updateConversation')).toMatchObject({ _id: group._id, isGroup: true });
    const direct = await talk(karim, camille);
    expect([direct._id === group._id, direct.isGroup, direct.lastMessage]).toEqual([false, false, null]);
    expect((await talk(camille, karim))._id).toBe(direct._id);
    expect((await listed(camille)).map(one => [one._id, one.isGroup])).toEqual([
      [direct._id, false],
      [group._id, true],
    ]);
  });

  test('stays a group when the third account was deleted', async () => {
    const [camille, karim, leonie] = await four();
    const group = await talk(camille, karim, leonie);
    await leonie.ok(api.accounts.remove, { params: { id: leonie.id } });
    expect((await camille.ok(api.conversations.one, params(group))).conversation.isGroup).toBe(true);
    expect((await talk(karim, camille))._id).not.toBe(group._id);
  });

  test('grows again, and comes back to the list of a person who had hidden it', async () => {
    const [camille, karim, leonie, yann] = await four();
    const group = await talk(camille, karim, leonie);
    await leave(leonie, group);
    // Another one that they hid stays hidden.
    for (const hidden of [group, await talk(karim, leonie)]) await karim.ok(api.conversations.remove, params(hidden));
    expect(await listed(karim)).toEqual([]);
    const his = await come(karim);
    // Adding a person who is already there changes nothing: the hidden conversation stays hidden.
    const again = await add(camille, group, karim);
    expect([again.status, ids(again.body.conversation), await listed(karim)]).toEqual([
      200,
      [camille.id, karim.id],
      [],
    ]);
    const { status, body } = await add(camille, group, yann);
    expect([status, ids(body.conversation)]).toEqual([200, [camille.id, karim.id, yann.id]]);
    expect(await his.next('updateConversation')).toEqual(body.conversation);
    expect(await listed(karim)).toEqual([body.conversation]);
    expect((await leave(karim, group)).message).toBe('Vous avez quitté la conversation.');
  });

  test('refuses a title and a departure while it has two people', async () => {
    const [camille, karim, leonie] = await four();
    const group = await talk(camille, karim, leonie);
    await leave(leonie, group);
    const renamed = await camille.call(api.conversations.rename, { ...params(group), body: { title: 'Nous' } });
    const left = await karim.call(api.conversations.leave, params(group));
    for (const { status, body } of [renamed, left]) {
      expect([status, body.code]).toEqual([409, 'conversation_of_two']);
    }
  });
});

test('A group whose maker departs is passed to the oldest of those whose account is open; one that its maker left, of another maker, of two, or of suspended people, is not', async () => {
  const [camille, karim, leonie, yann] = await four();
  const administrator = await palabre.register();
  await palabre.makeAdministrator(administrator);
  const [group, left] = [await talk(camille, karim, leonie, yann), await talk(camille, karim, leonie, yann)];
  await leave(camille, left);
  const [pair, theirs] = [await talk(camille, leonie), await talk(leonie, camille, yann)];
  const shut = await palabre.register();
  const alone = await talk(camille, karim, shut);
  const heir = group.users.map(({ _id }) => _id).filter(id => id !== camille.id && id !== karim.id)[0];
  for (const { id } of [karim, shut]) await administrator.ok(api.administration.suspend, { params: { id } });
  const of = { id: camille.id };
  expect((await administrator.ok(api.administration.departure, { params: of })).departure.groups).toBe(1);
  await administrator.ok(api.administration.depart, { params: of, body: { heirId: administrator.id } });
  const makers = await Promise.all(
    [group, left, pair, theirs].map(
      async one => (await leonie.ok(api.conversations.one, params(one))).conversation.creator,
    ),
  );
  expect(makers).toEqual([heir, camille.id, camille.id, leonie.id]);
  const { rows } = await palabre.services.database.pool.query('SELECT creator_id FROM conversations WHERE id = $1', [
    alone._id,
  ]);
  expect(rows).toEqual([{ creator_id: camille.id }]);
});

test('A group takes a guest from who shares a channel with them alone, and says who of its people is one, or is suspended', async () => {
  const [camille, karim, leonie, yann] = await four();
  const { guest } = await hostGuest(palabre, camille, karim);
  const group = await talk(leonie, camille, yann);
  const apart = await add(leonie, group, guest);
  expect([apart.status, apart.body.code]).toEqual([403, 'guest_apart']);
  expect((await add(camille, group, guest)).status).toBe(200);
  const administrator = await palabre.register();
  await palabre.makeAdministrator(administrator);
  await administrator.ok(api.administration.suspend, { params: { id: yann.id } });
  const avatar = '/api/file/018f0000-0000-7000-8000-00000000beef/image.webp';
  await palabre.services.database.pool.query('UPDATE users SET avatar = $1', [avatar]);
  const { users } = (await leonie.ok(api.conversations.one, params(group))).conversation;
  for (const { user } of [leonie, camille, yann, guest]) {
    const { _id, firstName, lastName } = user;
    expect(users).toContainEqual(expect.objectContaining({ _id, firstName, lastName, avatar, status: 'offline' }));
  }
  expect(Object.fromEntries(users.map(one => [one._id, [one.guest, one.suspended]]))).toEqual({
    [leonie.id]: [undefined, undefined],
    [camille.id]: [undefined, undefined],
    [yann.id]: [undefined, true],
    [guest.id]: [true, undefined],
  });
});

test('A group of three that two people leave at the same time, in two processes, keeps two', async () => {
  const [camille, karim, leonie] = await four();
  const group = await talk(camille, karim, leonie);
  const other = await holdLock(palabre, 'SELECT FROM conversations WHERE id = $1 FOR NO KEY UPDATE', [group._id]);
  const second = karim.call(api.conversations.leave, params(group));
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1, { timeout: eventWaitTimeoutMs });
  const leaving = 'DELETE FROM conversation_users WHERE conversation_id = $1 AND user_id = $2';
  await other.query(leaving, [group._id, leonie.id]);
  await other.query('COMMIT');
  expect((await second).body.code).toBe('conversation_of_two');
  expect((await listed(camille))[0]?.users).toHaveLength(2);
});

test('a conversation of two that an earlier version made direct is a group again where others had been in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-before-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = readdirSync(migrationsFolder).filter(name => name.endsWith('.sql') && name < '0030');
  for (const name of before) copyFileSync(join(migrationsFolder, name), join(folder, name));
  const url = await testDatabase({ empty: true });
  await migrate(url, folder);
  const pool = testPool(url, 1);
  const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const people = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  await pool.query(
    people
      .map(n => `INSERT INTO users (id, first_name, last_name, email) VALUES ('${id(n)}', '${n}', '', '${n}@x.fr');`)
      .join('\n'),
  );
  const made = async (
    n: number,
    creator: number | null,
    there: number[],
    { title = '', paired = there.length === 2 } = {},
  ) => {
    await pool.query(`INSERT INTO places (id, kind, room, seq) VALUES ('${id(n)}', 'conversation', '${n}', 1)`);
    await pool.query('INSERT INTO conversations (id, title, creator_id) VALUES ($1, $2, $3)', [
      id(n),
      title || null,
      creator && id(creator),
    ]);
    for (const one of there) await pool.query('INSERT INTO conversation_users VALUES ($1, $2)', [id(n), id(one)]);
    if (paired) await pool.query('INSERT INTO conversation_pairs VALUES ($1, $2, $3)', [...there.map(id), id(n)]);
  };
  await made(11, 1, [1, 2]);
  await made(12, 1, [1, 2, 3]);
  await made(13, 1, [1, 3]);
  await made(14, 4, [1, 4], { title: 'Chantier' });
  await made(15, 9, [1, 5]);
  await made(16, null, [1, 6]);
  await made(17, 1, [1, 2], { paired: false });
  await made(18, 1, [1]);
  const wrote = `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at) VALUES ($1, $2, 1, 1, $3, 'Bonjour', now())`;
  await pool.query(wrote, [id(21), id(11), id(2)]);
  await pool.query(wrote, [id(22), id(13), id(9)]);

  expect(await migrate(url)).toContain('0030_groups');
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM conversations WHERE is_group ORDER BY id');
  expect(rows.map(row => row.id)).toEqual([12, 13, 14, 15, 16, 17].map(id));
  const pairs = await pool.query<{ conversation_id: string }>('SELECT conversation_id FROM conversation_pairs');
  expect(pairs.rows.map(row => row.conversation_id)).toEqual([id(11)]);
});
