import { api } from '@palabre/common/contract/index.ts';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { jobsDone } from '../../test/jobs-done.ts';
import { holdLock } from '../../test/locks.ts';
import { testPool } from '../../test/outside/postgres.ts';
import { alone, type Cluster } from '../processes/cluster.ts';
import { makeAdministrator } from './administrator.store.ts';
import { Sessions } from './session.ts';
import { SeenSessions } from './session-seen.ts';

const secret = 'a secret of this file, of forty characters';
let palabre: Palabre;
let camille: Person;

beforeAll(async () => {
  palabre = await startPalabre({ env: { JWT_SECRET: secret } });
  camille = await palabre.register();
});

const claimsOf = ({ token }: Person): { sid: string; exp: number } =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
const sidOf = (person: Person): string => claimsOf(person).sid;

const spelled = (n: number) =>
  new SignJWT({ id: camille.id, userId: camille.id, sid: sidOf(camille), n })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));

it('A session lasts thirty days, and its token no longer', async () => {
  const before = Date.now();
  const person = await palabre.register();
  const thirtyDays = 30 * 86_400_000;
  const { rows } = await palabre.services.database.pool.query<{ expires_at: Date }>(
    'SELECT expires_at FROM sessions WHERE id = $1',
    [sidOf(person)],
  );
  for (const end of [claimsOf(person).exp * 1_000, rows[0]?.expires_at.getTime() ?? 0]) {
    expect(end).toBeGreaterThan(before - 1_000 + thirtyDays);
    expect(end).toBeLessThanOrEqual(Date.now() + thirtyDays);
  }
});

describe('the cache of sessions', () => {
  it('does not grow with the tokens of one session', async () => {
    const { sessions } = palabre.services;
    await camille.ok(api.users.me);
    const before = sessions.size;
    for (let n = 0; n < 300; n += 1) expect((await sessions.verify(await spelled(n)))?.userId).toBe(camille.id);
    const variants = ['=', ' ', '.', '\n', '.x', `.${'x'.repeat(100)}`].map(end => `${camille.token}${end}`);
    for (const token of variants) expect(await sessions.verify(token)).toBeNull();
    expect(sessions.size).toBe(before);
  });

  it.each(['onCut', 'onMissed'] as const)(
    'is dropped when other processes may have ended one unheard (%s)',
    async on => {
      const { database, secrets } = palabre.services;
      let unheard = () => {};
      const cluster: Cluster = { ...alone, [on]: (work: () => void) => (unheard = work) };
      const sessions = new Sessions(database, secrets, cluster);
      const elsewhere = await camille.elsewhere();
      const known = () => sessions.verify(elsewhere.token ?? '');
      expect(await known()).not.toBeNull();
      await sql`DELETE FROM sessions WHERE id = ${sidOf(elsewhere)}`.execute(database.kysely);
      expect(await known()).not.toBeNull();
      unheard();
      expect(await known()).toBeNull();
    },
  );

  it('believes what it has read for half a minute, and no token beyond its own end', async () => {
    const { database, secrets } = palabre.services;
    const sessions = new Sessions(database, secrets);
    const [elsewhere, other] = [await camille.elsewhere(), await camille.elsewhere()];
    const short = await new SignJWT({ id: camille.id, userId: camille.id, sid: sidOf(other) })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1_000) + 10)
      .sign(new TextEncoder().encode(secret));
    const began = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(began);
    onTestFinished(() => clock.mockRestore());
    const known = async () => (await sessions.verify(elsewhere.token ?? ''))?.userId;
    expect([await known(), (await sessions.verify(short))?.userId]).toEqual([camille.id, camille.id]);
    await sql`DELETE FROM sessions WHERE id = ${sidOf(elsewhere)}`.execute(database.kysely);
    clock.mockReturnValue(began + 10_000);
    expect(await sessions.verify(short)).toBeNull();
    clock.mockReturnValue(began + 29_999);
    expect(await known()).toBe(camille.id);
    clock.mockReturnValue(began + 30_000);
    expect(await known()).toBeUndefined();
  });

  it('forgets all tokens of a session that ends, those that were read together too', async () => {
    const { sessions } = palabre.services;
    const elsewhere = await camille.elsewhere();
    const other = await new SignJWT({ id: camille.id, userId: camille.id, sid: sidOf(elsewhere) })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
    const both = () => Promise.all([elsewhere.token ?? '', other].map(token => sessions.verify(token)));
    expect((await both()).map(actor => actor?.userId)).toEqual([camille.id, camille.id]);
    await camille.ok(api.accounts.endSession, { params: { id: sidOf(elsewhere) } });
    expect(await both()).toEqual([null, null]);
  });

  it.each<[string, (token: SignJWT) => SignJWT]>([
    ['without an end', token => token],
    ['before its time', token => token.setExpirationTime('2h').setNotBefore('1h')],
  ])('refuses a token %s, even well signed', async (_which, made) => {
    const token = await made(new SignJWT({ userId: camille.id, sid: sidOf(camille) }))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    expect((await palabre.nobody.raw('GET', '/api/user/me', { token })).status).toBe(401);
  });

  it('refuses a token longer than 1 KB, even well signed', async () => {
    const long = await new SignJWT({ userId: camille.id, sid: sidOf(camille), x: 'x'.repeat(1_000) })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
    expect((await palabre.nobody.raw('GET', '/api/user/me', { token: long })).status).toBe(401);
    await expect(palabre.connect(long, camille.id)).rejects.toThrow('unauthorized');
  });
});

