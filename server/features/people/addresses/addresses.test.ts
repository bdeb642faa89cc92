import { api } from '@palabre/common/contract/index.ts';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { codeSentTo, codesTo, mailsTo } from '../../../test/outbox.ts';
import { passOf } from '../../../test/people/admitted.ts';

let palabre: Palabre;
let administrator: Person;
beforeAll(async () => {
  palabre = await startPalabre({ env: { ADMIN_EMAIL: 'patronne@exemple.fr' } });
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
});
afterEach(() => administrator.ok(api.registration.choose, { body: { who: 'everybody' } }));

const fresh = () => `${crypto.randomUUID()}@exemple.fr`;
const ask = (person: Person, email: string) => person.call(api.addresses.change, { body: { email } });
const askFor = (person: Person, email: string, by = administrator) =>
  by.call(api.addresses.changeOf, { params: { id: person.id }, body: { email } });
const give = (person: Person, code: string) => person.call(api.addresses.confirm, { body: { otp: code } });
const giveFor = (person: Person, code: string, by = administrator) =>
  by.call(api.addresses.confirmOf, { params: { id: person.id }, body: { otp: code } });
const me = async (person: Person) => (await person.ok(api.users.me)).user;
const login = (email: string, { password }: Person) =>
  palabre.nobody.call(api.users.login, { body: { email, password } });
async function mails(address: string) {
  await jobsDone(palabre, 'addresses.send');
  await jobsDone(palabre, 'mail.send');
  return mailsTo(palabre.dataDir, address);
}
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

const hourMs = 3_600_000;
/** Holds the job that mails the next code; returns the function that lets it run, with another payload if given. */
async function holdCode(): Promise<(more?: object) => Promise<void>> {
  const { jobs } = palabre.services;
  const add = jobs.add.bind(jobs);
  let held: { name: string; payload: object } | undefined;
  vi.spyOn(jobs, 'add').mockImplementationOnce(async (name, payload) => {
    held = { name, payload };
  });
  return async (more = {}) => {
    if (!held) throw new Error('no code was to be sent');
    await add(held.name, { ...held.payload, ...more });
  };
}

