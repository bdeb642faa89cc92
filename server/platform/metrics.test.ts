import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import type pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Palabre, Person } from '../test/harness.ts';
import { countFromNow, measuresOf } from '../test/measures.ts';
import { Codes, check, pair, wrong } from '../test/people/codes.ts';
import { gather, type Team } from '../test/people/team.ts';

let codes: Codes;
let palabre: Palabre;
let team: Team;
let member: Person;
let channelId: string;
beforeAll(async () => {
  codes = await Codes.start();
  palabre = codes.palabre;
  member = await palabre.register();
  team = await gather(await palabre.register(), member);
  channelId = team.welcome._id;
});

/** Runs statements in turn on two connections of the server, the last two together; returns their SQLSTATE. */
async function quarrel(begin: string, steps: readonly (readonly [0 | 1, string])[]): Promise<string[]> {
  const { pool } = palabre.services.database;
  const both: readonly [pg.PoolClient, pg.PoolClient] = [await pool.connect(), await pool.connect()];
  try {
    for (const client of both) await client.query(begin);
    for (const [who, text] of steps.slice(0, -2)) await both[who].query(text);
    const last = steps.slice(-2).map(([who, text]) => {
      const ended = both[who].query(text).then(
        () => '',
        (error: pg.DatabaseError) => error.code ?? '',
      );
      // Rolls back, which releases the lock that the other statement waits for.
      return ended.finally(() => both[who].query('ROLLBACK'));
    });
    return await Promise.all(last);
  } finally {
    for (const client of both) client.release();
  }
}

describe('measures of jobs', () => {
  it('count a job that waits for its first try as waiting, and not as failing; after its last one as given up', async () => {
    const { pool } = palabre.services.database;
    const add = `SELECT id FROM graphile_worker.add_job('mail.send', run_at := now() + interval '1 hour')`;
    const { id } = (await pool.query(add)).rows[0];
    const task = '{task="mail.send"}';
    const told = { [`palabre_jobs_waiting${task}`]: 1, [`palabre_jobs_failing${task}`]: 0, palabre_mails_waiting: 1 };
    await vi.waitFor(async () => expect(await measuresOf(palabre.url)).toMatchObject(told), {
      timeout: eventWaitTimeoutMs,
    });
    await pool.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE id = $1', [id]);
    const over = { [`palabre_jobs_waiting${task}`]: 0, palabre_mails_waiting: 0, palabre_mails_given_up: 1 };
    await vi.waitFor(
      async () => expect(await measuresOf(palabre.url)).toMatchObject({ ...over, [`palabre_jobs_given_up${task}`]: 1 }),
      { timeout: eventWaitTimeoutMs },
    );
  });
});

describe('measures of the database', () => {
  it('time statements by their first word, and waits for a connection', async () => {
    const grown = await countFromNow(palabre.url);
    await team.owner.ok(api.messages.send, { body: { channelId, content: 'Bonjour' } });
    await team.owner.ok(api.users.me);
    const found = await grown();
    for (const name of ['statement_seconds_count{kind="select"}', 'statement_seconds_sum{kind="select"}'])
      expect(found[`palabre_database_${name}`], name).toBeGreaterThan(0);
    expect(found.palabre_database_wait_seconds_count).toBeGreaterThan(0);
    const kinds = Object.keys(await measuresOf(palabre.url)).flatMap(
      name => /statement_seconds_count\{kind="(.*)"\}/.exec(name)?.[1] ?? [],
    );
    expect(['select', 'with', 'insert', 'update', 'delete', 'commit', 'other']).toEqual(expect.arrayContaining(kinds));
  });

  it('tell how long a connection was waited for', async () => {
    const { pool } = palabre.services.database;
    const takeAll = () => Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    // Opened beforehand: opening takes time too.
    for (const client of await takeAll()) client.release();
    const grown = await countFromNow(palabre.url);
    const [last, ...held] = await takeAll();
    const waiting = pool.query('SELECT 1');
    await last?.query('SELECT pg_sleep(0.1)');
    for (const client of [last, ...held]) client?.release();
    await waiting;
    expect((await grown()).palabre_database_wait_seconds_sum).toBeGreaterThanOrEqual(0.1);
  });

  it('are told while every connection is taken, and so are all others', async () => {
    const { pool } = palabre.services.database;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const found = await measuresOf(palabre.url);
      expect(found.palabre_database_connections).toBeGreaterThanOrEqual(held.length);
      expect(found.palabre_search_behind).toBeDefined();
    } finally {
      for (const client of held) client.release();
    }
  });

  it('count deadlocks and serialization failures', async () => {
    const grown = await countFromNow(palabre.url);
    const dead = await quarrel("BEGIN; SET LOCAL deadlock_timeout = '10ms'", [
      [0, 'SELECT pg_advisory_xact_lock(1)'],
      [1, 'SELECT pg_advisory_xact_lock(2)'],
      [0, 'SELECT pg_advisory_xact_lock(2)'],
      [1, 'SELECT pg_advisory_xact_lock(1)'],
    ]);
    expect(dead.toSorted()).toEqual(['', '40P01']);
    const update = `UPDATE users SET first_name = first_name WHERE id = '${team.owner.id}'`;
    const late = await quarrel('BEGIN ISOLATION LEVEL REPEATABLE READ', [
      [0, 'SELECT 1 FROM users LIMIT 1'],
      [1, 'SELECT 1 FROM users LIMIT 1'],
      [0, update],
      [0, 'COMMIT'],
      [1, update],
    ]);
    expect(late).toEqual(['', '40001']);
    expect(await grown()).toMatchObject({
      'palabre_database_conflicts_total{kind="deadlock"}': 1,
      'palabre_database_conflicts_total{kind="serialization"}': 1,
    });
  });
});