/**
 * Does something after the row of a person's session was read, before the reader has it.
 * @returns whether it is done
 */
function onceRead(person: Person, act: () => Promise<unknown>): () => boolean {
  const { first } = palabre.services.database;
  const really = first.query.bind(first) as (...asked: unknown[]) => Promise<{ rows: unknown[] }>;
  let done = false;
  const query = vi.spyOn(first, 'query').mockImplementation((async (...asked: unknown[]) => {
    const read = await really(...asked);
    if (done || !JSON.stringify(asked).includes(sidOf(person))) return read;
    done = true;
    await act();
    return read;
  }) as never);
  onTestFinished(() => query.mockRestore());
  return () => done;
}

describe('a session that ends', () => {
  it('while it is being read is refused from the next request on', async () => {
    const elsewhere = await camille.elsewhere();
    // The session that ends the other is cached first: sessions are read one batch after the other.
    await camille.ok(api.users.me);
    const ended = onceRead(elsewhere, () => camille.ok(api.accounts.endSession, { params: { id: sidOf(elsewhere) } }));
    await elsewhere.call(api.users.me);
    expect(ended()).toBe(true);
    expect((await elsewhere.call(api.users.me)).status).toBe(401);
  });
});

describe('a person whose rights change', () => {
  it('while their session is being read has the new ones from the next request on', async () => {
    const person = await palabre.register();
    const elsewhere = await person.elsewhere();
    // The session that changes the rights is cached first, as above.
    await person.ok(api.users.me);
    const changed = onceRead(elsewhere, () => person.ok(api.societies.create, { body: { name: 'Atelier Tilleul' } }));
    await elsewhere.call(api.users.me);
    expect(changed()).toBe(true);
    const { society } = await person.ok(api.societies.mine, { params: { id: person.id } });
    const body = { title: 'Direction', societyId: society?._id };
    expect((await elsewhere.call(api.workspaces.create, { body })).status).toBe(201);
  });
});

describe('a guest whose stay ends', () => {
  it('is refused at that moment, however recently their session was read', async () => {
    const guest = await (await palabre.register()).elsewhere();
    const stay = (seconds: number) =>
      palabre.services.database.pool.query(
        'UPDATE users SET guest_until = now() + make_interval(secs => $2) WHERE id = $1',
        [guest.id, seconds],
      );
    await stay(12);
    await guest.ok(api.users.me);
    await stay(-1);
    // The session is cached as it was read.
    await guest.ok(api.users.me);
    const laterMs = Date.now() + 15_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(laterMs);
    onTestFinished(() => clock.mockRestore());
    const { status, body } = await guest.call(api.users.me);
    expect([status, body]).toEqual([401, expect.objectContaining({ code: 'session_stay_over' })]);
  });
});

describe('the last use of a session', () => {
  it('is written later when the database is away', async () => {
    const db = palabre.services.database.kysely;
    const { seen } = palabre.services.sessions;
    await seen.write();
    await sql`UPDATE sessions SET seen_at = now() - interval '3 days' WHERE id = ${sidOf(camille)}`.execute(db);
    await camille.ok(api.users.me);
    await sql`ALTER TABLE sessions RENAME TO elsewhere`.execute(db);
    await seen.write();
    await sql`ALTER TABLE elsewhere RENAME TO sessions`.execute(db);
    await seen.write();
    const { rows } = await sql<{ isSeen: boolean }>`
      SELECT seen_at > now() - interval '1 day' AS "isSeen" FROM sessions WHERE id = ${sidOf(camille)}`.execute(db);
    expect(rows).toEqual([{ isSeen: true }]);
  });

  it('is written when the server stops', async () => {
    const short = await startPalabre();
    const pool = testPool(short.services.env.databaseUrl ?? '', 1);
    const person = await short.register();
    await pool.query(`UPDATE sessions SET seen_at = now() - interval '3 days'`);
    await person.ok(api.users.me);
    await short.stop();
    const { rows } = await pool.query(`SELECT seen_at > now() - interval '1 day' AS "isSeen" FROM sessions`);
    expect(rows).toEqual([{ isSeen: true }]);
  });
});