describe('a change of one’s own address', () => {
  it('is proven by the code mailed to the new one, and told to the old one', async () => {
    const [karim, colleague, email] = [
      await palabre.register({ firstName: 'Karim' }),
      await palabre.register(),
      fresh(),
    ];
    await karim.ok(api.conversations.create, { body: { users: [colleague.id] } });
    const old = karim.user.email;
    const [ears, theirs] = [await karim.connect(), await colleague.connect()];
    expect((await ask(karim, email)).body).toEqual({
      message: 'Si cette adresse est libre, un code vient d’y être envoyé.',
    });
    await ears.next('updateUser');
    expect(await me(karim)).toMatchObject({ email: old, pendingEmail: email });
    const code = await codeSentTo(palabre, email);
    for (let n = 0; n < 4; n += 1) expect((await give(karim, wrongOf(code))).body.code).toBe('otp_incorrect');
    const watching = await administrator.connect();
    const { status, body } = await give(karim, code);
    expect(await watching.next('updateUser', ({ _id }) => _id === karim.id)).toMatchObject({ email });
    expect([status, body.user]).toMatchObject([200, { email, emailProven: true, pendingEmail: null }]);
    expect(await theirs.next('updateUser')).toMatchObject({ _id: karim.id, email });
    expect((await login(old, karim)).status).toBe(401);
    expect((await login(email, karim)).status).toBe(200);
    expect((await give(karim, code)).body.code).toBe('otp_incorrect');
    const told = (await mails(old)).at(-1);
    expect(told?.subject).toBe('L’adresse de votre compte a changé');
    for (const fact of ['vous, depuis votre session', 'Depuis\u00a0: 127.0.0.1']) expect(told?.text).toContain(fact);
    expect(told?.text).toContain(`${email[0]}…@exemple.fr`);
    expect(told?.text).not.toContain(email);
    const { entries } = await administrator.ok(api.audit.list, { query: { target: email } });
    expect(entries).toMatchObject([{ action: 'address_changed', actorId: karim.id }]);
  });

  it('ends other sessions, links, and what was earned by reading mails of the old one', async () => {
    const [karim, other, email] = [await palabre.register(), await palabre.register(), fresh()];
    const there = await karim.elsewhere();
    const ears = await there.connect();
    await karim.ok(api.linkedAccounts.link, { body: { email: other.user.email, password: other.password } });
    const bystander = await palabre.register();
    /** Has a person earn a proof, and get one more code; returns the outcome of both. */
    const earned = async ({ id, user }: Person) => {
      await palabre.nobody.ok(api.otp.sent, { body: { p_id: id, p_email: user.email } });
      const p_otp = await codeSentTo(palabre, user.email);
      const { resetToken } = await palabre.nobody.ok(api.otp.check, { body: { p_id: id, p_otp, p_option: 'email' } });
      await palabre.nobody.ok(api.otp.sent, { body: { p_id: id, p_email: user.email } });
      const unused = await codeSentTo(palabre, user.email, 2);
      return async () => {
        const late = { p_id: id, p_otp: unused, p_option: 'email' as const };
        const checked = await palabre.nobody.call(api.otp.check, { body: late });
        const reset = { newPassword: 'un autre mot de passe', resetToken };
        const chosen = await palabre.nobody.call(api.otp.resetPassword, { params: { id }, body: reset });
        return [checked.body.code, chosen.body.code];
      };
    };
    const [of, ofAnother] = [await earned(karim), await earned(bystander)];
    await ask(karim, email);
    expect((await give(karim, await codeSentTo(palabre, email))).status).toBe(200);
    await ears.closed;
    expect((await there.call(api.users.me)).status).toBe(401);
    expect((await me(karim)).otherAccounts).toEqual([]);
    expect([await of(), await ofAnother()]).toEqual([
      ['otp_reset', 'reset_refused'],
      [undefined, undefined],
    ]);
  });

  it('has the same answer for an address that has an account, which is told, and for a banned one', async () => {
    const [karim, taken] = [await palabre.register(), await palabre.register()];
    const banned = fresh();
    await administrator.ok(api.administration.ban, { body: { email: banned } });
    const answers = [];
    for (const email of [fresh(), taken.user.email, banned]) {
      const { status, body } = await ask(karim, email.toUpperCase());
      answers.push([status, body, (await me(karim)).pendingEmail === email]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const [told, ...others] = await mails(taken.user.email);
    expect([told?.subject, others]).toEqual(['Cette adresse a déjà un compte Palabre', []]);
    expect(told?.text).toContain('\nBonjour,\n');
    // The mail does not say who asked.
    expect(told?.text).not.toContain('vous, depuis votre session');
    expect(await codesTo(palabre.dataDir, taken.user.email)).toEqual([]);
    expect(await mails(banned)).toEqual([]);
    expect((await ask(karim, karim.user.email)).body.code).toBe('same_address');
  });

  it('is mailed in the language of who asks', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    const headers = { 'accept-language': 'en' };
    const sending = vi.spyOn(palabre.services.mails, 'send');
    const asked = await karim.raw('PUT', '/api/user/me/address', { body: { email }, headers });
    expect(asked.body.message).toBe('If this address is free, a code has just been sent to it.');
    const otp = await codeSentTo(palabre, email);
    const [code] = await mails(email);
    expect(code?.subject).toBe('Your code to change your address');
    for (const said of ['Hello Camille,', 'Good for an hour, once.']) expect(code?.text).toContain(said);
    // The mail leaves within the code's hour, or never.
    const sent = sending.mock.calls.find(([{ to }]) => to === email)?.[0];
    const goodForMs = (sent?.until?.getTime() ?? 0) - Date.now();
    sending.mockRestore();
    expect([goodForMs > hourMs / 2, goodForMs <= hourMs]).toEqual([true, true]);
    await karim.raw('POST', '/api/user/me/address', { body: { otp }, headers });
    const changed = (await mails(karim.user.email)).at(-1);
    expect(changed?.subject).toBe('The address of your account has changed');
    expect(changed?.text).toContain('By: you, from your session');
  });

  it('is mailed no code that nobody waits for: given up, over, or of an account suspended meanwhile', async () => {
    const [givenUp, late, suspended] = [await palabre.register(), await palabre.register(), await palabre.register()];
    const emails = [];
    for (const person of [givenUp, late, suspended]) {
      const email = fresh();
      emails.push(email);
      const send = await holdCode();
      await ask(person, email);
      if (person === givenUp) await person.ok(api.addresses.cancel);
      if (person === suspended) await administrator.ok(api.administration.suspend, { params: { id: person.id } });
      await send(person === late ? { at: Date.now() - 2 * hourMs } : {});
    }
    for (const email of emails) expect(await mails(email)).toEqual([]);
  });

  it('takes the code of the last address asked for, however late the one before is looked at', async () => {
    const [karim, first, second] = [await palabre.register(), fresh(), fresh()];
    const send = await holdCode();
    await ask(karim, first);
    await ask(karim, second);
    const code = await codeSentTo(palabre, second);
    await send();
    expect(await mails(first)).toEqual([]);
    expect((await give(karim, code)).status).toBe(200);
  });

  it.each([
    ['its hour ends', `UPDATE address_changes SET expires_at = now() - interval '1 hour' WHERE user_id = $1`],
    ['the account is suspended', 'UPDATE users SET suspended_at = now() WHERE id = $1'],
  ])('is refused when %s while the code is looked at', async (_what, meanwhile) => {
    const [karim, email] = [await palabre.register(), fresh()];
    await ask(karim, email);
    const code = await codeSentTo(palabre, email);
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [karim.id]);
    const given = give(karim, code);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query(meanwhile, [karim.id]);
    await held.query('COMMIT');
    expect((await given).body.code).toBe('otp_incorrect');
  });

  it('gives one address to one of two accounts that confirm it at once', async () => {
    const [karim, yann, email] = [await palabre.register(), await palabre.register(), fresh()];
    const codes: string[] = [];
    for (const person of [karim, yann]) {
      await ask(person, email);
      codes.push(await codeSentTo(palabre, email, codes.length + 1));
    }
    const held = await holdLock(palabre, `SELECT pg_advisory_xact_lock(hashtextextended('address:' || $1, 0))`, [
      email,
    ]);
    const both = [karim, yann].map((person, n) => give(person, codes[n] ?? ''));
    await vi.waitUntil(async () => (await countLockWaits(palabre, 'advisory')) === 2);
    await held.query('ROLLBACK');
    const codesOf = (await Promise.all(both)).map(({ status, body }) => body.code ?? status);
    expect(codesOf.sort()).toEqual([200, 'email_taken']);
  });

  it('takes its code however many were tried before it was sent', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    const send = await holdCode();
    await ask(karim, email);
    for (let n = 0; n < 6; n += 1) expect((await give(karim, '000000')).body.code).toBe('otp_incorrect');
    await send();
    expect((await give(karim, await codeSentTo(palabre, email))).status).toBe(200);
  });

  it('is refused once the address was taken or banned meanwhile', async () => {
    const [karim, first, second] = [await palabre.register(), fresh(), fresh()];
    await ask(karim, first);
    const code = await codeSentTo(palabre, first);
    await palabre.register({ email: first });
    expect((await give(karim, code)).body.code).toBe('email_taken');
    await ask(karim, second);
    // The code leaves before the ban: a banned address is mailed none.
    const last = await codeSentTo(palabre, second);
    await administrator.ok(api.administration.ban, { body: { email: second } });
    expect((await give(karim, last)).body.code).toBe('banned');
    expect((await me(karim)).email).toBe(karim.user.email);
  });

  it('ends with the session that asked, after five wrong codes, after an hour, with the next one, and when given up', async () => {
    const karim = await palabre.register();
    const asked = async () => {
      const email = fresh();
      await ask(karim, email);
      return codeSentTo(palabre, email);
    };
    const age = (minutes: number) =>
      palabre.services.database.pool.query(
        `UPDATE address_changes SET expires_at = expires_at - make_interval(mins => $2) WHERE user_id = $1`,
        [karim.id, minutes],
      );
    const [first, second] = [await asked(), await asked()];
    expect((await give(karim, first)).body.code).toBe('otp_incorrect');
    for (let n = 0; n < 5; n += 1) await give(karim, wrongOf(second));
    expect((await give(karim, second)).body.code).toBe('otp_incorrect');
    const third = await asked();
    await age(60);
    expect((await give(karim, third)).body.code).toBe('otp_incorrect');
    expect((await me(karim)).pendingEmail).toBeNull();
    const fourth = await asked();
    expect((await karim.ok(api.addresses.cancel)).message).toBe('Le changement d’adresse est abandonné.');
    expect((await give(karim, fourth)).body.code).toBe('otp_incorrect');
    // When the owner ends a thief's session, the change that it asked for ends too.
    const thief = await karim.elsewhere();
    const email = fresh();
    await thief.ok(api.addresses.change, { body: { email } });
    const code = await codeSentTo(palabre, email);
    await karim.ok(api.accounts.endOtherSessions);
    expect((await give(karim, code)).body.code).toBe('otp_incorrect');
    const last = await asked();
    await age(59);
    expect((await give(karim, last)).status).toBe(200);
  });

  it('takes an address of a listed domain where accounts are of these, and none where they are of a provider', async () => {
    const karim = await palabre.register();
    const choose = (body: Parameters<typeof administrator.ok<typeof api.registration.choose>>[1]['body']) =>
      administrator.ok(api.registration.choose, { body });
    await choose({ who: 'domains', domains: ['cabinet.fr'] });
    expect((await ask(karim, fresh())).body.code).toBe('address_not_accepted');
    expect((await ask(karim, 'karim@sous.cabinet.fr')).body.code).toBe('address_not_accepted');
    const email = `${crypto.randomUUID()}@cabinet.fr`;
    expect((await ask(karim, email)).status).toBe(200);
    const code = await codeSentTo(palabre, email);
    await choose({ who: 'domains', domains: ['autre.fr'] });
    expect((await give(karim, code)).body.code).toBe('address_not_accepted');
    // An address that an administrator sets is accepted whatever the list says.
    expect((await askFor(karim, email)).status).toBe(200);
    expect((await give(karim, await codeSentTo(palabre, email, 2))).status).toBe(200);
    await choose({ who: 'provider' });
    const approved = fresh();
    expect((await ask(karim, approved)).body.code).toBe('address_not_accepted');
    await passOf(palabre, approved);
    expect((await ask(karim, approved)).status).toBe(200);
  });

  it('gives what the new address opens', async () => {
    const karim = await palabre.register();
    await ask(karim, 'patronne@exemple.fr');
    await give(karim, await codeSentTo(palabre, 'patronne@exemple.fr'));
    expect(await me(karim)).toMatchObject({ admin: true });
    expect((await karim.call(api.administration.users)).status).toBe(200);
  });
});

