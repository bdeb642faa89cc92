import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { codeSentTo, codesTo, mailsTo } from '../../../test/outbox.ts';
import { subjects, type Told } from '../otp/open/told.mails.ts';
import { lasting } from './open/lasting.ts';

let palabre: Palabre;
/** Person with a proven address, on whom administrators act. */
let known: Person;
beforeAll(async () => {
  palabre = await startPalabre();
  known = await palabre.register();
  await palabre.prove(known);
});

type Change = keyof typeof lasting;
interface Scene {
  /** Request of the change; its body may hold the identity proof. */
  path: (person: Person) => readonly ['PUT' | 'POST' | 'DELETE', string];
  body: (person: Person, other: Person) => object | Promise<object>;
  /** SQL that prepares a new account for the change. */
  before?: string;
  /** Mail about the change; null when nobody is left to tell. */
  told: Told | null;
}

const own = (person: Person) => `/api/user/${person.id}`;
const codeOf = async (person: Person, client: Client = person) => {
  const { email } = person.user;
  const before = (await codesTo(palabre.dataDir, email)).length;
  await client.ok(api.otp.sent, { body: { p_id: person.id, p_email: email } });
  return codeSentTo(palabre, email, before + 1);
};

/** Each lasting change, made by HTTP. */
const scenes: Record<Change, Scene> = {
  accountLinked: {
    path: () => ['POST', '/api/user/link-account'],
    body: (_, other) => ({ email: other.user.email, password: other.password }),
    told: 'accountLinked',
  },
  twoStepOff: {
    before: 'double_authentification = true, verification = true',
    path: person => ['PUT', own(person)],
    body: () => ({ doubleAuthentification: false }),
    told: 'twoStepOff',
  },
  mailsChanged: {
    path: person => ['PUT', own(person)],
    body: () => ({ notificationMail: true }),
    told: 'mailsChanged',
  },
  accountDeleted: { path: person => ['DELETE', own(person)], body: () => ({}), told: null },
  administratorMade: {
    before: 'admin = true',
    path: () => ['PUT', `/api/admin/users/${known.id}/administrator`],
    body: () => ({}),
    told: null,
  },
  administratorEnded: {
    before: 'admin = true',
    path: () => ['DELETE', `/api/admin/users/${known.id}/administrator`],
    body: () => ({}),
    told: null,
  },
  recoveryMade: {
    before: 'admin = true',
    path: () => ['POST', `/api/admin/users/${known.id}/recovery`],
    body: () => ({ by: 'hand' }),
    told: null,
  },
  addressChanged: {
    path: () => ['PUT', '/api/user/me/address'],
    body: person => ({ email: `autre-${person.user.email}` }),
    told: null,
  },
  passwordSet: {
    before: 'password_hash = NULL',
    path: person => ['PUT', `${own(person)}/change-password`],
    body: async person => ({ code: await codeOf(person), newPassword: 'un premier mot de passe' }),
    told: 'passwordSet',
  },
  passwordChanged: {
    path: person => ['PUT', `${own(person)}/change-password`],
    body: person => ({ oldPassword: person.password, newPassword: 'un autre mot de passe' }),
    told: 'passwordChanged',
  },
};
const names = Object.keys(scenes) as Change[];
const bySession = names.filter(name => lasting[name] === 'session');

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

async function stage(change: Change) {
  const [person, other] = [await palabre.register(), await palabre.register()];
  const { before, path, body } = scenes[change];
  const { pool } = palabre.services.database;
  if (before) await pool.query(`UPDATE users SET ${before} WHERE id = $1`, [person.id]);
  const [method, address] = path(person);
  const ask = async (headers: Record<string, string> = {}, more: object = {}) =>
    person.raw<{ code?: string }>(method, address, { body: { ...(await body(person, other)), ...more }, headers });
  const age = () =>
    pool.query(
      `UPDATE sessions SET proved_at = now() - interval '16 minutes', said_at = said_at - interval '16 minutes' WHERE user_id = $1`,
      [person.id],
    );
  const again = (given: object, headers: Record<string, string> = {}) =>
    person.raw<{ code?: string }>('POST', '/api/user/me/reauthenticate', { body: given, headers });
  return { person, other, ask, age, again };
}
const asked = { status: 403, body: { code: 'reauthentication_required' } };