describe('the last uses of many sessions', () => {
  it('are all written, and none goes back', async () => {
    const db = palabre.services.database.kysely;
    const { seen } = palabre.services.sessions;
    const { rows } = await sql<{ id: string }>`
      INSERT INTO sessions (id, user_id, expires_at, seen_at)
      SELECT gen_random_uuid(), ${camille.id}, now() + interval '1 day', now() - interval '3 days'
      FROM generate_series(1, 1001) RETURNING id`.execute(db);
    const ids = rows.map(({ id }) => id);
    for (const id of ids) seen.note(id);
    // Another process has seen a session since.
    await sql`UPDATE sessions SET seen_at = now() + interval '1 hour' WHERE id = ${ids[0]}`.execute(db);
    await seen.write();
    const { rows: found } = await sql<{ recent: number; later: number }>`
      SELECT count(*) FILTER (WHERE seen_at > now() - interval '1 day')::int AS recent,
        count(*) FILTER (WHERE seen_at > now() + interval '30 minutes')::int AS later
      FROM sessions WHERE id = ANY(${ids}::uuid[])`.execute(db);
    expect(found).toEqual([{ recent: 1_001, later: 1 }]);
    await sql`DELETE FROM sessions WHERE id = ANY(${ids}::uuid[])`.execute(db);
  });
});

