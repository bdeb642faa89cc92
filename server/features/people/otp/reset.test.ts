import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Palabre, Person } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countFromNow } from '../../../test/measures.ts';
import { codeIn } from '../../../test/outside/mailbox.ts';
import { Codes, check, pair } from '../../../test/people/codes.ts';

let codes: Codes;
let palabre: Palabre;
beforeAll(async () => {
  codes = await Codes.start();
  palabre = codes.palabre;
});

describe('a forgotten password', () => {
  /** Gives the code that a person receives, and returns the proof. */
  async function prove(person: Person) {
    await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
    return check(palabre.nobody, person, await codes.of(person), 'email');
  }
  const newPassword = 'un tout autre mot de passe';
  const reset = (person: Person, body: object, headers: Record<string, string> = {}) =>
    palabre.nobody.raw('PUT', `/api/user/${person.id}/reset-password`, { body, headers });

  it('begins with the id of an account, or « Utilisateur introuvable. »', async () => {
    const person = await palabre.register();
    const { user } = await palabre.nobody.ok(api.users.byEmail, { query: { email: person.user.email.toUpperCase() } });
    expect(user).toEqual({ _id: person.id });
    const unknown = await palabre.nobody.call(api.users.byEmail, { query: { email: 'personne@exemple.fr' } });
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Utilisateur introuvable.' } });
  });

  it('is replaced once by a code: all sessions end, two-step stays, and the owner is told', async () => {
    const person = await codes.careful();
    const socket = await person.connect();
    const { body } = await prove(person);
    expect((await codes.mailbox.nth(person.user.email)).subject).toBe('Votre code pour changer de mot de passe');
    expect([body.status, body.token, body.user]).toEqual(['success', undefined, undefined]);
    const { resetToken } = body;
    expect((await reset(person, { newPassword: 'court', resetToken })).status).toBe(400);
    const done = await reset(person, { newPassword, resetToken });
    expect([done.status, done.body.message]).toEqual([200, 'Mot de passe réinitialisé avec succès.']);
    await socket.closed;
    expect((await person.call(api.users.me)).status).toBe(401);
    const again = await reset(person, { newPassword: 'encore un autre mot', resetToken });
    expect(again).toMatchObject({ status: 403, body: { code: 'reset_refused' } });
    expect((await codes.login(person, newPassword)).token).toBeNull();
    expect((await codes.mailbox.nth(person.user.email, 2)).subject).toBe('Votre mot de passe a été changé');
  });

  it('is replaced once, even by concurrent requests', async () => {
    const person = await palabre.register();
    const { resetToken } = (await prove(person)).body;
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, n) => reset(person, { newPassword: `${newPassword} ${n}`, resetToken })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  it('is not replaced when the person has changed it while the request was under way', async () => {
    const person = await palabre.register();
    const { resetToken } = (await prove(person)).body;
    const really = pg.Client.prototype.query as (...asked: unknown[]) => Promise<unknown>;
    let changed = false;
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      if (!changed && String(asked[0]).includes('DELETE FROM otp_proofs')) {
        changed = true;
        await sql`UPDATE users SET password_hash = 'another' WHERE id = ${person.id}`.execute(codes.db);
      }
      return really.apply(this, asked);
    } as never);
    onTestFinished(() => query.mockRestore());
    const refused = await reset(person, { newPassword, resetToken });
    expect([changed, refused.status, refused.body.code]).toEqual([true, 403, 'reset_refused']);
  });

  it('is replaced by the cookie alone too, which no script and no other site has', async () => {
    const person = await palabre.register();
    const grown = await countFromNow(palabre.url);
    const { headers, body } = await prove(person);
    expect(await grown()).toMatchObject({ 'palabre_logins_total{kind="code",outcome="ok"}': 1 });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^reset=[\w-]{43}; Max-Age=600; Path=\/api\/user; HttpOnly; SameSite=Strict$/);
    const done = await reset(person, { newPassword }, { cookie: `reset=${body.resetToken}` });
    expect(done.status).toBe(200);
    expect(done.headers.get('set-cookie')).toMatch(/^reset=; Max-Age=0;/);
    expect((await codes.login(person, newPassword)).token).toEqual(expect.any(String));
  });

  it('is not replaced without a proof, with another person’s, or after ten minutes', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    const { resetToken } = (await prove(person)).body;
    for (const [of, body] of [
      [person, {}],
      [person, { resetToken: 'x' }],
      [other, { resetToken }],
    ] as const) {
      const refused = await reset(of, { newPassword, ...body });
      expect(refused).toMatchObject({ status: 403, body: { code: 'reset_refused' } });
    }
    await sql`UPDATE otp_proofs SET expires_at = now() WHERE user_id = ${person.id}`.execute(codes.db);
    expect((await reset(person, { newPassword, resetToken })).status).toBe(403);
  });

  it('is not replaced once the account is suspended; no code is sent to it, nor to a banned one', async () => {
    const [person, banned] = [await palabre.register(), await palabre.register()];
    const { resetToken } = (await prove(person)).body;
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${person.id}`.execute(codes.db);
    await sql`INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), ${banned.user.email})`.execute(codes.db);
    const refused = await reset(person, { newPassword, resetToken });
    expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    for (const shut of [person, banned]) await palabre.nobody.ok(api.otp.sent, { body: pair(shut) });
    for (const job of ['otp.send', 'mail.send']) await jobsDone(palabre, job);
    const subjects = [person, banned].map(({ user }) => codes.mailbox.to(user.email).map(({ subject }) => subject));
    expect(subjects).toEqual([['Votre code pour changer de mot de passe'], []]);
  });

  it.each([true, false])(
    'is replaced by an administrator’s link, which ends two-step if it says so: %s',
    async twoStep => {
      const [person, administrator] = [await codes.careful(), await palabre.register()];
      await palabre.makeAdministrator(administrator);
      const recovery = { by: 'hand' as const, twoStep };
      const { link } = await administrator.ok(api.administration.recover, {
        params: { id: person.id },
        body: recovery,
      });
      await codes.mailbox.nth(person.user.email);
      expect((await reset(person, { newPassword, resetToken: link?.split('#recovery=')[1] })).status).toBe(200);
      expect((await codes.mailbox.nth(person.user.email, 2)).subject).toBe(
        'Votre mot de passe a été changé par un lien de secours',
      );
      const opened = await codes.login(person, newPassword);
      expect(opened.token === null).toBe(!twoStep);
      // A link given by hand does not prove that the person reads the address's mails.
      const proven = codes.db.selectFrom('users').select('email_proven').where('id', '=', person.id);
      expect(await proven.executeTakeFirstOrThrow()).toEqual({ email_proven: false });
    },
  );

  it('of an account whose address is proven, when it is replaced, ends all sessions and links too', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    await sql`UPDATE users SET email_proven = true WHERE id = ${person.id}`.execute(codes.db);
    await sql`INSERT INTO linked_accounts (first_user, second_user)
      VALUES (least(${person.id}::uuid, ${other.id}::uuid), greatest(${person.id}::uuid, ${other.id}::uuid))`.execute(
      codes.db,
    );
    const [there, ears] = [await person.elsewhere(), await other.connect()];
    const { resetToken } = (await prove(person)).body;
    expect((await reset(person, { newPassword, resetToken })).status).toBe(200);
    for (const session of [person, there]) expect((await session.call(api.users.me)).status).toBe(401);
    expect((await other.ok(api.linkedAccounts.list)).users).toEqual([]);
    expect(await ears.next('updateAccounts')).toEqual({ _id: other.id, users: [] });
  });

  it('ends the codes sent before it, when it is replaced', async () => {
    const person = await palabre.register();
    // Proven beforehand, since the first proof of an address ends all codes by itself.
    await sql`UPDATE users SET email_proven = true WHERE id = ${person.id}`.execute(codes.db);
    const { resetToken } = (await prove(person)).body;
    await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
    const later = await codes.of(person, 2);
    expect((await reset(person, { newPassword, resetToken })).status).toBe(200);
    const refused = await check(palabre.nobody, person, later, 'email');
    expect([refused.status, refused.body.code]).toEqual([400, 'otp_reset']);
  });

  it('gets the same answer and sentence for a known and an unknown account', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    const unknown = { p_id: '0199f3c0-0000-7000-8000-000000000000', p_email: 'personne@exemple.fr' };
    const asked = [pair(person), unknown, { p_id: other.id, p_email: person.user.email }];
    const replies = await Promise.all(asked.map(body => palabre.nobody.call(api.otp.sent, { body })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    await codes.of(person);
    const refusals = await Promise.all(
      [person.id, unknown.p_id].map(p_id =>
        palabre.nobody.call(api.otp.check, { body: { p_id, p_otp: '12345', p_option: 'email' } }),
      ),
    );
    for (const { status, body } of refusals) {
      const message = 'Code OTP incorrect ou expiré.';
      expect([status, body]).toEqual([400, { code: 'otp_reset', status: 'error', message }]);
    }
    expect(codes.mailbox.to(other.user.email)).toEqual([]);
    expect(codes.mailbox.to(person.user.email)).toHaveLength(1);
  });

  it('is answered in English to a person who speaks it', async () => {
    const person = await palabre.register();
    const headers = { 'accept-language': 'en' };
    await palabre.nobody.raw('POST', '/api/otp/sent', { body: pair(person), headers });
    const mail = await codes.mailbox.nth(person.user.email);
    expect(mail.subject).toBe('Your code to change your password');
    const facts = ['Asked by: someone who gave your address', `Account: ${person.user.email}`, 'Device: unknown'];
    for (const said of ['Hello Camille,', 'Good for 10 minutes, once.', ...facts]) expect(mail.text).toContain(said);
    const { resetToken } = (await check(palabre.nobody, person, codeIn(mail), 'email')).body;
    expect((await reset(person, { newPassword, resetToken }, headers)).body.message).toBe(
      'Your password has been reset.',
    );
    expect((await codes.mailbox.nth(person.user.email, 2)).subject).toBe('Your password has been changed');
  });
});
