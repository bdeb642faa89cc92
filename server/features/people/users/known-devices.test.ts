import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { codeSentTo, mailsTo } from '../../../test/outbox.ts';
import { Browser } from '../../../test/people/browser.ts';
import { pair, wrong } from '../../../test/people/codes.ts';
import { subjects } from '../otp/open/told.mails.ts';

let palabre: Palabre;
let addresses = 0;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
});

/** Returns a browser never seen before, at an address of its own. */
function stranger(): Browser {
  addresses += 1;
  return new Browser(palabre, `198.51.100.${addresses}`);
}

/** Registers a person, with a browser in which they have logged in. */
async function atHome(): Promise<{ person: Person; home: Browser }> {
  const [person, home] = [await palabre.register(), stranger()];
  expect((await home.login(person)).status).toBe(200);
  return { person, home };
}

const statusesOf = async (times: number, request: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push((await request()).status);
  return statuses;
};
const query = (text: ReturnType<typeof sql>) => text.execute(palabre.services.database.kysely);
const devicesOf = async ({ id }: Person): Promise<number> =>
  (await query(sql`SELECT FROM known_devices WHERE user_id = ${id}`)).rows.length;

describe('a browser of a login', () => {
  it('gets a cookie that scripts cannot read, once', async () => {
    const { person, home } = await atHome();
    expect(home.told).toHaveLength(1);
    const [cookie = ''] = home.told;
    expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    await home.login(person);
    expect(home.told).toEqual([]);
    // The same cookie serves another account in this browser.
    await home.login(await palabre.register());
    expect(home.told).toEqual([]);
    expect(await devicesOf(person)).toBe(2);
  });

  it('by https gets one that no other host of the domain can set, and brings the one of before once', async () => {
    const secure = await startPalabre({ env: { PUBLIC_URL: 'https://palabre.exemple.fr' } });
    const person = await secure.register();
    const home = new Browser(secure, '198.51.100.252');
    await home.login(person);
    // Attributes that browsers require of cookies with the `__Host-` prefix.
    const [cookie = '', ...others] = home.told;
    expect([cookie, others]).toEqual([
      expect.stringMatching(/^__Host-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      [],
    ]);
    const token = home.cookies.get('__Host-device') ?? '';

    // The cookie of a version without the prefix.
    home.cookies.clear();
    home.cookies.set('device', token);
    await home.login(person);
    expect([...home.cookies]).toEqual([['__Host-device', token]]);
    await home.login(person);
    expect(home.told).toEqual([]);

    // A cookie planted by another host of the domain, though it belongs to a browser that some account knows.
    const other = new Browser(secure, '198.51.100.253');
    other.cookies.set('device', token);
    await other.login(await secure.register());
    expect([...other.cookies.keys()]).toEqual(['__Host-device']);
    expect(other.cookies.get('__Host-device')).not.toBe(token);
    // The planted cookie does not hide the browser's own.
    home.cookies.set('device', 'A'.repeat(43));
    await home.login(person);
    expect(home.told).toEqual([]);
  });

  it('keeps no cookie that it invented', async () => {
    const { person, home } = await atHome();
    const made = home.copied('198.51.100.250');
    made.cookies.set('device', 'A'.repeat(43));
    await made.login(person);
    expect(made.cookies.get('device')).not.toBe('A'.repeat(43));
  });

  it('is known from the registration on, and opens no session by itself', async () => {
    const home = stranger();
    const body = {
      firstName: 'Camille',
      lastName: 'Moreau',
      email: 'nouvelle@exemple.fr',
      password: 'un mot de passe',
    };
    expect((await home.call(api.users.register, { body })).status).toBe(201);
    expect([...home.cookies.keys()]).toEqual(['device']);
    expect((await home.call(api.users.me, {})).status).toBe(401);
    expect(
      (await home.call(api.otp.check, { body: { p_id: crypto.randomUUID(), p_otp: '1234', p_option: '2FA' } })).status,
    ).toBe(401);
  });

  it('is one of the twenty last seen, and forgotten after a year', async () => {
    const person = await palabre.register();
    const first = stranger();
    await first.login(person);
    for (let n = 0; n < 20; n += 1) await stranger().login(person);
    expect(await devicesOf(person)).toBe(20);
    await first.login(person);
    expect(first.told).toHaveLength(1);
    await query(sql`UPDATE known_devices SET seen_at = now() - interval '366 days' WHERE user_id = ${person.id}`);
    const { person: other } = await atHome();
    await query(sql`UPDATE known_devices SET seen_at = now() - interval '364 days' WHERE user_id = ${other.id}`);
    await palabre.jobs.now('devices.purge');
    await vi.waitFor(async () => expect(await devicesOf(person)).toBe(0), { timeout: eventWaitTimeoutMs });
    expect(await devicesOf(other)).toBe(2);
  });

  it('that is seen again is kept before those that were not, however many come after it', async () => {
    const person = await palabre.register();
    const [first, second] = [stranger(), stranger()];
    for (const home of [first, second]) await home.login(person);
    for (let n = 0; n < 16; n += 1) await stranger().login(person);
    // The first browser is as old as the others, but was used today.
    await first.login(person);
    for (let n = 0; n < 3; n += 1) await stranger().login(person);
    for (const home of [first, second]) await home.login(person);
    expect([first.told, second.told].map(({ length }) => length)).toEqual([0, 1]);
  });
});

describe('a person with the password, in a browser known to the account', () => {
  it('logs in, however many strangers have failed', async () => {
    const { person, home } = await atHome();
    const others = stranger();
    expect(await statusesOf(11, () => others.login(person, 'pas le bon'))).toEqual([...Array(10).fill(401), 429]);
    expect((await stranger().login(person)).status).toBe(429);
    expect((await home.login(person)).status).toBe(200);
    // A success in a known browser refunds nothing to strangers.
    expect((await stranger().login(person)).status).toBe(429);
  });

  it('logs in from an address whose failures are used up', async () => {
    const { person, home } = await atHome();
    const { home: elsewhere } = await atHome();
    const crowd = new Browser(palabre, home.address);
    await palabre.services.limits.spend('loginAddress', home.address, 98);
    for (const n of [1, 2]) {
      const body = { email: `personne-${n}@exemple.fr`, password: 'x' };
      expect((await crowd.call(api.users.login, { body })).status).toBe(401);
    }
    expect((await crowd.login(person)).status).toBe(429);
    expect((await home.login(person)).status).toBe(200);
    // A browser known to another account only has no advantage.
    const foreign = elsewhere.copied(home.address);
    expect((await foreign.login(person)).status).toBe(429);
  });

  it('changes the password there, however many strangers have failed', async () => {
    const { person, home } = await atHome();
    const { token } = (await home.login(person)).body as { token: string };
    await statusesOf(10, () => stranger().login(person, 'pas le bon'));
    const change = (browser: Browser) => {
      const body = { oldPassword: person.password, newPassword: 'un tout autre mot' };
      return browser.call(api.accounts.changePassword, { params: { id: person.id }, body }, token);
    };
    expect((await change(stranger())).status).toBe(429);
    expect((await change(home)).status).toBe(200);
  });

  it('links the account to another there, however many strangers have failed', async () => {
    const { person, home } = await atHome();
    const other = await palabre.register();
    await statusesOf(10, () => stranger().login(person, 'pas le bon'));
    const link = (browser: Browser) => {
      const body = { email: person.user.email, password: person.password };
      return browser.call(api.linkedAccounts.link, { body }, other.token ?? '');
    };
    expect((await link(stranger())).status).toBe(429);
    expect((await link(home)).status).toBe(200);
  });

  it('ends a login by its code, however many codes were tried elsewhere with the same password', async () => {
    const { person, home } = await atHome();
    await query(sql`UPDATE users SET double_authentification = true, verification = true WHERE id = ${person.id}`);
    const half = async (browser: Browser) => ((await browser.login(person)).body as { pending: string }).pending;
    const give = (browser: Browser, token: string, p_otp: string) =>
      browser.call(api.otp.check, { body: { p_id: person.id, p_otp, p_option: '2FA' } }, token);
    const thief = stranger();
    const stolen = await half(thief);
    expect((await thief.call(api.otp.sent, { body: pair(person) }, stolen)).status).toBe(200);
    expect(await statusesOf(31, () => give(thief, stolen, '000000'))).toEqual([...Array(30).fill(400), 429]);
    expect((await thief.call(api.otp.sent, { body: pair(person) }, stolen)).status).toBe(429);

    const pending = await half(home);
    const { limits } = palabre.services;
    await limits.spend('codeRequests', home.address, 100);
    expect((await home.call(api.otp.sent, { body: pair(person) }, pending)).status).toBe(200);
    const code = await codeSentTo(palabre, person.user.email, 2);
    // Tries in a known browser neither use up the tries of its address nor wait for them.
    await limits.spend('codeAddress', home.address, 98);
    for (const _ of [1, 2]) expect((await give(home, pending, wrong(code))).status).toBe(400);
    const body = { p_id: crypto.randomUUID(), p_otp: '000000', p_option: 'email' as const };
    const crowd = () => new Browser(palabre, home.address).call(api.otp.check, { body });
    for (const status of [400, 400, 429]) expect((await crowd()).status).toBe(status);
    expect((await give(home, pending, code)).status).toBe(200);
  });
});

describe('codes in a browser known to the account', () => {
  const ask = (browser: Browser, person: Person) => browser.call(api.otp.sent, { body: pair(person) });
  const guess = (browser: Browser, person: Person) =>
    browser.call(api.otp.check, { body: { p_id: person.id, p_otp: '000000', p_option: 'email' } });

  it('are asked for and tried at an address that has used up its own, unlike in a browser that another account knows', async () => {
    const { person, home } = await atHome();
    const { home: elsewhere } = await atHome();
    const foreign = elsewhere.copied(home.address);
    for (const limit of ['codeRequests', 'codeAddress'] as const)
      await palabre.services.limits.spend(limit, home.address, 100);
    const statusesIn = async (browser: Browser) => [
      (await ask(browser, person)).status,
      (await guess(browser, person)).status,
    ];
    expect([await statusesIn(foreign), await statusesIn(home)]).toEqual([
      [429, 429],
      [200, 400],
    ]);
  });

  it('use up none of those that its address may ask for', async () => {
    const { person, home } = await atHome();
    await palabre.services.limits.spend('codeRequests', home.address, 99);
    for (const _ of [1, 2]) expect((await ask(home, person)).status).toBe(200);
    const crowd = () => ask(new Browser(palabre, home.address), person);
    expect([(await crowd()).status, (await crowd()).status]).toEqual([200, 429]);
  });

  it('set the first password at an address whose tries are used up', async () => {
    const { person, home } = await atHome();
    const { token } = (await home.login(person)).body as { token: string };
    await query(sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`);
    await person.ok(api.otp.sent, { body: pair(person) });
    const body = {
      code: await codeSentTo(palabre, person.user.email),
      newPassword: 'un premier mot de passe',
    };
    await palabre.services.limits.spend('codeAddress', home.address, 100);
    const set = (browser: Browser) =>
      browser.call(api.accounts.changePassword, { params: { id: person.id }, body }, token);
    expect([(await set(new Browser(palabre, home.address))).status, (await set(home)).status]).toEqual([429, 200]);
  });
});

describe('a browser known to an account', () => {
  it('may fail ten times itself, wherever its cookie was copied', async () => {
    const { person, home } = await atHome();
    const thief = home.copied('198.51.100.251');
    expect(await statusesOf(11, () => thief.login(person, 'pas le bon'))).toEqual([...Array(10).fill(401), 429]);
    expect((await home.login(person)).status).toBe(429);
    // It is counted by itself: strangers, and the person elsewhere, are not affected.
    expect((await stranger().login(person)).status).toBe(200);
  });

  it('gets its ten failures back with the right password, and uses up none of its address', async () => {
    const { person, home } = await atHome();
    await palabre.services.limits.spend('loginAddress', home.address, 98);
    for (const _ of [1, 2]) {
      expect(await statusesOf(9, () => home.login(person, 'pas le bon'))).toEqual(Array(9).fill(401));
      expect((await home.login(person)).status).toBe(200);
    }
    expect((await new Browser(palabre, home.address).login(person, 'pas le bon')).status).toBe(401);
  });

  it('is forgotten after a reset', async () => {
    const { person, home } = await atHome();
    await query(sql`UPDATE users SET email_proven = true WHERE id = ${person.id}`);
    await home.call(api.otp.sent, { body: pair(person) });
    const p_otp = await codeSentTo(palabre, person.user.email);
    const { body } = await home.call(api.otp.check, { body: { p_id: person.id, p_otp, p_option: 'email' } });
    const { resetToken } = body as { resetToken: string };
    const chosen = { newPassword: 'un tout autre mot', resetToken };
    const params = { id: person.id };
    expect((await home.call(api.otp.resetPassword, { params, body: chosen })).status).toBe(200);
    expect(await devicesOf(person)).toBe(0);
    await statusesOf(10, () => stranger().login(person, 'pas le bon'));
    expect((await home.login(person, 'un tout autre mot')).status).toBe(429);
  });

  it('is forgotten with its person’s account', async () => {
    const { person, home } = await atHome();
    const { token } = (await home.login(person)).body as { token: string };
    expect(await devicesOf(person)).toBe(2);
    expect((await home.call(api.accounts.remove, { params: { id: person.id }, body: {} }, token)).status).toBe(200);
    expect(await devicesOf(person)).toBe(0);
  });
});

describe('the owner of an account', () => {
  const subject = subjects.deviceNew.fr;
  const toldOf = async ({ user }: Person) =>
    (await mailsTo(palabre.dataDir, user.email)).filter(mail => mail.subject === subject);

  it('is mailed about a login in a new browser, with its address and the time in their own time zone', async () => {
    const { person, home } = await atHome();
    await person.ok(api.accounts.update, { params: { id: person.id }, body: { timeZone: 'Pacific/Auckland' } });
    // The mail about `home`, which came after the browser of the registration.
    await expect.poll(async () => (await toldOf(person)).length).toBe(1);
    await home.login(person);
    const far = stranger();
    expect((await far.login(person)).status).toBe(200);
    await expect.poll(async () => (await toldOf(person)).length).toBe(2);
    const mail = (await toldOf(person)).find(({ text }) => text?.includes(far.address));
    expect(mail?.text).toMatch(/\d{4} à \d{2}:\d{2} \(heure de la Nouvelle-Zélande\)/);
    // No mail for the same browser again, nor for one without its cookie beside a session of its own.
    await far.login(person);
    await new Browser(palabre, far.address).login(person);
    await stranger().login(person);
    await jobsDone(palabre, 'mail.send');
    expect(await toldOf(person)).toHaveLength(3);
  });

  it('is mailed about a new browser in the language of who came', async () => {
    const person = await palabre.register();
    await stranger().login(person);
    const body = { email: person.user.email, password: person.password };
    const headers = { 'accept-language': 'en', 'x-forwarded-for': stranger().address };
    expect((await palabre.nobody.raw('POST', '/api/user/login', { body, headers })).status).toBe(200);
    await jobsDone(palabre, 'mail.send');
    const told = (await mailsTo(palabre.dataDir, person.user.email)).map(mail => mail.subject);
    expect(told.sort()).toEqual([subject, 'Your account was opened on a new device']);
  });

  it('is not mailed about the first browser, nor about more than ten in a day', async () => {
    const person = await palabre.register({ email: 'camille+palabre@exemple.fr' });
    for (let n = 0; n < 13; n += 1) await stranger().login(person);
    await jobsDone(palabre, 'mail.send');
    const mails = await toldOf(person);
    expect(mails).toHaveLength(9);
    // The link of each mail opens the page with the address unchanged.
    expect(mails[0]?.text).toContain('/reset-password?email=camille%2Bpalabre%40exemple.fr\n');
  });

  it('is mailed about a new browser again, the day after ten of them', async () => {
    const person = await palabre.register();
    for (let n = 0; n < 12; n += 1) await stranger().login(person);
    await query(sql`UPDATE known_devices SET seen_at = now() - interval '25 hours' WHERE user_id = ${person.id}`);
    await jobsDone(palabre, 'mail.send');
    const before = (await toldOf(person)).length;
    await stranger().login(person);
    await jobsDone(palabre, 'mail.send');
    expect((await toldOf(person)).length).toBe(before + 1);
  });
});
