import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';

let palabre: Palabre;
let camille: Person;
beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
});

describe('the list of one’s sessions', () => {
  const from = (userAgent: string, address: string) => ({ 'user-agent': userAgent, 'x-forwarded-for': address });

  it('says the device and address that opened each, the current one first, and lists no one else’s', async () => {
    const person = await palabre.register();
    await palabre.register();
    const body = { email: person.user.email, password: person.password };
    const headers = from('Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0', '2001:db8:7:7::1');
    await palabre.nobody.raw('POST', '/api/user/login', { body, headers });
    const { sessions } = await person.ok(api.accounts.sessions);
    expect(sessions).toEqual([
      expect.objectContaining({ current: true, device: null, address: '127.0.0.1' }),
      expect.objectContaining({ current: false, device: 'Firefox · Windows', address: '2001:db8:7:7::/64' }),
    ]);
  });

  it('has first, after the current one, the one that was used last', async () => {
    const person = await palabre.register();
    const [older, younger] = [await person.elsewhere(), await person.elsewhere()];
    const idOf = async (one: Person) => (await one.ok(api.accounts.sessions)).sessions[0]?._id;
    const ids = [await idOf(person), await idOf(older), await idOf(younger)];
    const db = palabre.services.database.kysely;
    await sql`UPDATE sessions SET seen_at = seen_at - interval '1 hour' WHERE id IN (${ids[0]}, ${ids[2]})`.execute(db);
    expect((await person.ok(api.accounts.sessions)).sessions.map(({ _id }) => _id)).toEqual(ids);
  });

  it('has a hundred at most, those that were used last', async () => {
    const person = await palabre.register();
    const db = palabre.services.database.kysely;
    await sql`INSERT INTO sessions (id, user_id, expires_at, seen_at, device)
      SELECT gen_random_uuid(), ${person.id}, now() + interval '1 day', now() - n * interval '1 minute', 'nº ' || n
      FROM generate_series(1, ${limits.sessionsListed}::int) AS n`.execute(db);
    const devices = (await person.ok(api.accounts.sessions)).sessions.map(({ device }) => device);
    expect(devices).toEqual([null, ...Array.from({ length: limits.sessionsListed - 1 }, (_, n) => `nº ${n + 1}`)]);
  });

  it('leaves out those that have expired', async () => {
    const person = await palabre.register();
    await person.elsewhere();
    const [current, other] = (await person.ok(api.accounts.sessions)).sessions;
    const db = palabre.services.database.kysely;
    await sql`UPDATE sessions SET expires_at = now() WHERE id = ${other?._id}`.execute(db);
    expect((await person.ok(api.accounts.sessions)).sessions.map(({ _id }) => _id)).toEqual([current?._id]);
  });

  it('says when and from where each was last used, once that is written', async () => {
    const person = await palabre.register();
    const there = await person.elsewhere();
    const db = palabre.services.database.kysely;
    await sql`UPDATE sessions SET seen_at = now() - interval '3 days' WHERE user_id = ${person.id}`.execute(db);
    const before = Date.now();
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    for (let n = 0; n < 3; n += 1) await there.raw('GET', '/api/user/me', { headers });
    const seen = async () => (await person.ok(api.accounts.sessions)).sessions.at(-1);
    expect(Date.parse((await seen())?.seenAt ?? '')).toBeLessThan(before - 86_400_000);
    await palabre.services.sessions.seen.write();
    const row = await seen();
    expect(row?.address).toBe('198.51.100.7');
    expect(Date.parse(row?.seenAt ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('says that one was used when its open page was, even without a request', async () => {
    const person = await palabre.register();
    const ears = await (await person.elsewhere()).connect();
    await palabre.services.sessions.seen.write();
    const db = palabre.services.database.kysely;
    await sql`UPDATE sessions SET seen_at = now() - interval '3 days' WHERE user_id = ${person.id}`.execute(db);
    const before = Date.now();
    ears.socket.emit('activity', { idle: 0 });
    await ears.settled();
    await palabre.services.sessions.seen.write();
    const seen = (await person.ok(api.accounts.sessions)).sessions.at(-1)?.seenAt ?? '';
    expect(Date.parse(seen)).toBeGreaterThanOrEqual(before);
  });

  it('ends one session with its socket, and no other', async () => {
    const person = await palabre.register();
    const [there, other] = [await person.elsewhere(), await person.elsewhere()];
    const [ears, kept] = [await there.connect(), await other.connect()];
    const list = (await there.ok(api.accounts.sessions)).sessions;
    const id = list.find(({ current }) => current)?._id ?? '';
    const { message } = await person.ok(api.accounts.endSession, { params: { id } });
    expect(message).toBe('Cette session est déconnectée.');
    await ears.closed;
    expect((await there.call(api.users.me)).status).toBe(401);
    await kept.settled();
    expect((await person.call(api.accounts.endSession, { params: { id } })).status).toBe(404);
  });

  it('ends no session of anyone else', async () => {
    const other = await palabre.register();
    const [session] = (await other.ok(api.accounts.sessions)).sessions;
    const reply = await camille.call(api.accounts.endSession, { params: { id: session?._id ?? '' } });
    expect([reply.status, (await other.call(api.users.me)).status]).toEqual([404, 200]);
  });

  it('ends all sessions but the current one', async () => {
    const person = await palabre.register();
    const [there, other] = [await person.elsewhere(), await person.elsewhere()];
    const ears = await there.connect();
    const { message } = await person.ok(api.accounts.endOtherSessions);
    expect(message).toBe('Vos autres sessions sont déconnectées.');
    await ears.closed;
    const statuses = await Promise.all([person, there, other].map(async one => (await one.call(api.users.me)).status));
    expect(statuses).toEqual([200, 401, 401]);
    expect((await person.ok(api.accounts.sessions)).sessions).toHaveLength(1);
  });
});
