import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { codeSentTo, mailsTo } from '../../../test/outbox.ts';
import { check, pair } from '../../../test/people/codes.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Lead of the clock of the jobs over the clock of everything else. */
let aheadMs = 0;
let palabre: Palabre;
let administrator: Person;
let camille: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre({ now: () => new Date(Date.now() + aheadMs) });
  [administrator, camille] = [await palabre.register({ firstName: 'Agathe' }), await palabre.register()];
  await palabre.makeAdministrator(administrator);
  team = await gather(camille);
});

const suspend = (of: Person, by = administrator) => by.call(api.administration.suspend, { params: { id: of.id } });
const restore = (of: Person) => administrator.ok(api.administration.restore, { params: { id: of.id } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const login = ({ user: { email }, password }: Person) =>
  palabre.nobody.call(api.users.login, { body: { email, password } });
/** Registers a person of the team. */
async function member(firstName = 'Karim'): Promise<Person> {
  const person = await palabre.register({ firstName });
  await person.ok(api.workspaces.join, { params: team.params });
  return person;
}
const listed = async (by: Person, id: string) =>
  (await by.ok(api.members.list, { params: team.params })).users.find(({ _id }) => _id === id);

const shut = [403, 'account_suspended'];

describe('a suspended person', () => {
  it('loses their sessions and sockets at once, and is told why whatever they ask', async () => {
    const karim = await member();
    const [ears, phone] = [await karim.connect(), await karim.elsewhere()];
    expect((await suspend(karim)).body.message).toBe('Compte suspendu.');
    await ears.closed;
    for (const session of [karim, phone]) {
      const refused = await session.call(api.users.me);
      expect(codeOf(refused)).toEqual([401, 'session_suspended']);
      expect(refused.body).toMatchObject({
        message: 'Votre compte est suspendu. Adressez-vous à une personne qui administre Palabre.',
      });
      await expect(session.connect()).rejects.toThrow('session_suspended');
      expect(codeOf(await session.call(api.otp.sent, { body: pair(karim) }))).toEqual([401, 'session_suspended']);
    }
    const { status, body } = await palabre.nobody.call(api.users.verifyToken, { body: { token: karim.token } });
    expect([status, body]).toEqual([200, { isValid: false, suspended: true }]);
    // A forged token tells nothing of the account that it names.
    const forged = new Client(palabre.url, `${karim.token}x`);
    expect(codeOf(await forged.call(api.users.me))).toEqual([401, 'unauthorized']);
  });

  it('signs in by no password, and learns nothing with a wrong one', async () => {
    const karim = await member();
    await suspend(karim);
    const refused = await login(karim);
    expect(codeOf(refused)).toEqual(shut);
    expect(refused.body).toMatchObject({
      message: 'Ce compte est suspendu. Adressez-vous à une personne qui administre Palabre.',
    });
    const wrong = { email: karim.user.email, password: 'un autre mot de passe' };
    expect(codeOf(await palabre.nobody.call(api.users.login, { body: wrong }))).toEqual([401, 'bad_credentials']);
  });

  it('ends no login with the code of two-step, sent before', async () => {
    const karim = await member();
    await palabre.services.database.pool.query(
      'UPDATE users SET double_authentification = true, verification = true WHERE id = $1',
      [karim.id],
    );
    const { body } = await login(karim);
    const half = new Client(palabre.url, (body as { pending: string }).pending);
    await half.ok(api.otp.sent, { body: pair(karim) });
    const code = await codeSentTo(palabre, karim.user.email);
    await suspend(karim);
    expect(codeOf(await check(half, karim, code, '2FA'))).toEqual(shut);
  });

  it('chooses no new password with a code sent before, and is sent no other', async () => {
    const karim = await member();
    await palabre.nobody.ok(api.otp.sent, { body: pair(karim) });
    const code = await codeSentTo(palabre, karim.user.email);
    await suspend(karim);
    const { body } = await check(palabre.nobody, karim, code, 'email');
    const reset = { newPassword: 'un autre mot de passe', resetToken: (body as { resetToken: string }).resetToken };
    const refused = await palabre.nobody.call(api.otp.resetPassword, { params: { id: karim.id }, body: reset });
    expect(codeOf(refused)).toEqual(shut);
    await palabre.nobody.ok(api.otp.sent, { body: pair(karim) });
    await jobsDone(palabre, 'otp.send');
    expect(await mailsTo(palabre.dataDir, karim.user.email)).toHaveLength(1);
    await restore(karim);
    expect((await login(karim)).status).toBe(200);
  });

  it('is reached from no linked account, and no session opened from theirs goes on', async () => {
    const [karim, home] = [await member(), await palabre.register()];
    const { email } = karim.user;
    await home.ok(api.linkedAccounts.link, { body: { email, password: karim.password } });
    const opened = await karim.ok(api.linkedAccounts.token, { params: { id: home.id } });
    const there = new Client(palabre.url, opened.token);
    expect((await there.call(api.users.me)).status).toBe(200);
    await suspend(karim);
    expect(codeOf(await there.call(api.users.me))).toEqual([401, 'unauthorized']);
    expect((await home.call(api.users.me)).status).toBe(200);
    expect(codeOf(await home.call(api.linkedAccounts.token, { params: { id: karim.id } }))).toEqual(shut);
    const other = await palabre.register();
    const link = other.call(api.linkedAccounts.link, { body: { email, password: karim.password } });
    expect(codeOf(await link)).toEqual(shut);
  });

  it.each(['a login', 'a switch from a linked account'])('is not let in by %s that began before', async way => {
    const [karim, home] = [await member(), await palabre.register()];
    await home.ok(api.linkedAccounts.link, { body: { email: karim.user.email, password: karim.password } });
    // Suspends in a transaction that commits once the login waits for it.
    const held = await holdLock(palabre, 'UPDATE users SET suspended_at = now() WHERE id = $1', [karim.id]);
    const entering =
      way === 'a login' ? login(karim) : home.call(api.linkedAccounts.token, { params: { id: karim.id } });
    await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
    await held.query('COMMIT');
    expect(codeOf(await entering)).toEqual(shut);
  });

  it('keeps name, messages and place, and is marked for everyone who sees them', async () => {
    const karim = await member();
    const message = await post(karim, team.welcome, 'Je pars demain.');
    const [ears, others] = [await camille.connect(), await administrator.connect()];
    const strangers = await (await palabre.register()).connect();
    await suspend(karim);
    for (const hears of [ears, others]) {
      expect(await hears.next('updateUser')).toMatchObject({ _id: karim.id, firstName: 'Karim', suspended: true });
    }
    await strangers.none('updateUser');
    expect(await listed(camille, karim.id)).toMatchObject({ firstName: 'Karim', status: 'offline', suspended: true });
    const { messages } = await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } });
    expect(messages.find(({ _id }) => _id === message._id)?.sender).toMatchObject({ firstName: 'Karim' });
    await restore(karim);
    expect(await ears.next('updateUser')).not.toHaveProperty('suspended');
    expect(await listed(camille, karim.id)).not.toHaveProperty('suspended');
  });

  it('is marked among the people of a conversation, and no longer once restored', async () => {
    const [karim, lea] = [await member(), await palabre.register()];
    const { conversation } = await lea.ok(api.conversations.create, { body: { users: [karim.id] } });
    const marked = async () =>
      (await lea.ok(api.conversations.one, { params: { id: conversation._id } })).conversation.users
        .filter(({ suspended }) => suspended)
        .map(({ _id }) => _id);
    expect(await marked()).toEqual([]);
    await suspend(karim);
    expect(await marked()).toEqual([karim.id]);
    await restore(karim);
    expect(await marked()).toEqual([]);
  });

  it('gets no mail, not even one that was queued before', async () => {
    const karim = await member();
    await karim.ok(api.accounts.update, { params: { id: karim.id }, body: { notificationMail: true } });
    await jobsDone(palabre, 'mail.send');
    const before = (await mailsTo(palabre.dataDir, karim.user.email)).length;
    await suspend(karim);
    const { mails } = palabre.services;
    const letter = {
      language: 'fr',
      subject: 'Objet',
      title: 'Objet',
      paragraphs: ['Bonjour'],
      facts: [],
      closing: [],
    } as const;
    await mails.send({ to: karim.user.email, ...letter });
    await post(camille, team.welcome, `<@${karim.id}> où en est le devis\u202f?`);
    aheadMs = 16 * 60_000;
    await palabre.jobs.now('notifications.mails');
    for (const job of ['notifications.mails', 'notifications.letter', 'mail.send']) await jobsDone(palabre, job);
    expect(await mailsTo(palabre.dataDir, karim.user.email)).toHaveLength(before);
    await restore(karim);
    await palabre.jobs.now('notifications.mails');
    for (const job of ['notifications.mails', 'notifications.letter']) await jobsDone(palabre, job);
    const after = await mailsTo(palabre.dataDir, karim.user.email);
    expect(after.slice(before).map(({ subject }) => subject)).toEqual(['Camille Moreau vous mentionne']);
  });
});

