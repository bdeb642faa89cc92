import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { codeSentTo, mailsTo } from '../../../test/outbox.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
});

const pair = ({ id, user }: Person) => ({ p_id: id, p_email: user.email });
const unknown = { p_id: '0199f3c0-0000-7000-8000-000000000000', p_email: 'personne@exemple.fr' };
/** Spy on the jobs that make codes. */
const asked = () => vi.spyOn(palabre.services.jobs, 'add');

it('A code asked for again too soon is refused with 429 to a session, and silently without one', async () => {
  const person = await palabre.register();
  const jobs = asked();
  await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
  const again = await palabre.nobody.call(api.otp.sent, { body: pair(person) });
  expect(again.status).toBe(200);
  expect(jobs.mock.calls.filter(([name]) => name === 'otp.send')).toHaveLength(1);
  // Strangers' requests do not use up the owner's codes.
  await person.ok(api.otp.sent, { body: pair(person) });
  const refused = await person.call(api.otp.sent, { body: pair(person) });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  await codeSentTo(palabre, person.user.email, 2);
});

it('Wrong codes from one address are answered a hundred times in a quarter of an hour, for any accounts', async () => {
  const guess = (n: number, from: string) =>
    palabre.nobody.raw('POST', '/api/otp/check', {
      body: { p_id: `0199f3c0-0000-7000-8000-${String(n).padStart(12, '0')}`, p_otp: '123456', p_option: 'email' },
      headers: { 'x-forwarded-for': from },
    });
  await palabre.services.limits.spend('codeAddress', '203.0.113.7', 90);
  const replies = await Promise.all(Array.from({ length: 14 }, (_, n) => guess(n, '203.0.113.7')));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
  expect((await guess(0, '203.0.113.7')).status).toBe(429);
  expect((await guess(0, '203.0.113.8')).status).toBe(400);
  const { rows } = await sql`SELECT FROM otp_codes`.execute(palabre.services.database.kysely);
  expect(rows.length).toBeLessThanOrEqual(12);
});

it('A password set by a code costs its address nothing, and a wrong code a try', async () => {
  const address = '203.0.113.12';
  const given = async (person: Person, code?: string) => {
    const body = { newPassword: 'un tout autre mot', ...(code && { code }) };
    return (
      await person.raw('PUT', `/api/user/${person.id}/change-password`, {
        body,
        headers: { 'x-forwarded-for': address },
      })
    ).status;
  };
  const people = await Promise.all([palabre.register(), palabre.register()]);
  await sql`UPDATE users SET password_hash = NULL WHERE id = ANY(${people.map(({ id }) => id)})`.execute(
    palabre.services.database.kysely,
  );
  const [camille, karim] = people as [Person, Person];
  await palabre.services.limits.spend('codeAddress', address, 98);
  for (const person of [camille, karim]) {
    await person.ok(api.otp.sent, { body: pair(person) });
    expect([await given(person), await given(person, await codeSentTo(palabre, person.user.email))]).toEqual([
      403, 200,
    ]);
  }
  const other = await palabre.register();
  await sql`UPDATE users SET password_hash = NULL WHERE id = ${other.id}`.execute(palabre.services.database.kysely);
  expect([await given(other, '000000'), await given(other, '000000'), await given(other, '000000')]).toEqual([
    400, 400, 429,
  ]);
});

it('A right code costs its account and its address nothing', async () => {
  const [person, address] = [await palabre.register(), '203.0.113.13'];
  const { limits } = palabre.services;
  const { p_id } = pair(person);
  const headers = { 'x-forwarded-for': address };
  await limits.spend('codeAddress', address, 99);
  const left = await limits.spend('codeTries', person.id);
  for (const nth of [1, 2]) {
    await limits.clear('codeMinute', person.id);
    await person.ok(api.otp.sent, { body: pair(person) });
    const body = { p_id, p_otp: await codeSentTo(palabre, person.user.email, nth), p_option: 'email' };
    expect((await person.raw('POST', '/api/otp/check', { body, headers })).status).toBe(200);
  }
  expect(await limits.spend('codeTries', person.id)).toBe(left - 1);
});

it('Codes of one account are five in an hour', async () => {
  const person = await palabre.register();
  const { limits } = palabre.services;
  await limits.spend('codeHour', person.id, 4);
  expect((await person.call(api.otp.sent, { body: pair(person) })).status).toBe(200);
  await limits.clear('codeMinute', person.id);
  const refused = await person.call(api.otp.sent, { body: pair(person) });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true]);
});

