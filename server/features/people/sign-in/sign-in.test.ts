import { hashSync } from '@node-rs/argon2';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { codeSentTo } from '../../../test/outbox.ts';
import { pair } from '../../../test/people/codes.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

const older = { memoryCost: 16, timeCost: 1, parallelism: 1 };

/** Registers a person whose password hash has the cost of an earlier version. */
async function fromBefore(): Promise<Person> {
  const person = await palabre.register();
  const hash = hashSync(person.password, older);
  await sql`UPDATE users SET password_hash = ${hash}, email_proven = true WHERE id = ${person.id}`.execute(
    palabre.services.database.kysely,
  );
  return person;
}

async function hashOf({ id }: Person): Promise<string> {
  const { kysely } = palabre.services.database;
  const row = await kysely.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
  return row.password_hash ?? '';
}

const login = ({ user: { email }, password: own }: Person, password = own) =>
  palabre.nobody.call(api.users.login, { body: { email, password } });

it('A password hashed at another cost is hashed again by the login that proves it, however many come at once', async () => {
  const [person, today] = [await fromBefore(), await palabre.register()];
  const [before, beginning] = [await hashOf(person), (await hashOf(today)).split('$', 4).join('$')];
  expect(before).not.toContain(beginning);
  expect((await login(person, 'pas le bon')).status).toBe(401);
  expect(await hashOf(person)).toBe(before);

  const statuses = (await Promise.all(Array.from({ length: 5 }, () => login(person)))).map(({ status }) => status);
  expect(statuses).toEqual(Array(5).fill(200));
  const renewed = await hashOf(person);
  expect(renewed).toContain(beginning);
  expect((await login(person)).status).toBe(200);
  expect(await hashOf(person)).toBe(renewed);
});

it('A password changed while its older hash is hashed again stays changed, and the login is judged by it', async () => {
  const person = await fromBefore();
  const changed = hashSync('un tout autre mot', older);
  const really = pg.Client.prototype.query as (...asked: unknown[]) => Promise<unknown>;
  let isChanged = false;
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    // Just before the hash is looked at and locked.
    if (!isChanged && /^select "id" from "users" .* for update$/.test(String(asked[0]))) {
      isChanged = true;
      await sql`UPDATE users SET password_hash = ${changed} WHERE id = ${person.id}`.execute(
        palabre.services.database.kysely,
      );
    }
    return really.apply(this, asked);
  } as never);
  onTestFinished(() => query.mockRestore());
  const { status, body } = await login(person);
  expect([isChanged, status, body.code]).toEqual([true, 401, 'bad_credentials']);
  expect(await hashOf(person)).toBe(changed);
});

it('A reset that is under way goes on when its password is hashed again meanwhile', async () => {
  const person = await fromBefore();
  await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
  const p_otp = await codeSentTo(palabre, person.user.email);
  const checked = await palabre.nobody.ok(api.otp.check, { body: { p_id: person.id, p_otp, p_option: 'email' } });
  const before = await hashOf(person);
  expect((await login(person)).status).toBe(200);
  expect(await hashOf(person)).not.toBe(before);
  const { resetToken } = checked as { resetToken: string };
  const body = { newPassword: 'un tout autre mot', resetToken };
  expect((await palabre.nobody.call(api.otp.resetPassword, { params: { id: person.id }, body })).status).toBe(200);
  expect((await login(person, 'un tout autre mot')).status).toBe(200);
});

it('A session that is over says why to its page, where its account is suspended or its stay is over, and to nobody else', async () => {
  const { pool } = palabre.services.database;
  const said: unknown[] = [];
  for (const shut of ['suspended_at', 'guest_until', 'nothing']) {
    const person = await palabre.register();
    if (shut === 'nothing') await person.ok(api.users.logout);
    else await pool.query(`UPDATE users SET ${shut} = now() WHERE id = $1`, [person.id]);
    await palabre.services.sessions.refresh(person.id);
    const told = await palabre.nobody.ok(api.users.verifyToken, { body: { token: person.token } });
    said.push([told, (await person.call(api.otp.sent, { body: pair(person) })).body.code]);
  }
  expect(said).toEqual([
    [{ isValid: false, suspended: true }, 'session_suspended'],
    [{ isValid: false, stayOver: true }, 'session_stay_over'],
    [{ isValid: false }, 'unauthorized'],
  ]);
});