describe('an administrator', () => {
  it('suspends and restores once: the journal has a line of each, and a second time changes nothing', async () => {
    const karim = await member();
    for (const _ of [1, 2]) expect((await suspend(karim)).body.user).toMatchObject({ suspended: true });
    for (const _ of [1, 2]) expect((await restore(karim)).user).not.toHaveProperty('suspended');
    const query = { target: karim.user.email };
    const { entries } = await administrator.ok(api.audit.list, { query });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user_restored', administrator.id],
      ['user_suspended', administrator.id],
    ]);
  });

  it('who suspends somebody whom another one is suspending leaves no second line', async () => {
    const karim = await member();
    const held = await holdLock(palabre, 'UPDATE users SET suspended_at = now() WHERE id = $1', [karim.id]);
    const suspending = suspend(karim);
    await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
    await held.query('COMMIT');
    expect((await suspending).body.user).toMatchObject({ suspended: true });
    const { entries } = await administrator.ok(api.audit.list, { query: { target: karim.user.email } });
    expect(entries).toEqual([]);
  });

  it('lists suspended people apart', async () => {
    const karim = await member();
    await suspend(karim);
    const query = { suspended: 'true', search: karim.user.email } as const;
    const { users, total } = await administrator.ok(api.administration.users, { query });
    expect([total, users]).toMatchObject([1, [{ _id: karim.id, suspended: true }]]);
    await restore(karim);
    expect(await administrator.ok(api.administration.users, { query })).toMatchObject({ users: [], total: 0 });
  });

  it('suspends neither themself nor another administrator, and nobody without an account', async () => {
    const second = await palabre.register();
    await palabre.makeAdministrator(second);
    expect(codeOf(await suspend(administrator))).toEqual([403, 'suspend_self']);
    expect(codeOf(await suspend(second))).toEqual([403, 'suspend_administrator']);
    const params = { id: team.welcome._id };
    for (const endpoint of [api.administration.suspend, api.administration.restore]) {
      expect(codeOf(await administrator.call(endpoint, { params }))).toEqual([404, 'user_not_found']);
    }
    expect((await second.call(api.users.me)).status).toBe(200);
  });

  it('is alone in suspending and restoring: others get a 404', async () => {
    const karim = await member();
    expect(codeOf(await suspend(karim, camille))).toEqual([404, 'not_found']);
    const lifted = await camille.call(api.administration.restore, { params: { id: karim.id } });
    expect(codeOf(lifted)).toEqual([404, 'not_found']);
    expect((await karim.call(api.users.me)).status).toBe(200);
  });

  it('is not made of a suspended person, by a command on the server either', async () => {
    const karim = await member();
    await suspend(karim);
    await palabre.makeAdministrator(karim);
    await restore(karim);
    expect((await (await karim.elsewhere()).ok(api.users.me)).user.admin).toBe(false);
  });

  it('says why an address is banned, with or without an account: administrators and the journal keep it', async () => {
    for (const { email } of [(await palabre.register()).user, { email: 'jamais-vu@exemple.fr' }]) {
      const body = { email, reason: ' Démarchage répété ' };
      const { banned } = await administrator.ok(api.administration.ban, { body });
      expect(banned).toMatchObject({ email, reason: 'Démarchage répété' });
      const { entries } = await administrator.ok(api.audit.list, { query: { target: email } });
      expect(entries).toMatchObject([{ action: 'user_banned', reason: 'Démarchage répété' }]);
      // Said again without a reason, it keeps the first.
      expect((await administrator.ok(api.administration.ban, { body: { email } })).banned).toEqual(banned);
      const list = await administrator.ok(api.administration.banned, { query: { search: email } });
      expect(list.emails).toEqual([banned]);
      const who = { firstName: 'Théo', lastName: 'Aubert', email, password: 'un mot de passe sûr' };
      expect(codeOf(await palabre.nobody.call(api.users.register, { body: who }))).toEqual([403, 'banned']);
    }
    const reason = 'x'.repeat(301);
    const refused = await administrator.call(api.administration.ban, { body: { email: 'x@exemple.fr', reason } });
    expect(codeOf(refused)).toEqual([400, 'invalid_input']);
  });
});
