import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { idleHeader } from '@palabre/common/contract/people/presence.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';

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

describe('a session that is not used', () => {
  const dayMs = 86_400_000;
  let administrator: Person;
  beforeAll(async () => {
    administrator = await palabre.register();
    await palabre.makeAdministrator(administrator);
  });

  const sidOf = ({ token }: Person): string =>
    JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).sid;

  const set = async (idleSessionDays: number | null, chooser = administrator): Promise<void> => {
    const { version } = await administrator.ok(api.settings.read);
    await chooser.ok(api.settings.change, { body: { version, idleSessionDays } });
    await jobsDone(palabre, 'sessions.purge');
  };

  /** Sets after how many unused days sessions end, for one test. */
  const choose = async (days: number, chooser?: Person): Promise<void> => {
    onTestFinished(() => set(null));
    await set(days, chooser);
  };

  /** Makes the last use of a session that is stored so old. */
  const age = (person: Person, interval: string) =>
    sql`UPDATE sessions SET seen_at = now() - ${interval}::interval WHERE id = ${sidOf(person)}`.execute(
      palabre.services.database.kysely,
    );

  const areThere = async (...people: Person[]): Promise<boolean[]> => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM sessions WHERE id = ANY(${people.map(sidOf)}::uuid[])`.execute(palabre.services.database.kysely);
    return people.map(person => rows.some(({ id }) => id === sidOf(person)));
  };
  const purge = async () => {
    await palabre.jobs.now('sessions.purge');
    await jobsDone(palabre, 'sessions.purge');
  };
  const isValid = async ({ token }: Person) =>
    (await palabre.nobody.ok(api.users.verifyToken, { body: { token } })).isValid;
  const fileOf = ({ token }: Person) =>
    palabre.nobody.raw('GET', `/api/file/${newId()}/devis.pdf`, { headers: { cookie: `token=${token}` } });

  it('lasts until its own end, unless administrators choose otherwise', async () => {
    const person = await palabre.register();
    await age(person, '29 days');
    await purge();
    expect((await person.call(api.users.me)).status).toBe(200);
  });

  it('is over everywhere once it was not used for as long as they chose, before any job; one used since is not', async () => {
    const person = await palabre.register();
    const [unused, used] = [await person.elsewhere(), await person.elsewhere()];
    await choose(7);
    await age(unused, '7 days');
    await age(used, '6 days 23 hours');
    // The valid session first: the only difference of the refused one is its age.
    expect([await isValid(used), (await fileOf(used)).status]).toEqual([true, 404]);
    const listed = (await used.ok(api.accounts.sessions)).sessions.map(({ _id }) => _id);
    expect([listed.includes(sidOf(used)), listed.includes(sidOf(unused))]).toEqual([true, false]);
    expect(await unused.call(api.users.me)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect([await isValid(unused), (await fileOf(unused)).status]).toEqual([false, 401]);
    await expect(unused.connect()).rejects.toThrow('unauthorized');
    await purge();
    expect(await areThere(used, unused)).toEqual([true, false]);
  });

  it('is one whose page is left open with nobody at it, whatever it asks by itself; a touch, typing or a status is a use', async () => {
    const person = await palabre.register();
    const open = async () => {
      const session = await person.elsewhere();
      return { session, ears: await session.connect() };
    };
    const [away, forgotten] = [await open(), await open()];
    const [touched, typing, choosing] = [await open(), await open(), await open()];
    const all = [away, forgotten, touched, typing, choosing].map(({ session }) => session);
    await choose(1);
    await palabre.services.sessions.seen.write();
    for (const session of all) await age(session, '25 hours');
    const headers = { [idleHeader]: String(2 * dayMs) };
    expect((await away.session.raw('GET', '/api/user/me', { headers })).status).toBe(200);
    expect((await fileOf(away.session)).status).toBe(404);
    away.ears.socket.emit('activity', { idle: 2 * dayMs });
    // However long it is.
    forgotten.ears.socket.emit('activity', { idle: Number.MAX_VALUE });
    touched.ears.socket.emit('activity', { idle: dayMs / 2 });
    typing.ears.socket.emit('typing', { channelId: newId() });
    await choosing.ears.setStatus('busy');
    // A socket keeps the order: the events sent before are handled by now.
    for (const { ears } of [away, forgotten, touched, typing])
      await ears.socket.timeout(eventWaitTimeoutMs).emitWithAck('missed', 1);
    await palabre.services.sessions.seen.write();
    await purge();
    await away.ears.closed;
    expect((await away.session.call(api.users.me)).status).toBe(401);
    expect(await areThere(...all)).toEqual([false, false, true, true, true]);
  });

  it.each(['bientôt', '1e12', '9'.repeat(16)])(
    'is used by a request that tells « %s » for the time without a touch',
    async said => {
      const person = await palabre.register();
      await choose(1);
      await person.ok(api.users.me);
      await palabre.services.sessions.seen.write();
      await age(person, '25 hours');
      const headers = { [idleHeader]: encodeURIComponent(said) };
      expect((await person.raw('GET', '/api/user/me', { headers })).status).toBe(200);
      await palabre.services.sessions.seen.write();
      await purge();
      expect(await areThere(person)).toEqual([true]);
    },
  );

  it('is over soon after a shorter choice, save that of who made it', async () => {
    const [chooser, person] = [await administrator.elsewhere(), await palabre.register()];
    const ears = await person.connect();
    await choose(7);
    for (const one of [chooser, person]) await age(one, '3 days');
    await choose(2, chooser);
    await ears.closed;
    expect((await person.call(api.users.me)).status).toBe(401);
    await palabre.services.sessions.refresh(administrator.id);
    expect((await chooser.call(api.users.me)).status).toBe(200);
  });
});
