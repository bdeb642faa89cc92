import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';

let palabre: Palabre;
let administrator: Person;
let second: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  [administrator, second, karim] = (await Promise.all([
    palabre.register({ firstName: 'Agathe', lastName: 'Roy', email: 'agathe@exemple.fr' }),
    palabre.register({ firstName: 'Solène', lastName: 'Roy', email: 'solene@exemple.fr' }),
    palabre.register({ firstName: 'Karim', lastName: 'Benali', email: 'karim@exemple.fr' }),
  ])) as [Person, Person, Person];
  for (const person of [administrator, second]) await palabre.makeAdministrator(person);
});

const ban = (by: Person, email: string) => by.call(api.administration.ban, { body: { email } });
const banned = async () => (await administrator.ok(api.administration.banned)).emails;
const found = async (query: object) => (await administrator.ok(api.administration.users, { query })).users;
const emails = (users: readonly { email: string }[]) => users.map(({ email }) => email);

describe('an administrator', () => {
  it('lists all accounts by address, page by page, with their reports', async () => {
    const { report } = await second.ok(api.reports.create, { body: { reportedUser: karim.id, reason: 'spam' } });
    await administrator.ok(api.reports.create, { body: { reportedUser: karim.id, reason: 'autre' } });
    await administrator.ok(api.reports.update, { params: { id: report._id }, body: { status: 'handled' } });
    const all = await administrator.ok(api.administration.users);
    expect(emails(all.users)).toEqual(['agathe@exemple.fr', 'karim@exemple.fr', 'solene@exemple.fr']);
    expect(all).toMatchObject({ total: 3, nextCursor: null });
    expect(all.users[1]).toMatchObject({ firstName: 'Karim', admin: false, openReports: 1, reports: 2 });
    expect(all.users[0]).toMatchObject({ admin: true, openReports: 0, reports: 0 });
    const first = await administrator.ok(api.administration.users, { query: { limit: 2 } });
    expect(emails(first.users)).toEqual(emails(all.users.slice(0, 2)));
    expect(emails(await found({ cursor: first.nextCursor }))).toEqual(['solene@exemple.fr']);
    // The order is by address, whatever the names and the dates of registration.
    const { id } = await palabre.register({ firstName: 'Zoé', lastName: 'Zola', email: 'aaron@exemple.fr' });
    expect(emails(await found({}))).toEqual(['aaron@exemple.fr', ...emails(all.users)]);
    await palabre.services.database.pool.query('DELETE FROM users WHERE id = $1', [id]);
  });

  it('hears at once of a new account, as nobody else does', async () => {
    const [ears, others] = [await administrator.connect(), await karim.connect()];
    const { id } = await palabre.register({ email: 'nouveau@exemple.fr' });
    expect((await ears.next('newUser'))._id).toBe(id);
    await others.none('newUser');
    await palabre.services.database.pool.query('DELETE FROM users WHERE id = $1', [id]);
  });

  it('searches accounts by name and address, ignoring case and accents, or by reports to handle', async () => {
    expect(emails(await found({ search: 'SOLENE roy' }))).toEqual(['solene@exemple.fr']);
    expect(emails(await found({ search: 'roy' }))).toEqual(['agathe@exemple.fr', 'solene@exemple.fr']);
    expect(emails(await found({ search: 'm@exemple' }))).toEqual(['karim@exemple.fr']);
    expect(emails(await found({ search: '%' }))).toEqual([]);
    // Reports that somebody has handled are none to handle.
    const { report } = await karim.ok(api.reports.create, { body: { reportedUser: second.id, reason: 'spam' } });
    await administrator.ok(api.reports.update, { params: { id: report._id }, body: { status: 'handled' } });
    expect(emails(await found({ reported: 'true' }))).toEqual(['karim@exemple.fr']);
    expect(emails(await found({ administrators: 'true' }))).toEqual(['agathe@exemple.fr', 'solene@exemple.fr']);
    const { total } = await administrator.ok(api.administration.users, { query: { search: 'roy', limit: 1 } });
    expect(total).toBe(2);
  });

  it('bans an address: it is listed, its account deleted, its sessions and sockets ended at once', async () => {
    const theo = await palabre.register({ firstName: 'Théo', lastName: 'Aubert', email: 'theo@exemple.fr' });
    const [his, ears] = [await theo.connect(), await second.connect()];
    const reply = await ban(administrator, ' Theo@exemple.fr ');
    expect([reply.status, reply.body.message]).toEqual([201, 'Banni !']);
    expect(reply.body.banned).toEqual({ _id: expect.any(String), email: 'theo@exemple.fr', reason: null });
    await his.closed;
    expect((await theo.call(api.users.me)).status).toBe(401);
    expect(await ears.next('banned')).toEqual({ ...reply.body.banned, userId: theo.id });
    expect(await banned()).toEqual([reply.body.banned]);
    expect(await found({ search: 'theo' })).toEqual([]);
    const login = { body: { email: 'theo@exemple.fr', password: theo.password } };
    expect((await palabre.nobody.call(api.users.login, login)).body.code).toBe('banned');
    const again = { body: { firstName: 'Théo', lastName: 'Aubert', ...login.body } };
    expect((await palabre.nobody.call(api.users.register, again)).body.code).toBe('banned');
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'user_banned' } });
    expect(entries).toMatchObject([{ target: 'Théo Aubert (theo@exemple.fr)', actorId: administrator.id }]);

    await administrator.ok(api.administration.unban, { params: { id: reply.body.banned._id } });
    expect(await ears.next('unbanned')).toEqual(reply.body.banned);
    expect(await banned()).toEqual([]);
    await palabre.register({ email: 'theo@exemple.fr' });
  });

  it('bans an address without an account, once', async () => {
    const ears = await second.connect();
    const first = await ban(administrator, 'inconnu@exemple.fr');
    const again = await ban(administrator, 'inconnu@exemple.fr');
    await ears.settled();
    expect(ears.all('banned')).toEqual([{ ...first.body.banned, userId: null }]);
    const { entries } = await administrator.ok(api.audit.list, { query: { target: 'inconnu@exemple.fr' } });
    expect(entries.map(({ action }) => action)).toEqual(['user_banned']);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.banned).toEqual(first.body.banned);
    expect(await banned()).toEqual([first.body.banned]);
    // A new reason replaces the last; a ban without a reason keeps it.
    const said = async (reason?: string) =>
      (await administrator.ok(api.administration.ban, { body: { email: 'inconnu@exemple.fr', reason } })).banned.reason;
    expect([await said('Démarchage'), await said('Injures'), await said()]).toEqual([
      ...['Démarchage', 'Injures', 'Injures'],
    ]);
    expect((await ban(administrator, 'pas une adresse')).status).toBe(400);
  });

  it('bans an address that is banned already, and deletes the account that it has all the same', async () => {
    const lea = await palabre.register({ firstName: 'Léa', lastName: 'Petit', email: 'lea@exemple.fr' });
    await palabre.services.database.pool.query(
      `INSERT INTO banned_users (id, email, reason) VALUES (gen_random_uuid(), $1, 'Démarchage')`,
      [lea.user.email],
    );
    const ears = await second.connect();
    const { status, body } = await ban(administrator, lea.user.email);
    expect([status, body.banned.reason]).toEqual([200, 'Démarchage']);
    expect(await ears.next('banned')).toEqual({ ...body.banned, userId: lea.id });
    expect((await lea.call(api.users.me)).status).toBe(401);
    const { entries } = await administrator.ok(api.audit.list, { query: { target: lea.user.email } });
    expect(entries).toMatchObject([{ action: 'user_banned', targetId: lea.id }]);
    await administrator.ok(api.administration.unban, { params: { id: body.banned._id } });
    const again = await administrator.call(api.administration.unban, { params: { id: body.banned._id } });
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  });

  it('lists banned addresses in order, page by page, and searches them in either case', async () => {
    const addresses = ['un', 'deux', 'trois'].map(name => `${name}@ailleurs.example`);
    for (const email of addresses) await ban(administrator, email);
    const page = (query: object) => administrator.ok(api.administration.banned, { query });
    const search = 'Ailleurs.EXAMPLE';
    const first = await page({ search, limit: 2 });
    expect(emails(first.emails)).toEqual(['deux@ailleurs.example', 'trois@ailleurs.example']);
    const second = await page({ search, limit: 2, cursor: first.nextCursor });
    expect([emails(second.emails), second.nextCursor]).toEqual([['un@ailleurs.example'], null]);
    for (const { _id: id } of [...first.emails, ...second.emails]) {
      await administrator.ok(api.administration.unban, { params: { id } });
    }
  });

  it('bans in one transaction: a failure on the way leaves no trace', async () => {
    const { kysely } = palabre.services.database;
    const target = await palabre.register({ email: 'reste@exemple.fr' });
    const before = await banned();
    await sql`ALTER TABLE audit RENAME TO elsewhere`.execute(kysely);
    expect((await ban(administrator, 'reste@exemple.fr')).status).toBe(500);
    await sql`ALTER TABLE elsewhere RENAME TO audit`.execute(kysely);
    expect(await banned()).toEqual(before);
    expect((await target.call(api.users.me)).status).toBe(200);
  });

  it('never bans themself', async () => {
    const refused = await ban(administrator, 'agathe@exemple.fr');
    expect([refused.status, refused.body.code]).toEqual([403, 'ban_self']);
    expect((await administrator.call(api.users.me)).status).toBe(200);
  });

  it('bans an account that is being registered at the same time', async () => {
    const { pool } = palabre.services.database;
    const email = 'pressee@exemple.fr';
    const body = { firstName: 'Maud', lastName: 'Roy', email, password: 'un mot de passe sûr' };
    // Holds the registration just before its commit, once it has seen that the address is not banned.
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE sessions IN SHARE MODE');
      const registering = palabre.nobody.call(api.users.register, { body });
      await vi.waitFor(async () => expect(await countLockWaits(palabre, 'relation')).toBe(1));
      let done = false;
      const banning = ban(administrator, email).finally(() => {
        done = true;
      });
      await vi.waitFor(async () => expect(done || (await countLockWaits(palabre, 'advisory'))).toBeTruthy());
      await holder.query('COMMIT');
      const [registered, { status }] = await Promise.all([registering, banning]);
      expect([registered.status, status]).toEqual([201, 201]);
      const { token } = registered.body as { token: string };
      expect((await palabre.nobody.ok(api.users.verifyToken, { body: { token } })).isValid).toBe(false);
      expect(await found({ search: email })).toEqual([]);
    } finally {
      holder.release();
    }
  });

  it('is alone in reaching accounts, banned addresses and banning: others get a 404', async () => {
    for (const [method, path] of [
      ['GET', '/api/admin/users'],
      ['GET', '/api/banned-users'],
      ['POST', '/api/banned-users'],
      ['DELETE', `/api/banned-users/${karim.id}`],
    ] as const) {
      const refused = await karim.raw(method, path, method === 'GET' ? {} : { body: { email: 'solene@exemple.fr' } });
      expect([refused.status, refused.body.code], path).toEqual([404, 'not_found']);
    }
  });
});