describe('a change of address by an administrator', () => {
  it('is told by mail and in the inbox, and confirmed by the person', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    const old = karim.user.email;
    const ears = await karim.connect();
    expect((await askFor(karim, email)).body.message).toBe('Un code vient d’être envoyé à cette adresse.');
    await ears.next('updateUser');
    const asked = await administrator.ok(api.audit.list, { query: { action: 'address_change_asked', limit: 1 } });
    expect(asked.entries).toMatchObject([{ actorId: administrator.id, target: expect.stringContaining(old) }]);
    const [told, ...others] = await mails(old);
    expect([told?.subject, others]).toEqual(['Un changement d’adresse est demandé pour votre compte', []]);
    expect(told?.text).toContain('Agathe Roy');
    const inbox = async () => (await karim.ok(api.notifications.list, {})).notifications;
    expect(await inbox()).toMatchObject([
      {
        ...{ content: expect.stringContaining(email), link: '/settings/profile', isRead: false },
        actor: { _id: administrator.id },
      },
    ]);
    expect((await give(karim, await codeSentTo(palabre, email))).status).toBe(200);
    expect(await inbox()).toMatchObject([{ isRead: true }]);
    const { entries } = await administrator.ok(api.audit.list, { query: { target: email } });
    expect(entries).toMatchObject([{ action: 'address_changed' }]);
  });

  it('is confirmed by the administrator, to whom the person told the code: all of the person’s sessions end', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    await askFor(karim, email);
    const code = await codeSentTo(palabre, email);
    expect((await giveFor(karim, wrongOf(code))).body.code).toBe('otp_incorrect');
    expect((await giveFor(karim, code)).status).toBe(200);
    expect((await karim.call(api.users.me)).status).toBe(401);
    expect((await login(email, karim)).status).toBe(200);
    const told = (await mails(karim.user.email)).at(-1)?.text;
    expect(told).toContain('Agathe Roy');
    // The mail does not tell the old mailbox where the administrator is.
    expect(told).not.toContain('Depuis');
  });

  it('is told in the language of the person’s mails, and given up by the person on all of their devices', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    const [path, headers] = [`/api/user/${karim.id}`, { 'accept-language': 'en' }];
    await karim.raw('PUT', path, { body: { notificationMail: true }, headers });
    expect(await mails(karim.user.email)).toHaveLength(1);
    const there = await (await karim.elsewhere()).connect();
    await askFor(karim, email);
    await there.next('updateUser');
    expect((await mails(karim.user.email)).at(-1)?.subject).toBe('A change of address is asked for your account');
    expect((await mails(email)).map(({ subject }) => subject)).toEqual(['Your code to change your address']);
    await karim.ok(api.addresses.cancel);
    await there.next('updateUser');
    expect((await karim.ok(api.notifications.list, {})).notifications).toMatchObject([{ isRead: true }]);
  });

  it('is told to who prefers no language in the one of the place, whatever the administrator reads', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    const choose = async (language: 'en' | null) => {
      const { version } = await administrator.ok(api.settings.read);
      await administrator.ok(api.settings.change, { body: { version, language } });
    };
    await choose('en');
    onTestFinished(() => choose(null));
    const [path, headers] = [`/api/admin/users/${karim.id}/address`, { 'accept-language': 'fr' }];
    await administrator.raw('PUT', path, { body: { email }, headers });
    await administrator.raw('POST', path, { body: { otp: await codeSentTo(palabre, email) }, headers });
    const [code] = await mails(email);
    expect([code, ...(await mails(karim.user.email))].map(mail => mail?.subject)).toEqual([
      'Your code to change your address',
      'A change of address is asked for your account',
      'The address of your account has changed',
    ]);
  });

  it('does not confirm what the person asked for by themself', async () => {
    const [karim, email] = [await palabre.register(), fresh()];
    await ask(karim, email);
    expect((await giveFor(karim, await codeSentTo(palabre, email))).body.code).toBe('otp_incorrect');
  });

  it('is refused for a taken or banned address, for oneself, for a suspended account, and to others', async () => {
    const [karim, taken, banned] = [await palabre.register(), await palabre.register(), fresh()];
    await administrator.ok(api.administration.ban, { body: { email: banned } });
    expect((await askFor(karim, taken.user.email)).body.code).toBe('email_taken');
    expect((await askFor(karim, banned)).body.code).toBe('banned');
    expect((await askFor(karim, karim.user.email)).body.code).toBe('same_address');
    expect((await askFor(administrator, fresh())).body.code).toBe('address_change_refused');
    expect((await askFor(karim, fresh(), taken)).status).toBe(404);
    const long = await palabre.register();
    await palabre.makeAdministrator(long);
    await palabre.services.database.pool.query(
      `UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = $1`,
      [long.id],
    );
    expect((await askFor(karim, fresh(), long)).body.code).toBe('reauthentication_required');
    const email = fresh();
    await askFor(karim, email);
    const code = await codeSentTo(palabre, email);
    await administrator.ok(api.administration.suspend, { params: { id: karim.id } });
    expect((await giveFor(karim, code)).body.code).toBe('address_change_refused');
    expect((await askFor(karim, fresh())).body.code).toBe('address_change_refused');
  });
});

it('Changes of address whose time is over are deleted by the job, and no others', async () => {
  const [late, waiting] = [await palabre.register(), await palabre.register()];
  for (const person of [late, waiting]) await ask(person, fresh());
  const { pool } = palabre.services.database;
  await pool.query(`UPDATE address_changes SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [late.id]);
  await palabre.jobs.now('addresses.purge');
  await jobsDone(palabre, 'addresses.purge');
  const { rows } = await pool.query('SELECT user_id FROM address_changes WHERE user_id = ANY($1)', [
    [late.id, waiting.id],
  ]);
  expect(rows).toEqual([{ user_id: waiting.id }]);
});
