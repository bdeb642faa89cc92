import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { onceBefore } from '../../../test/locks.ts';
import { countFromNow } from '../../../test/measures.ts';
import { Codes, check, pair } from '../../../test/people/codes.ts';

let codes: Codes;
beforeAll(async () => {
  codes = await Codes.start();
});

it.each([
  ['its password has changed', `UPDATE users SET password_hash = 'another' WHERE id =`],
  ['its account is deleted', 'DELETE FROM users WHERE id ='],
])('A login that is ended by a right code opens no session once %s meanwhile', async (_what, statement) => {
  const person = await codes.careful();
  const pending = await codes.half(person);
  await pending.ok(api.otp.sent, { body: pair(person) });
  const code = await codes.of(person);
  await sql`DELETE FROM sessions WHERE user_id = ${person.id}`.execute(codes.db);
  // The proof of the password has been read by then, and the code has not.
  const hasCome = onceBefore('INSERT INTO otp_codes', () => sql`${sql.raw(statement)} ${person.id}`.execute(codes.db));
  const { status, body } = await check(pending, person, code, '2FA');
  expect([hasCome(), status, body.code]).toEqual([true, 400, 'otp_invalid']);
  expect((await sql`SELECT FROM sessions WHERE user_id = ${person.id}`.execute(codes.db)).rows).toEqual([]);
});

it('A wrong password and a wrong code are counted among the logins that failed', async () => {
  const person = await codes.careful();
  const pending = await codes.half(person);
  const grown = await countFromNow(codes.palabre.url);
  const body = { email: person.user.email, password: 'pas le bon' };
  expect((await codes.palabre.nobody.call(api.users.login, { body })).status).toBe(401);
  expect((await check(pending, person, '000000', '2FA')).status).toBe(400);
  expect(await grown()).toMatchObject({
    'palabre_logins_total{kind="password",outcome="failed"}': 1,
    'palabre_logins_total{kind="two-step",outcome="failed"}': 1,
  });
});

it('A right code is used up alone: one for another purpose stays good', async () => {
  const person = await codes.palabre.register();
  await person.ok(api.otp.sent, { body: pair(person) });
  const own = await codes.of(person);
  await codes.palabre.nobody.ok(api.otp.sent, { body: pair(person) });
  const reset = await codes.of(person, 2);
  expect((await check(person, person, own, 'email')).status).toBe(200);
  expect((await check(codes.palabre.nobody, person, reset, 'email')).body).toHaveProperty('resetToken');
});

it('A code is asked for by who has no session, though their client sends a bearer that is none', async () => {
  const person = await codes.palabre.register();
  for (const token of ['undefined', 'null']) {
    const reply = await codes.palabre.nobody.raw('POST', '/api/otp/sent', { token, body: pair(person) });
    expect([token, reply.status]).toEqual([token, 200]);
  }
  expect((await codes.mailbox.nth(person.user.email)).subject).toBe('Votre code pour changer de mot de passe');
});