describe('what a person takes of the disk', () => {
  const diskOf = (id: string, by = administrator) => by.call(api.administration.disk, { params: { id } });

  it('is the sum of their files and of their pictures, without those of others', async () => {
    const [lea, other] = [await palabre.register(), await palabre.register()];
    expect((await diskOf(lea.id)).body.disk).toEqual({ files: 0, filesBytes: 0, pictures: 0, picturesBytes: 0 });
    const insert = (owner: string, size: number, message: string | null, until: string | null = null) =>
      palabre.services.database.pool.query(
        `INSERT INTO files (id, owner_id, name, type, size, message_id, private_until)
         VALUES (gen_random_uuid(), $1, 'f', 'image/png', $2, $3::uuid, $4::timestamptz)`,
        [owner, size, message, until],
      );
    await insert(lea.id, 3_000_000_000, other.id);
    await insert(lea.id, 20, other.id);
    await insert(lea.id, 5, null);
    await insert(lea.id, 100, null, '2100-01-01');
    await insert(other.id, 7, null);
    expect((await diskOf(lea.id)).body.disk).toEqual({
      ...{ files: 3, filesBytes: 3_000_000_120, pictures: 1, picturesBytes: 5 },
    });
  });

  it('is for administrators alone, of a person who is there', async () => {
    const lea = await palabre.register();
    expect((await diskOf(lea.id, lea)).status).toBe(404);
    expect((await diskOf('0199f3c0-0000-7000-8000-000000000000')).body.code).toBe('user_not_found');
  });

  it('is read by an index', async () => {
    const lea = await palabre.register();
    const { rows } = await palabre.services.database.pool.query(
      'EXPLAIN SELECT sum(size) FILTER (WHERE message_id IS NULL AND private_until IS NULL) FROM files WHERE owner_id = $1',
      [lea.id],
    );
    expect(JSON.stringify(rows)).toContain('files_of_owner');
  });
});

it('Somebody who is losing the right to administer bans nobody meanwhile', async () => {
  const third = await palabre.register();
  await palabre.makeAdministrator(third);
  const taking = await holdLock(palabre, 'UPDATE users SET admin = false WHERE id = $1', [third.id]);
  const banning = ban(third, 'visee@exemple.fr');
  await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
  await taking.query('COMMIT');
  expect((await banning).status).toBe(404);
  expect((await banned()).map(({ email }) => email)).not.toContain('visee@exemple.fr');
});

// The last tests of the file: either of the two may be the administrator who is left.
describe('one administrator', () => {
  it('is left when two administrators ban each other at once', async () => {
    const replies = await Promise.all([ban(administrator, 'solene@exemple.fr'), ban(second, 'agathe@exemple.fr')]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const rows = await palabre.services.database.kysely
      .selectFrom('users')
      .select('email')
      .where('admin', '=', true)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