describe('measures of sockets', () => {
  it('time what is told, from its commit until it is written', async () => {
    const ears = await member.connect();
    await ears.settled();
    const grown = await countFromNow(palabre.url);
    await team.owner.ok(api.messages.send, { body: { channelId, content: 'Midi ?' } });
    await ears.next('newMessage', ({ content }) => content === 'Midi ?');
    const found = await grown();
    expect(found.palabre_delivery_seconds_count).toBeGreaterThan(0);
    expect(found.palabre_delivery_seconds_sum).toBeGreaterThan(0);
    ears.close();
  });

  it('tell why sockets end, and which come again after what', async () => {
    const person = await palabre.register();
    const grown = await countFromNow(palabre.url);
    const first = await person.connect();
    first.close();
    await vi.waitFor(async () => expect(await grown()).toHaveProperty('palabre_socket_ends_total{cause="left"}', 1));
    const second = await person.connect();
    expect(await grown()).toHaveProperty('palabre_socket_reconnections_total{cause="left"}', 1);
    second.socket.io.engine.close();
    await vi.waitFor(async () => expect(await grown()).toHaveProperty('palabre_socket_ends_total{cause="lost"}', 1));
    const third = await person.connect();
    expect(await grown()).toHaveProperty('palabre_socket_reconnections_total{cause="lost"}', 1);
    await person.ok(api.users.logout);
    await third.closed;
    expect(await grown()).toMatchObject({
      'palabre_socket_ends_total{cause="closed"}': 1,
      'palabre_socket_ends_total{cause="left"}': 1,
      'palabre_socket_ends_total{cause="lost"}': 1,
    });
  });

  it('count catch-ups of places, and those told to start over', async () => {
    const grown = await countFromNow(palabre.url);
    await member.ok(api.messages.changes, { query: { channelId, after: 0 } });
    await member.ok(api.messages.changes, { query: { channelId, after: 1_000_000 } });
    expect(await grown()).toMatchObject({
      'palabre_catch_ups_total{answer="changes"}': 1,
      'palabre_catch_ups_total{answer="restart"}': 1,
    });
  });
});

describe('measures of logins', () => {
  it('count passwords, two-step codes and codes of a new password, right and wrong', async () => {
    const person = await codes.careful();
    const { email } = person.user;
    const grown = await countFromNow(palabre.url);
    await palabre.nobody.call(api.users.login, { body: { email, password: 'pas le bon' } });
    const pending = await codes.half(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    const code = await codes.of(person);
    await check(pending, person, wrong(code), '2FA');
    await check(pending, person, code, '2FA');
    const forgetful = await palabre.register();
    await palabre.nobody.ok(api.otp.sent, { body: pair(forgetful) });
    const reset = await codes.of(forgetful);
    await check(palabre.nobody, forgetful, wrong(reset), 'email');
    await check(palabre.nobody, forgetful, reset, 'email');
    const counts = Object.entries(await grown()).filter(([name]) => name.startsWith('palabre_logins'));
    const told = (kind: string, outcome: string) => `palabre_logins_total{kind="${kind}",outcome="${outcome}"}`;
    const both = ['password', 'two-step', 'code'].flatMap(kind => [told(kind, 'ok'), told(kind, 'failed')]);
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(both.map(name => [name, 1])));
  });
});