describe('an expired session', () => {
  it('is deleted by the job sessions.purge, however many there are', async () => {
    const db = palabre.services.database.kysely;
    await sql`INSERT INTO sessions (id, user_id, expires_at)
      SELECT gen_random_uuid(), ${camille.id}, now() - interval '1 second' FROM generate_series(1, 1001)`.execute(db);
    await palabre.jobs.now('sessions.purge');
    await jobsDone(palabre, 'sessions.purge');
    expect((await sql`SELECT FROM sessions WHERE expires_at < now()`.execute(db)).rows).toHaveLength(0);
  });

  it('is deleted by the job sessions.purge, which closes its socket and no other', async () => {
    const elsewhere = await camille.elsewhere();
    const [kept, over] = [await camille.connect(), await elsewhere.connect()];
    const db = palabre.services.database.kysely;
    await sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ${sidOf(elsewhere)}`.execute(db);
    await palabre.jobs.now('sessions.purge');
    await over.closed;
    const { rows } = await sql`SELECT FROM sessions WHERE id = ${sidOf(elsewhere)}`.execute(db);
    expect(rows).toEqual([]);
    expect((await elsewhere.call(api.users.me)).status).toBe(401);
    await kept.settled();
    expect(kept.socket.connected).toBe(true);
  });
});

describe('the uses of a session', () => {
  const every = 3 * 60_000;
  const seenOf = async (person: Person) => {
    const { rows } = await sql<{ isSeen: boolean; address: string | null }>`
      SELECT seen_at > now() - interval '1 day' AS "isSeen", address FROM sessions WHERE id = ${sidOf(person)}`.execute(
      palabre.services.database.kysely,
    );
    return rows[0];
  };
  const unseen = async () => {
    const person = await palabre.register();
    await palabre.services.sessions.seen.write();
    await sql`UPDATE sessions SET seen_at = now() - interval '3 days' WHERE id = ${sidOf(person)}`.execute(
      palabre.services.database.kysely,
    );
    return person;
  };
  /** Notes them on a clock of timers that the test moves. */
  const noting = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const seen = new SeenSessions(palabre.services.database.kysely);
    const written = vi.spyOn(seen, 'write');
    const pass = async () => {
      vi.advanceTimersByTime(every);
      await Promise.all(written.mock.results.map(({ value }) => value));
    };
    return { seen, written, pass };
  };

  it('are written every few minutes by themselves, and after a failure without another use', async () => {
    const person = await unseen();
    const { seen, written, pass } = noting();
    seen.note(sidOf(person), () => '198.51.100.7');
    vi.advanceTimersByTime(every - 1);
    expect(written).not.toHaveBeenCalled();
    const { kysely } = palabre.services.database;
    await sql`ALTER TABLE sessions RENAME TO elsewhere`.execute(kysely);
    vi.advanceTimersByTime(1);
    await written.mock.results[0]?.value;
    await sql`ALTER TABLE elsewhere RENAME TO sessions`.execute(kysely);
    await pass();
    expect(written).toHaveBeenCalledTimes(2);
    expect(await seenOf(person)).toEqual({ isSeen: true, address: '198.51.100.7' });
    // Nothing is left to write.
    await pass();
    expect(written).toHaveBeenCalledTimes(2);
  });

  it('that follow a long rest are written within seconds, so that nobody takes the session for unused meanwhile', async () => {
    const [rested, other] = [await unseen(), await palabre.register()];
    const { database, secrets } = palabre.services;
    const sessions = new Sessions(database, secrets);
    for (const { token } of [rested, other]) expect(await sessions.verify(token ?? '')).not.toBeNull();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const written = vi.spyOn(sessions.seen, 'write');
    const within = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await Promise.all(written.mock.results.map(({ value }) => value));
      return written.mock.calls.length;
    };
    sessions.seen.note(sidOf(other));
    expect(await within(5_000)).toBe(0);
    // Requests of an open page with nobody at it are no use of the session.
    sessions.seen.note(sidOf(rested), undefined, 4 * 86_400_000);
    expect(await within(5_000)).toBe(0);
    sessions.seen.note(sidOf(rested));
    expect(await within(5_000)).toBe(1);
    expect(await seenOf(rested)).toMatchObject({ isSeen: true });
  });

  it('have the address of a request that follows an open page, and keep the one of before without any', async () => {
    const [one, other] = [await unseen(), await unseen()];
    const { seen } = palabre.services.sessions;
    const asked = vi.fn(() => '198.51.100.8');
    seen.note(sidOf(one));
    for (let time = 0; time < 3; time += 1) seen.note(sidOf(one), asked);
    seen.note(sidOf(other));
    await seen.write();
    expect(await seenOf(one)).toEqual({ isSeen: true, address: '198.51.100.8' });
    expect(await seenOf(other)).toEqual({ isSeen: true, address: '127.0.0.1' });
    // To find it costs.
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('made while earlier ones could not be written are those that count', async () => {
    const person = await unseen();
    const { kysely } = palabre.services.database;
    const { seen } = palabre.services.sessions;
    seen.note(sidOf(person), () => '198.51.100.7');
    await sql`ALTER TABLE sessions RENAME TO elsewhere`.execute(kysely);
    const writing = seen.write();
    seen.note(sidOf(person), () => '198.51.100.9');
    await writing;
    await sql`ALTER TABLE elsewhere RENAME TO sessions`.execute(kysely);
    await seen.write();
    expect(await seenOf(person)).toEqual({ isSeen: true, address: '198.51.100.9' });
  });

  it('wait for no session that is ending', async () => {
    const [ending, other] = [await unseen(), await unseen()];
    const held = await holdLock(palabre, 'DELETE FROM sessions WHERE id = $1', [sidOf(ending)]);
    onTestFinished(async () => void (await held.query('ROLLBACK')));
    const { seen } = palabre.services.sessions;
    for (const person of [ending, other]) seen.note(sidOf(person));
    const written = vi.fn();
    void seen.write().then(written);
    await vi.waitFor(() => expect(written, 'writes that are over').toHaveBeenCalled());
    expect(await seenOf(other)).toMatchObject({ isSeen: true });
    await held.query('ROLLBACK');
    expect(await seenOf(ending)).toMatchObject({ isSeen: false });
  });
});

describe('an administrator made at a start', () => {
  it('has an open account of their own, whose address is proven', async () => {
    const { kysely } = palabre.services.database;
    const person = await palabre.register();
    const { email } = person.user;
    const make = () => makeAdministrator(kysely, email, { provenOnly: true });
    expect(await make()).toBeUndefined();
    await sql`UPDATE users SET email_proven = true, suspended_at = now() WHERE id = ${person.id}`.execute(kysely);
    expect(await make()).toBeUndefined();
    await sql`UPDATE users SET suspended_at = NULL, guest_until = now() WHERE id = ${person.id}`.execute(kysely);
    expect(await make()).toBeUndefined();
    await sql`UPDATE users SET guest_until = NULL WHERE id = ${person.id}`.execute(kysely);
    expect(await make()).toEqual({ id: person.id, proven: true });
  });
});