it('Every lasting change asks for the proof that it is said to ask for', () => {
  const by = (proof: (typeof lasting)[Change]) => names.filter(name => lasting[name] === proof).sort();
  // A session stolen while it is young is enough for the first kind of change, not for the second.
  expect(by('session')).toEqual([
    ...['accountDeleted', 'accountLinked', 'addressChanged', 'administratorEnded', 'administratorMade'],
    ...['mailsChanged', 'recoveryMade'],
  ]);
  expect([by('said'), by('secret')]).toEqual([['twoStepOff'], ['passwordChanged', 'passwordSet']]);
});

describe.each(bySession)('%s asks for an identity proof', change => {
  it('when the session was proved over a quarter of an hour ago, and no longer after the password', async () => {
    const { person, ask, age, again } = await stage(change);
    await age();
    expect(await ask()).toMatchObject(asked);
    expect(await again({ password: 'pas le bon' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await ask()).toMatchObject(asked);
    expect((await again({ password: person.password })).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });

  it('on another device than the one that proved it, until proved there', async () => {
    const { person, ask, again } = await stage(change);
    expect(await ask(firefox)).toMatchObject(asked);
    expect((await again({ password: person.password }, firefox)).status).toBe(200);
    expect(await ask()).toMatchObject(asked);
    expect((await ask(firefox)).status).toBe(200);
  });
});

describe.each(names.filter(name => lasting[name] === 'said'))('%s asks for an identity proof', change => {
  it('however young the session: by the password, for a quarter of an hour, on the same device', async () => {
    const { person, ask, age, again } = await stage(change);
    expect(await ask()).toMatchObject(asked);
    expect(await again({ password: 'pas le bon' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await ask()).toMatchObject(asked);
    expect((await again({ password: person.password })).status).toBe(200);
    expect(await ask(firefox)).toMatchObject(asked);
    await age();
    expect(await ask()).toMatchObject(asked);
    expect((await again({ password: person.password })).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });

  it('and accepts a code, such as that by which two-step was turned on in this session', async () => {
    const { person, ask } = await stage(change);
    const p_otp = await codeOf(person);
    await person.ok(api.otp.check, { body: { p_id: person.id, p_otp, p_option: '2FA' } });
    expect((await ask()).status).toBe(200);
  });

  it('and accepts the code that opened this session', async () => {
    const { person, ask } = await stage(change);
    const { pending } = (
      await person.call(api.users.login, {
        body: { email: person.user.email, password: person.password },
      })
    ).body as { pending: string };
    const p_otp = await codeOf(person, new Client(palabre.url, pending));
    const opened = await new Client(palabre.url, pending).ok(api.otp.check, {
      body: { p_id: person.id, p_otp, p_option: '2FA' },
    });
    expect((await ask({ authorization: `Bearer ${'token' in opened ? opened.token : ''}` })).status).toBe(200);
  });
});

describe.each(names.filter(name => lasting[name] === 'secret'))('%s', change => {
  it('takes the identity proof with the change itself, however young the session', async () => {
    const { ask } = await stage(change);
    const { status, body } = await ask({}, { code: undefined, oldPassword: undefined });
    expect([status === 403 || status === 400, body.code]).toEqual([
      true,
      expect.stringMatching(/otp_required|invalid_input/),
    ]);
    expect((await ask()).status).toBe(200);
  });
});

describe('an identity proof', () => {
  it('is a code for an account without a password', async () => {
    const { person, ask, age, again } = await stage('accountLinked');
    await palabre.services.database.pool.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);
    await age();
    expect(await again({ password: person.password })).toMatchObject({ status: 403 });
    expect(await again({})).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await again({ code: '000000' })).toMatchObject({ status: 400, body: { code: 'otp_incorrect' } });
    expect((await again({ code: await codeOf(person) })).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });

  it('holds for its own session alone', async () => {
    const { person, age, again } = await stage('mailsChanged');
    const there = await person.elsewhere();
    await age();
    await again({ password: person.password });
    const change = (client: Client) =>
      client.call(api.accounts.update, { params: { id: person.id }, body: { notificationMail: true } });
    expect(await change(there)).toMatchObject(asked);
    expect((await change(person)).status).toBe(200);
  });

  it('is not asked for a request that changes nothing', async () => {
    const { person, age } = await stage('mailsChanged');
    await age();
    const same = { notificationMail: false, doubleAuthentification: false, jobTitle: 'Maçonne' };
    expect((await person.call(api.accounts.update, { params: { id: person.id }, body: same })).status).toBe(200);
  });

  it('is checked first: a wrong password of the other account is not even compared', async () => {
    const { person, other, age } = await stage('accountLinked');
    await age();
    const body = { email: other.user.email, password: 'pas le bon' };
    expect(await person.call(api.linkedAccounts.link, { body })).toMatchObject(asked);
  });
});

describe.each(names.filter(name => scenes[name].told))('%s is told by mail', change => {
  it.each(['fr', 'en'] as const)('to the owner of the account (%s)', async language => {
    const { person, ask, again } = await stage(change);
    if (lasting[change] === 'said') await again({ password: person.password });
    expect((await ask({ 'accept-language': language })).status).toBe(200);
    const subject = subjects[scenes[change].told as Told][language];
    const told = async () => (await mailsTo(palabre.dataDir, person.user.email)).find(mail => mail.subject === subject);
    const mail = await vi.waitUntil(told);
    const words = {
      fr: [
        ...['Bonjour Camille,', 'Choisir un autre mot de passe\n', `Compte\u00a0: ${person.user.email}`],
        ...['Demande de\u00a0: vous, depuis votre session', 'Appareil\u00a0: inconnu'],
      ],
      en: [
        ...['Hello Camille,', 'Choose another password\n', `Account: ${person.user.email}`],
        ...['Asked by: you, from your session', 'Device: unknown'],
      ],
    };
    for (const said of [...words[language], '127.0.0.1']) expect(mail.text).toContain(said);
    for (const unsaid of words[language === 'fr' ? 'en' : 'fr']) expect(mail.text).not.toContain(unsaid);
  });
});

it('Every kind of mail to an owner is tested, here or in the tests of its feature', () => {
  // Tested in `prove-address.test.ts`, `reset.test.ts`, `otp.days.test.ts`, `known-devices.test.ts`, `recovery.test.ts`.
  const beside: Told[] = ['deviceNew', 'addressProven', 'passwordReset', 'passwordRecovered', 'codeDay', 'codeTries'];
  const here = names.flatMap(name => scenes[name].told ?? []);
  expect([...here, ...beside].sort()).toEqual(Object.keys(subjects).sort());
});

it('A login proves who one is with its own device alone', async () => {
  const person = await palabre.register();
  const body = { email: person.user.email, password: person.password };
  const login = await palabre.nobody.raw<{ token: string }>('POST', '/api/user/login', { body, headers: firefox });
  const { token } = login.body;
  const change = (headers: Record<string, string>) =>
    person.raw('PUT', '/api/user/me/address', { token, headers, body: { email: `autre-${person.user.email}` } });
  expect(await change({})).toMatchObject(asked);
  expect((await change(firefox)).status).toBe(200);
});

it('A new link is told to both accounts', async () => {
  const { other, ask } = await stage('accountLinked');
  await ask();
  const told = async () => (await mailsTo(palabre.dataDir, other.user.email)).map(mail => mail.subject);
  await expect.poll(told).toContain(subjects.accountLinked.fr);
});

it('A refused change is told to nobody', async () => {
  const { person, ask, age } = await stage('twoStepOff');
  await age();
  const jobs = async () =>
    (await palabre.services.database.pool.query('SELECT FROM graphile_worker._private_jobs')).rows;
  // Mails of the tests before may still be on their way.
  await expect.poll(jobs).toEqual([]);
  expect((await ask()).status).toBe(403);
  expect(await jobs()).toEqual([]);
  expect(await mailsTo(palabre.dataDir, person.user.email)).toEqual([]);
  expect((await new Client(palabre.url, person.token).ok(api.users.me)).user.doubleAuthentification).toBe(true);
});