it('The tenth code of a day, and the thirtieth wrong one, are told to their owner in one mail', async () => {
  const [person, other] = [await palabre.register(), await palabre.register()];
  const { limits } = palabre.services;
  const told = async (of = person) => {
    for (const job of ['otp.send', 'otp.reached', 'mail.send']) await jobsDone(palabre, job);
    const subjects = (await mailsTo(palabre.dataDir, of.user.email)).map(({ subject }) => subject);
    return subjects.filter(subject => /^(Beaucoup de|Many)( wrong)? codes /.test(subject ?? ''));
  };
  const jobs = asked();
  await limits.spend('codeDay', person.id, 9);
  await person.ok(api.otp.sent, { body: pair(person) });
  expect(await told()).toHaveLength(1);
  // Nobody waits for this mail: it leaves after all others, and once however many limits are reached meanwhile.
  const [keeping] = jobs.mock.calls.flatMap(([name, , options]) => (name === 'otp.reached' ? [options] : []));
  expect(keeping).toEqual({ key: `otp.reached:${person.id}`, whom: 'nobody' });
  const guessed = async (of: Person, headers = { 'accept-language': 'fr' }) => {
    await limits.spend('codeTries', of.id, 29);
    const body = { p_id: of.id, p_otp: '000000', p_option: 'email' };
    expect((await of.raw('POST', '/api/otp/check', { body, headers })).status).toBe(400);
    return told(of);
  };
  expect(await guessed(person)).toHaveLength(1);
  expect(await guessed(other)).toEqual(['Beaucoup de codes faux pour votre compte']);
  const english = await palabre.register();
  expect(await guessed(english, { 'accept-language': 'en' })).toEqual(['Many wrong codes for your account']);
});

it('Codes that people ask for in their accounts use up nothing of their address', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.11' };
  await palabre.services.limits.spend('codeRequests', '203.0.113.11', 99);
  for (const person of [await palabre.register(), await palabre.register()]) {
    expect((await person.raw('POST', '/api/otp/sent', { body: pair(person), headers })).status).toBe(200);
  }
  const strangers = () => palabre.nobody.raw('POST', '/api/otp/sent', { body: unknown, headers });
  expect([(await strangers()).status, (await strangers()).status]).toEqual([200, 429]);
});

it('E-mails are looked up twenty times a minute from one address, known or not', async () => {
  const person = await palabre.register();
  const look = (from: string, email = person.user.email) =>
    palabre.nobody.raw('GET', `/api/user/email?email=${email}`, { headers: { 'x-forwarded-for': from } });
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    for (const email of [person.user.email, 'personne@exemple.fr'])
      statuses.push((await look('203.0.113.9', email)).status);
  expect(statuses).toEqual([...Array(10).fill([200, 404]).flat(), 429, 429]);
  expect((await look('203.0.113.10')).status).toBe(200);
});

it('A reset lets its person log in at once, however many wrong passwords were tried before', async () => {
  const person = await palabre.register();
  const { email } = person.user;
  const login = (password: string) => palabre.nobody.call(api.users.login, { body: { email, password } });
  for (let n = 0; n < 10; n += 1) await login('pas le bon');
  expect((await login(person.password)).status).toBe(429);
  await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
  const p_otp = await codeSentTo(palabre, email);
  const { resetToken } = await palabre.nobody.ok(api.otp.check, {
    body: { p_id: person.id, p_otp, p_option: 'email' },
  });
  const body = { newPassword: 'un tout autre mot', resetToken };
  await palabre.nobody.ok(api.otp.resetPassword, { params: { id: person.id }, body });
  expect((await login('un tout autre mot')).status).toBe(200);
});

it('Codes that people in an account wait for go first, those of unknown accounts or e-mails last, which take a bounded number of places', async () => {
  const [inside, outside] = [await palabre.register(), await palabre.register()];
  const jobs = asked();
  jobs.mockClear();
  await palabre.nobody.ok(api.otp.sent, { body: { p_id: newId(), p_email: 'inconnue@exemple.fr' } });
  await palabre.nobody.ok(api.otp.sent, { body: { ...pair(outside), p_email: 'inconnue@exemple.fr' } });
  await palabre.nobody.ok(api.otp.sent, { body: pair(outside) });
  await inside.ok(api.otp.sent, { body: pair(inside) });
  const options = jobs.mock.calls.flatMap(([name, , options]) => (name === 'otp.send' ? [options] : []));
  const last = { whom: 'nobody', key: expect.stringMatching(/^otp\.send:\d{1,3}$/) };
  expect(options).toEqual([...[last, last], { whom: 'anyone' }, { whom: 'known' }]);
});
