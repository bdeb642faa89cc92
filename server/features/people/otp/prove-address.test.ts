import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { codeSentTo, codesTo, mailsTo } from '../../../test/outbox.ts';
import { type MockProvider, startProvider } from '../../../test/outside/provider.ts';
import { act, found } from '../../../test/people/societies.ts';
import { openedByAddress } from './open/prove-address.ts';

const boss = 'patronne@exemple.fr';
let provider: MockProvider;
let palabre: Palabre;
beforeAll(async () => {
  provider = await startProvider();
  palabre = await startPalabre({
    env: {
      ADMIN_EMAIL: boss,
      GOOGLE_CLIENT_ID: 'palabre',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: provider.url,
    },
  });
});
afterAll(() => provider.stop());

const codeTo = async (person: Person): Promise<string> => {
  await person.ok(api.otp.sent, { body: { p_id: person.id, p_email: person.user.email } });
  return codeSentTo(palabre, person.user.email);
};
const prove = (person: Person, p_otp: string, p_id = person.id) =>
  person.call(api.otp.check, { body: { p_id, p_otp, p_option: 'email' } });

describe('rights of an address, once its person has proven it', () => {
  /** Person with the address of each right, and how they try to use it. */
  const scenes: Record<
    (typeof openedByAddress)[number],
    () => Promise<{ person: Person; open: () => Promise<'refused' | 'opened'> }>
  > = {
    administrator: async () => {
      const person = await palabre.register({ email: boss });
      return {
        person,
        open: async () => {
          const { admin } = (await person.ok(api.users.me)).user;
          const { status } = await person.call(api.administration.users);
          expect(status).toBe(admin ? 200 : 404);
          return admin ? 'opened' : 'refused';
        },
      };
    },
    whitelist: async () => {
      const [owner, person] = [await palabre.register(), await palabre.register()];
      const society = await found(owner);
      const body = { action: 'addWhitelist', email: person.user.email } as const;
      await owner.ok(api.societies.update, { params: { id: society._id }, body });
      return {
        person,
        open: async () => {
          const { status, body } = await act(person, society, 'join');
          if (status === 200) return body.society.membership === 'member' ? 'opened' : 'refused';
          expect([status, body.code]).toEqual([403, 'address_unproven']);
          return 'refused';
        },
      };
    },
  };

  it.each(openedByAddress)('%s', async what => {
    const { person, open } = await scenes[what]();
    expect((await person.ok(api.users.me)).user.emailProven).toBe(false);
    expect(await open()).toBe('refused');
    const { status, body } = await prove(person, await codeTo(person));
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', user: expect.objectContaining({ _id: person.id, emailProven: true }) });
    expect(await open()).toBe('opened');
  });

  it('a whitelist tells nothing to a person without proof: the answer is the same on it or not', async () => {
    const [owner, listed, stranger] = await Promise.all([1, 2, 3].map(() => palabre.register()));
    if (!owner || !listed || !stranger) throw new Error('nobody');
    const society = await found(owner);
    const body = { action: 'addWhitelist', email: listed.user.email } as const;
    await owner.ok(api.societies.update, { params: { id: society._id }, body });
    const answers = await Promise.all([listed, stranger].map(person => act(person, society, 'join')));
    expect(answers[0]?.status).toBe(403);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it('an address put on a whitelist lets in, of the pending people, only one who has proven it', async () => {
    const [owner, proven, unproven] = await Promise.all([1, 2, 3].map(() => palabre.register()));
    if (!owner || !proven || !unproven) throw new Error('nobody');
    const society = await found(owner);
    await palabre.prove(proven);
    for (const person of [proven, unproven]) expect((await act(person, society, 'join')).status).toBe(200);
    const emails = [proven, unproven].map(({ user }) => user.email);
    const params = { id: society._id };
    await owner.ok(api.societies.update, { params, body: { action: 'addWhitelistBulk', emails } });
    const { society: seen } = await owner.ok(api.societies.one, { params });
    expect([seen.users.includes(proven.id), seen.pendingUsers]).toEqual([true, [unproven.id]]);
  });
});

describe('the mail of a code that a person asks for in their account', () => {
  const prove = 'Votre code pour confirmer votre adresse';
  const twoStep = 'Votre code pour activer la double authentification';
  const password = 'Votre code pour définir un mot de passe';

  it.each([
    ['of an address to prove', '', prove],
    ['without a password', 'password_hash = NULL', password],
    ['whose address is proven', 'email_proven = true', twoStep],
    ['that turns two-step on', 'double_authentification = true', twoStep],
    ['without a password that turns two-step on', 'password_hash = NULL, double_authentification = true', twoStep],
  ])('says what it is for in an account %s, and when by the clock of its person', async (_what, change, subject) => {
    const person = await palabre.register();
    await person.ok(api.accounts.update, { params: { id: person.id }, body: { timeZone: 'Pacific/Auckland' } });
    const { pool } = palabre.services.database;
    if (change) await pool.query(`UPDATE users SET ${change} WHERE id = $1`, [person.id]);
    await codeTo(person);
    const mails = await mailsTo(palabre.dataDir, person.user.email);
    expect(mails.map(mail => mail.subject)).toEqual([subject]);
    expect(mails[0]?.text).toContain('(heure de la Nouvelle-Zélande)');
  });
});

describe('proving one’s own address', () => {
  it('takes the code that one’s session asked for, of that account, and gives no right to another password', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    const code = await codeTo(person);
    expect((await mailsTo(palabre.dataDir, person.user.email))[0]?.subject).toBe(
      'Votre code pour confirmer votre adresse',
    );
    expect(await prove(other, code, person.id)).toMatchObject({ status: 400, body: { code: 'otp_reset' } });
    expect(
      (await palabre.nobody.call(api.otp.check, { body: { p_id: person.id, p_otp: code, p_option: 'email' } })).status,
    ).toBe(400);
    const { body } = await prove(person, code);
    expect(body).not.toHaveProperty('resetToken');
    expect((await prove(person, code)).status).toBe(400);
  });

  it('keeps the password and the session of its person, and is told to all of their devices, once', async () => {
    const person = await palabre.register();
    const there = await (await person.elsewhere()).connect();
    await prove(person, await codeTo(person));
    expect(await there.next('updateUser')).toMatchObject({ _id: person.id, email: person.user.email });
    await palabre.prove(person);
    await there.none('updateNotification');
    expect(there.all('updateUser')).toHaveLength(1);
    expect((await person.call(api.users.me)).status).toBe(200);
    await person.elsewhere();
  });
});

describe('a person who registered somebody else’s address first', () => {
  /** Makes an account with every way back into it for its first user. */
  async function hijack() {
    const [first, accomplice] = [await palabre.register(), await palabre.register()];
    const bystander = await palabre.register();
    const linked = { email: accomplice.user.email, password: accomplice.password };
    await first.ok(api.linkedAccounts.link, { body: linked });
    const ears = await first.connect();
    const { pool } = palabre.services.database;
    await pool.query(
      `INSERT INTO social_identities (issuer, subject, user_id)
       SELECT 'https://ailleurs', gen_random_uuid()::text, id FROM unnest($1::uuid[]) AS id`,
      [[first.id, bystander.id]],
    );
    const identities = async ({ id }: Person) =>
      (await pool.query('SELECT issuer FROM social_identities WHERE user_id = $1', [id])).rows;
    const devices = async ({ id } = first) =>
      (await pool.query<{ hash: Buffer }>('SELECT hash FROM known_devices WHERE user_id = $1', [id])).rows.map(
        ({ hash }) => hash.toString('hex'),
      );
    const theirs = await devices();
    expect(theirs).toHaveLength(1);
    const code = await codeTo(bystander);
    /** Checks that another person, with the same ways in, has kept each of them. */
    const isSpared = async () => {
      expect([await identities(bystander), (await devices(bystander)).length]).toEqual([
        ...[[{ issuer: 'https://ailleurs' }], 1],
      ]);
      const body = { email: bystander.user.email, password: bystander.password };
      expect((await palabre.nobody.call(api.users.login, { body })).status).toBe(200);
      expect((await prove(bystander, code)).status).toBe(200);
    };
    const isOut = async () => {
      await isSpared();
      expect((await devices()).filter(hash => theirs.includes(hash))).toEqual([]);
      await ears.closed;
      expect((await first.call(api.users.me)).status).toBe(401);
      const body = { email: first.user.email, password: first.password };
      expect((await palabre.nobody.call(api.users.login, { body })).status).toBe(401);
      const switched = await accomplice.call(api.linkedAccounts.token, { params: { id: first.id } });
      expect(switched.body.code).toBe('account_not_linked');
      expect(await identities(first)).not.toContainEqual({ issuer: 'https://ailleurs' });
    };
    return { first, isOut };
  }

  it('keeps nothing when the owner comes by a provider that proves the address, and the owner is told', async () => {
    const { first, isOut } = await hijack();
    const { email } = first.user;
    provider.says = { sub: first.id, email, email_verified: true, given_name: 'Inès', family_name: 'Ortega' };
    const entering = async () => {
      const begun = await fetch(`${palabre.url}/auth/google`, { redirect: 'manual' });
      const cookie = begun.headers
        .getSetCookie()
        .map(set => set.split(';')[0])
        .join('; ');
      const there = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
      const back = (there.headers.get('location') ?? '').replace(palabre.services.env.publicUrl, palabre.url);
      const answer = await fetch(back, { redirect: 'manual', headers: { cookie } });
      return new URLSearchParams((answer.headers.get('location') ?? '').split('?')[1]).get('token');
    };
    const token = await entering();
    const me = await palabre.nobody.raw<{ user: object }>('GET', '/api/user/me', { token });
    expect(me.body.user).toMatchObject({ _id: first.id, emailProven: true, passwordless: true, otherAccounts: [] });
    await isOut();
    await expect
      .poll(async () => (await mailsTo(palabre.dataDir, email)).map(({ subject }) => subject))
      .toContain('Votre adresse est confirmée');
    // The address is proven by then: another sign-in ends nothing.
    await entering();
    expect((await palabre.nobody.raw('GET', '/api/user/me', { token })).status).toBe(200);
  });

  it('keeps nothing when the owner resets the password', async () => {
    const { first, isOut } = await hijack();
    const { email } = first.user;
    const before = (await codesTo(palabre.dataDir, email)).length;
    await palabre.nobody.ok(api.otp.sent, { body: { p_id: first.id, p_email: email } });
    const p_otp = await codeSentTo(palabre, email, before + 1);
    const body = { p_id: first.id, p_otp, p_option: 'email' } as const;
    const { resetToken } = await palabre.nobody.ok(api.otp.check, { body });
    const reset = { newPassword: 'le mien, enfin', resetToken };
    await palabre.nobody.ok(api.otp.resetPassword, { params: { id: first.id }, body: reset });
    await isOut();
    const login = await palabre.nobody.ok(api.users.login, { body: { email, password: 'le mien, enfin' } });
    expect(login.user).toMatchObject({ emailProven: true });
  });
});
