import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import type { Palabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits } from '../../../test/locks.ts';
import { countFromNow } from '../../../test/measures.ts';
import { codeIn } from '../../../test/outside/mailbox.ts';
import { Codes, check, pair, wrong } from '../../../test/people/codes.ts';
import { askForCode, demandLinkCode } from './open/codes.ts';
import { goodForMs } from './otp.store.ts';

let codes: Codes;
let palabre: Palabre;
beforeAll(async () => {
  codes = await Codes.start();
  palabre = codes.palabre;
});

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe('a login with two-step', () => {
  it('asks for a code, which comes by mail and opens the session', async () => {
    const person = await codes.careful();
    const grown = await countFromNow(palabre.url);
    const answer = await codes.login(person);
    expect(answer).toEqual({
      token: null,
      user: { _id: person.id, email: person.user.email, firstName: 'Camille', doubleAuthentification: true },
      pending: expect.any(String),
    });
    const pending = new Client(palabre.url, answer.token === null ? answer.pending : null);
    const { message } = (await pending.raw('POST', '/api/otp/sent', { body: pair(person), headers: firefox })).body;
    expect(message).toBe('Un code vous a été envoyé par e-mail.');
    const mail = await codes.mailbox.nth(person.user.email);
    expect(mail.subject).toBe('Votre code de connexion');
    for (const fact of ['Firefox · Linux', '127.0.0.1', person.user.email, 'quelqu’un qui a donné votre mot de passe'])
      expect(mail.text).toContain(fact);
    const { status, body } = await check(pending, person, codeIn(mail), '2FA');
    expect([status, body.status, body.user?._id]).toEqual([200, 'success', person.id]);
    const me = (await new Client(palabre.url, body.token).ok(api.users.me)).user;
    expect(me).toMatchObject({ email: person.user.email, emailProven: true });
    expect(await grown()).toMatchObject({
      'palabre_logins_total{kind="password",outcome="ok"}': 1,
      'palabre_logins_total{kind="two-step",outcome="ok"}': 1,
    });
  });

  it('opens no session by the password alone, whose proof is good for nothing else', async () => {
    const person = await codes.careful();
    const { token } = await codes.half(person);
    for (const path of ['/api/user/me', '/api/workspace', '/api/notifications'])
      expect((await palabre.nobody.raw('GET', path, { token })).status).toBe(401);
    expect(await palabre.nobody.ok(api.users.verifyToken, { body: { token } })).toEqual({ isValid: false });
    await expect(palabre.connect(token ?? '', person.id)).rejects.toThrow('unauthorized');
    const reset = { newPassword: 'un autre mot de passe', resetToken: token ?? '' };
    const refused = await palabre.nobody.call(api.otp.resetPassword, { params: { id: person.id }, body: reset });
    expect(refused).toMatchObject({ status: 403, body: { code: 'reset_refused' } });
  });

  it('ends once: neither the code nor its proof is good again', async () => {
    const person = await codes.careful();
    const pending = await codes.half(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    const code = await codes.of(person);
    const replies = await Promise.all(Array.from({ length: 5 }, () => check(pending, person, code, '2FA')));
    // Requests after the code's use are told that it is invalid.
    const statuses = replies.map(({ status }) => status).sort();
    expect([statuses[0], statuses.slice(1).every(status => status === 400 || status === 401)]).toEqual([200, true]);
    expect((await check(pending, person, code, '2FA')).status).toBe(401);
    expect((await check(await codes.half(person), person, code, '2FA')).status).toBe(400);
  });

  it('has ten minutes of its own for each code, whenever the one before ends', async () => {
    const person = await codes.careful();
    const pending = await codes.half(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    await codes.of(person);
    await sql`UPDATE otp_codes SET expires_at = now() WHERE user_id = ${person.id}`.execute(codes.db);
    await pending.ok(api.otp.sent, { body: pair(person) });
    expect((await check(pending, person, await codes.of(person, 2), '2FA')).status).toBe(200);
  });

  it('is of one person: another’s id is refused, and so is a code of another purpose', async () => {
    const [person, other] = [await codes.careful(), await codes.careful()];
    const pending = await codes.half(person);
    expect((await pending.call(api.otp.sent, { body: pair(other) })).status).toBe(403);
    expect((await check(pending, other, '123456', '2FA')).status).toBe(403);
    // Anyone who knows the address can have a reset code sent: that code ends no login.
    await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
    const refused = await check(pending, person, await codes.of(person), '2FA');
    expect(refused).toMatchObject({ status: 400, body: { code: 'otp_invalid', status: 'error' } });
    expect(refused.body.message).toBe('Code invalide ou expiré');
  });

  it('ends with its person’s suspension', async () => {
    const person = await codes.careful();
    const pending = await codes.half(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    const code = await codes.of(person);
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${person.id}`.execute(codes.db);
    expect(await check(pending, person, code, '2FA')).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    });
  });

  it('ends with its password, with its person’s ban, and after ten minutes', async () => {
    const [changed, banned, late] = [await codes.careful(), await codes.careful(), await codes.careful()];
    const [one, two, three] = [await codes.half(changed), await codes.half(banned), await codes.half(late)];
    const body = { oldPassword: changed.password, newPassword: 'un autre mot de passe' };
    await changed.ok(api.accounts.changePassword, { params: { id: changed.id }, body });
    expect((await one.call(api.otp.sent, { body: pair(changed) })).status).toBe(401);
    await two.ok(api.otp.sent, { body: pair(banned) });
    const code = await codes.of(banned);
    await sql`INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), ${banned.user.email})`.execute(codes.db);
    expect(await check(two, banned, code, '2FA')).toMatchObject({ status: 403, body: { code: 'banned' } });
    const age = (minutes: number) =>
      sql`UPDATE otp_proofs SET expires_at = expires_at - make_interval(mins => ${minutes}::int)
        WHERE user_id = ${late.id}`.execute(codes.db);
    await age(9);
    expect((await three.call(api.otp.sent, { body: pair(late) })).status).toBe(200);
    await age(1);
    expect((await three.call(api.otp.sent, { body: pair(late) })).status).toBe(401);
  });

  it('does not begin with a password that changes during the request', async () => {
    const person = await palabre.register();
    const { email } = person.user;
    // Holds the change before its commit; the login, which has read the old password, waits for it.
    const login = await codes.db.transaction().execute(async tx => {
      await sql`UPDATE users SET password_hash = 'x' WHERE id = ${person.id}`.execute(tx);
      const login = palabre.nobody.call(api.users.login, { body: { email, password: person.password } });
      await vi.waitUntil(async () => (await countLockWaits(palabre)) > 0);
      return { reply: login };
    });
    expect((await login.reply).status).toBe(401);
  });

  it('asks for no code while two-step is on but unverified', async () => {
    const person = await palabre.register();
    await sql`UPDATE users SET double_authentification = true WHERE id = ${person.id}`.execute(codes.db);
    expect((await codes.login(person)).token).toEqual(expect.any(String));
  });
});

describe('a code', () => {
  it('dies after five wrong tries, even for the right one, made at once and from several addresses', async () => {
    const person = await codes.careful();
    const pending = await codes.half(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    const code = await codes.of(person);
    const guess = (p_otp: string, n: number) =>
      pending.raw('POST', '/api/otp/check', {
        body: { p_id: person.id, p_otp, p_option: '2FA' },
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      });
    const guesses = await Promise.all(Array.from({ length: 5 }, (_, n) => guess(wrong(code), n)));
    expect(guesses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    expect((await guess(code, 9)).status).toBe(400);
    await pending.ok(api.otp.sent, { body: pair(person) });
    expect((await guess(await codes.of(person, 2), 9)).status).toBe(200);
  });

  it('asked for longer ago than it would be good for is not made', async () => {
    const person = await palabre.register();
    const from = { device: null, address: '127.0.0.1' };
    const asked = { userId: person.id, purpose: 'verify', from, language: 'fr', whom: 'known' } as const;
    const writing = vi.spyOn(palabre.services.mails, 'send');
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    for (const longer of [1, 0]) {
      await askForCode(palabre.services, { ...asked, at: now - goodForMs - longer });
      await jobsDone(palabre, 'otp.send');
    }
    const mails = writing.mock.calls.filter(([{ to }]) => to === person.user.email);
    writing.mockRestore();
    expect(mails).toHaveLength(1);
    // The mail leaves while the code is good, or never.
    expect(mails[0]?.[0].until).toEqual(new Date(now + goodForMs));
    // A person who waits for this code in an account waits for no other mail.
    expect(mails[0]?.[0].whom).toBe('known');
  });

  it('is accepted on its fifth try, and ends the code before it', async () => {
    const person = await codes.careful();
    const pending = await codes.half(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    const first = await codes.of(person);
    await pending.ok(api.otp.sent, { body: pair(person) });
    const second = await codes.of(person, 2);
    for (const bad of [first === second ? wrong(first) : first, '1234', 'abcdef', wrong(second)])
      expect((await check(pending, person, bad, '2FA')).status).toBe(400);
    expect((await check(pending, person, second, '2FA')).status).toBe(200);
  });

  it('has six digits, its first zeros among them, typed as a text or as a number', async () => {
    const drawn = vi.spyOn(crypto, 'randomInt').mockReturnValue(42 as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      drawn.mockRestore();
      syncBuiltinESMExports();
    });
    for (const typed of ['000042', 42]) {
      const person = await palabre.register();
      await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
      expect(codeIn(await codes.mailbox.nth(person.user.email))).toBe('000042');
      const body = { p_id: person.id, p_otp: typed, p_option: 'email' as const };
      expect((await palabre.nobody.call(api.otp.check, { body })).status).toBe(200);
    }
  });

  it('expires after ten minutes', async () => {
    const grown = await countFromNow(palabre.url);
    const statuses: number[] = [];
    for (const minutes of [9, 10]) {
      const person = await palabre.register();
      await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
      const code = await codes.of(person);
      await sql`UPDATE otp_codes SET expires_at = expires_at - make_interval(mins => ${minutes}::int)
        WHERE user_id = ${person.id}`.execute(codes.db);
      statuses.push((await check(palabre.nobody, person, code, 'email')).status);
    }
    expect(statuses).toEqual([200, 400]);
    expect(await grown()).toMatchObject({
      'palabre_logins_total{kind="code",outcome="ok"}': 1,
      'palabre_logins_total{kind="code",outcome="failed"}': 1,
    });
  });

  it('is nowhere in the database, and expired ones are deleted, with the proofs of logins', async () => {
    const person = await palabre.register();
    await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
    const code = await codes.of(person);
    const dump = async () =>
      JSON.stringify([
        (await sql`SELECT encode(hash, 'escape') FROM otp_codes`.execute(codes.db)).rows,
        (await sql`SELECT payload FROM graphile_worker._private_jobs`.execute(codes.db)).rows,
      ]);
    expect(await dump()).not.toContain(code);
    await codes.half(await codes.careful());
    const kept = async () =>
      (await sql`SELECT FROM otp_codes UNION ALL SELECT FROM otp_proofs`.execute(codes.db)).rows.length;
    expect(await kept()).toBeGreaterThan(1);
    await sql`UPDATE otp_codes SET expires_at = now() - interval '1 second'`.execute(codes.db);
    await sql`UPDATE otp_proofs SET expires_at = now() - interval '1 second'`.execute(codes.db);
    // One code, and one login's proof.
    const recent = await codes.careful();
    await palabre.nobody.ok(api.otp.sent, { body: pair(recent) });
    await codes.of(recent);
    await codes.half(recent);
    await palabre.jobs.now('otp.purge');
    await jobsDone(palabre, 'otp.purge');
    expect(await kept()).toBe(2);
  });

  it('is sent once the mail server is back, and its request does not wait', async () => {
    const person = await palabre.register();
    await codes.mailbox.close();
    expect((await palabre.nobody.call(api.otp.sent, { body: pair(person) })).status).toBe(200);
    const failed = sql`SELECT FROM graphile_worker._private_jobs WHERE attempts > 0 AND last_error IS NOT NULL`;
    await vi.waitUntil(async () => (await failed.execute(codes.db)).rows.length > 0);
    await codes.mailbox.open();
    expect((await check(palabre.nobody, person, await codes.of(person), 'email')).status).toBe(200);
  });
});

describe('verifying two-step', () => {
  it('takes a code and a session, verifies two-step and ends the other sessions', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    await person.ok(api.accounts.update, { params: { id: person.id }, body: { doubleAuthentification: true } });
    const elsewhere = await person.elsewhere();
    const ears = await elsewhere.connect();
    await person.ok(api.linkedAccounts.link, { body: { email: other.user.email, password: other.password } });
    // The mail about the link has come by then.
    await codes.mailbox.nth(person.user.email);
    await person.ok(api.otp.sent, { body: pair(person) });
    const mail = await codes.mailbox.nth(person.user.email, 2);
    expect(mail.subject).toBe('Votre code pour activer la double authentification');
    const code = codeIn(mail);
    const refused = await check(person, person, wrong(code), '2FA');
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'otp_incorrect', status: 'error', message: 'Code incorrect ou expiré.' },
    });
    expect((await check(palabre.nobody, person, code, '2FA')).status).toBe(401);
    const { status, body } = await check(person, person, code, '2FA');
    expect([status, body.status, body.user?.verification, body.token]).toEqual([200, 'success', true, undefined]);
    expect(body.user?.otherAccounts).toEqual([]);
    expect((await other.ok(api.users.me)).user.verification).toBe(false);
    await ears.closed;
    expect((await elsewhere.call(api.users.me)).status).toBe(401);
    expect((await person.call(api.users.me)).status).toBe(200);
  });

  it('is told to the page that did it', async () => {
    const person = await palabre.register();
    // Proven beforehand, since the first proof of an address emits an event of its own.
    await sql`UPDATE users SET email_proven = true WHERE id = ${person.id}`.execute(codes.db);
    await person.ok(api.otp.sent, { body: pair(person) });
    const code = await codes.of(person);
    const ears = await person.connect();
    expect((await check(person, person, code, '2FA')).status).toBe(200);
    expect(await ears.next('updateUser')).toMatchObject({ _id: person.id });
  });

  it('is for one’s own account alone', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    expect((await check(person, other, '123456', '2FA')).status).toBe(403);
  });
});

it('A wrong code is refused in the words of what it was for', async () => {
  const [person, careful] = [await palabre.register(), await codes.careful()];
  const refused = [
    await check(palabre.nobody, person, '000000', 'email'),
    await check(person, person, '000000', 'email'),
    await check(person, person, '000000', '2FA'),
    await check(await codes.half(careful), careful, '000000', '2FA'),
  ];
  const saidOf = refused.map(({ status, body }) => [status, body.code]);
  expect(saidOf).toEqual([
    [400, 'otp_reset'],
    [400, 'otp_incorrect'],
    [400, 'otp_incorrect'],
    [400, 'otp_invalid'],
  ]);
});

describe('an account opened by a provider', () => {
  it('sets its first password by a code alone, which ends its other sessions', async () => {
    const person = await palabre.register();
    const there = await person.elsewhere();
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(palabre.services.database.kysely);
    const set = (body: { code?: string; oldPassword?: string }) =>
      person.call(api.accounts.changePassword, {
        params: { id: person.id },
        body: { ...body, newPassword: 'un premier mot de passe' },
      });
    expect((await person.ok(api.users.me)).user.passwordless).toBe(true);
    expect(await set({})).toMatchObject({ status: 403, body: { code: 'otp_required' } });
    expect((await set({ oldPassword: person.password })).status).toBe(403);
    await person.ok(api.otp.sent, { body: pair(person) });
    const mail = await codes.mailbox.nth(person.user.email);
    expect(mail.subject).toBe('Votre code pour définir un mot de passe');
    expect(await set({ code: wrong(codeIn(mail)) })).toMatchObject({ status: 400, body: { code: 'otp_incorrect' } });
    expect((await set({ code: codeIn(mail) })).status).toBe(200);
    expect((await person.ok(api.users.me)).user).not.toHaveProperty('passwordless');
    expect((await there.call(api.users.me)).status).toBe(401);
    const body = { email: person.user.email, password: 'un premier mot de passe' };
    expect((await palabre.nobody.call(api.users.login, { body })).status).toBe(200);
    // From then on, a code does not replace the password.
    await person.ok(api.otp.sent, { body: pair(person) });
    expect(await set({ code: await codes.of(person, 2) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });
});

describe('a code to link another account', () => {
  it('is sent to that account, asked for from one’s own, and is good for nothing else', async () => {
    const [person, other] = [await palabre.register(), await codes.careful()];
    const { message } = await person.ok(api.otp.sent, { body: pair(other) });
    expect(message).toBe('Si ce compte existe, un code vient de lui être envoyé par e-mail.');
    const mail = await codes.mailbox.nth(other.user.email);
    expect(mail.subject).toBe('Votre code pour lier vos comptes');
    const code = codeIn(mail);
    expect((await check(await codes.half(other), other, code, '2FA')).status).toBe(400);
    expect((await check(palabre.nobody, other, code, 'email')).status).toBe(400);
    const from = { device: null, address: '203.0.113.5' };
    const asking = { userId: other.id, from, language: 'fr', cookies: { get: () => undefined } } as const;
    const demand = (typed?: string) => demandLinkCode(palabre.services, asking, typed);
    await expect(demand()).rejects.toMatchObject({ code: 'otp_required' });
    await expect(demand(wrong(code))).rejects.toMatchObject({ code: 'otp_invalid' });
    await demand(code);
    await expect(demand(code)).rejects.toMatchObject({ code: 'otp_invalid' });
  });

  it('links with the password as well, neither alone; the link ends with the password that proved it', async () => {
    const [person, other] = [await palabre.register(), await codes.careful()];
    const link = (password: string, code?: string) =>
      person.call(api.linkedAccounts.link, { body: { email: other.user.email, password, ...(code && { code }) } });
    expect(await link(other.password)).toMatchObject({ status: 403, body: { code: 'otp_required' } });
    await person.ok(api.otp.sent, { body: pair(other) });
    const code = await codes.of(other);
    expect(await link('pas le bon', code)).toMatchObject({ status: 403, body: { code: 'link_refused' } });
    expect(await link(other.password, wrong(code))).toMatchObject({ status: 400, body: { code: 'otp_invalid' } });
    expect((await link(other.password, code)).status).toBe(200);
    const { token } = await person.ok(api.linkedAccounts.token, { params: { id: other.id } });
    await palabre.nobody.ok(api.otp.sent, { body: pair(other) });
    const { body } = await check(palabre.nobody, other, await codes.of(other, 3), 'email');
    const reset = { newPassword: 'un autre mot de passe', resetToken: body.resetToken ?? '' };
    await palabre.nobody.ok(api.otp.resetPassword, { params: { id: other.id }, body: reset });
    expect((await palabre.nobody.raw('GET', '/api/user/me', { token })).status).toBe(401);
    expect((await person.ok(api.users.me)).user.otherAccounts).toEqual([]);
    expect((await person.call(api.linkedAccounts.token, { params: { id: other.id } })).body.code).toBe(
      'account_not_linked',
    );
  });
});
