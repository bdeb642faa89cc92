import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { RegistrationChoice } from '@palabre/common/rules/people/registration.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { passOf, requestOf } from '../../../test/people/admitted.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { gather } from '../../../test/people/team.ts';

let palabre: Palabre;
let administrator: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  [administrator, karim] = (await Promise.all([
    palabre.register({ firstName: 'Agathe', lastName: 'Roy' }),
    palabre.register({ firstName: 'Karim', lastName: 'Benali' }),
  ])) as [Person, Person];
  await palabre.makeAdministrator(administrator);
});

const choose = (who: RegistrationChoice, more: { domains?: string[]; text?: string } = {}) =>
  administrator.ok(api.registration.choose, { body: { who, ...more } });
afterEach(() => choose('everybody'));

const fresh = (domain = 'exemple.fr') => `${newId()}@${domain}`;
const zoe = { firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' };
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const register = (email: string) => palabre.nobody.call(api.users.register, { body: { ...zoe, email } });
const ask = (email: string, more: object = { firstName: 'Zoé', lastName: 'Lambert' }) =>
  palabre.nobody.call(api.admissions.ask, { body: { email, ...more } });
const waiting = async (query: object = {}) =>
  (await administrator.ok(api.admissions.requests, { query })).requests.map(({ email }) => email);
const asked = () => jobsDone(palabre, 'admissions.ask');
const letters = async (email: string) => (await mailsTo(palabre.dataDir, email)).map(({ subject }) => subject);
const linkTo = async (email: string): Promise<string> => {
  const look = async () =>
    (await mailsTo(palabre.dataDir, email)).map(({ text }) => /\/register\/([\w-]{43})$/m.exec(text ?? '')?.[1]).at(-1);
  return vi.waitUntil(look);
};
const finish = (token: string) => palabre.nobody.call(api.admissions.register, { params: { token }, body: zoe });

describe('who may register', () => {
  it('is everybody until an administrator chooses, who alone may, and each choice is in the journal', async () => {
    expect((await palabre.nobody.ok(api.registration.shown)).registration).toEqual({ who: 'everybody', text: '' });
    expect((await register(fresh())).status).toBe(201);
    expect((await karim.call(api.registration.choose, { body: { who: 'approval' } })).status).toBe(404);
    expect((await karim.call(api.registration.read)).status).toBe(404);
    expect((await administrator.call(api.registration.choose, { body: { who: 'domains' } })).body.code).toBe(
      'domains_missing',
    );
    const wrong = await administrator.call(api.registration.choose, {
      body: { who: 'domains', domains: ['@exemple'] },
    });
    expect(wrong.status).toBe(400);
    const { registration } = await choose('domains', { domains: ['exemple.fr', 'autre.fr', 'exemple.fr'] });
    expect(registration.domains).toEqual(['exemple.fr', 'autre.fr']);
    await choose('invitation', { text: 'Écrivez à Agathe.' });
    const shown = (await palabre.nobody.ok(api.registration.shown)).registration;
    expect(shown).toEqual({ who: 'invitation', text: 'Écrivez à Agathe.' });
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'registration_updated' } });
    expect(entries[0]).toMatchObject({ actorId: administrator.id, target: 'invitation' });
  });

  it('decides before anything is told of an address', async () => {
    await choose('invitation');
    const replies = await Promise.all([register(fresh()), register(karim.user.email)]);
    expect(replies.map(outcome)).toEqual(Array(2).fill([403, 'registration_by_invitation']));
    expect(replies[0]?.body.message).toBe('Il faut une invitation pour créer un compte ici.');
  });

  it('holds for who is registering while it is chosen, as a ban does', async () => {
    const [email, banned] = [fresh(), fresh()];
    const ban = await holdLock(palabre, `SELECT pg_advisory_xact_lock(hashtextextended('address:' || $1, 0))`, [
      banned,
    ]);
    const late = register(banned);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await ban.query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [banned]);
    await ban.query('COMMIT');
    expect(outcome(await late)).toEqual([403, 'banned']);
    const held = await holdLock(palabre, `SELECT pg_advisory_xact_lock(hashtextextended('address:' || $1, 0))`, [
      email,
    ]);
    const registering = register(email);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await choose('invitation');
    await held.query('COMMIT');
    expect(outcome(await registering)).toEqual([403, 'registration_by_invitation']);
  });

  it('by invitation lets in by the link of a mail and by a code, as many as the code lets in', async () => {
    const team = await gather(karim);
    const invited = fresh();
    const { token } = await inviteByMail(palabre, karim, team.id, invited);
    const { inviteCode } = await karim.ok(api.invites.create, { params: team.params, body: { uses: 1 } });
    await choose('invitation');
    // The form does not prove the address: anybody may type an invited one.
    expect(outcome(await register(invited))).toEqual([403, 'registration_by_invitation']);
    expect((await palabre.nobody.call(api.emailInvites.register, { params: { token }, body: zoe })).status).toBe(201);
    const byCode = (code: string) =>
      palabre.nobody.call(api.invites.register, { params: { code }, body: { ...zoe, email: fresh() } });
    const statuses = (await Promise.all([byCode(inviteCode), byCode(inviteCode)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 404]);
    expect(outcome(await byCode('ZZZZZZZZ'))).toEqual([404, 'invite_not_found']);
    expect((await team.now()).membersCount).toBe(3);
    // The link of another mail lets in too, once its address is invited.
    const later = fresh();
    await choose('domains', { domains: ['exemple.fr'] });
    await ask(later, {});
    const own = await linkTo(later);
    await choose('invitation');
    expect(outcome(await finish(own))).toEqual([403, 'registration_by_invitation']);
    await inviteByMail(palabre, karim, team.id, later);
    expect((await finish(own)).status).toBe(201);
  });

  it('by domains, approval or a provider holds for invitations too, and the link says so', async () => {
    const team = await gather(karim);
    const [outside, inside] = [
      await inviteByMail(palabre, karim, team.id, fresh('ailleurs.fr')),
      await inviteByMail(palabre, karim, team.id, fresh()),
    ];
    const tried = async ({ token }: { token: string }) => {
      const { invite } = await palabre.nobody.ok(api.emailInvites.read, { params: { token } });
      const reply = await palabre.nobody.call(api.emailInvites.register, { params: { token }, body: zoe });
      return [invite.mayRegister, reply.status, reply.body.code];
    };
    await choose('approval');
    expect(await tried(inside)).toEqual([false, 403, 'registration_by_approval']);
    await choose('provider');
    expect(await tried(inside)).toEqual([false, 403, 'registration_by_provider']);
    await choose('domains', { domains: ['exemple.fr'] });
    expect(await tried(outside)).toEqual([false, 403, 'registration_by_domain']);
    expect(await tried(inside)).toEqual([true, 201, undefined]);
  });
});

describe('by domains', () => {
  it('an address of one gets a link that makes its account, proven, once; another gets the same answer and no mail', async () => {
    await choose('domains', { domains: ['Exemple.fr'] });
    const [listed, other] = [fresh(), fresh('ailleurs.fr')];
    expect(outcome(await register(listed))).toEqual([403, 'registration_by_domain']);
    const answers = [await ask(listed, {}), await ask(other, {}), await ask(karim.user.email, {})];
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.body.message).toBe('Si cette adresse peut s’inscrire, un lien vient d’y être envoyé.');
    const token = await linkTo(listed);
    // A person who gave no name is greeted without one.
    const [mail] = await mailsTo(palabre.dataDir, listed);
    for (const said of ['\nBonjour,\n', '\nCréer mon compte\n']) expect(mail?.text).toContain(said);
    await asked();
    expect(await letters(other)).toEqual([]);
    const known = async () =>
      (await mailsTo(palabre.dataDir, karim.user.email)).find(
        ({ subject }) => subject === 'Vous avez déjà un compte Palabre',
      );
    expect((await vi.waitUntil(known)).text).toContain(`Se connecter\n${palabre.services.env.publicUrl}/login\n`);
    const { pass } = await palabre.nobody.ok(api.admissions.read, { params: { token } });
    expect(pass).toEqual({ email: listed, firstName: '', lastName: '' });
    const made = await Promise.all([finish(token), finish(token)]);
    expect(
      made.filter(({ status }) => status === 201).map(({ body }) => [body.newUser.email, body.newUser.emailProven]),
    ).toEqual([[listed, true]]);
    expect(outcome(await finish(token))).toEqual([404, 'registration_link']);
  });

  it('a link of a domain that is no longer listed opens nothing', async () => {
    await choose('domains', { domains: ['exemple.fr'] });
    const email = fresh();
    await ask(email, {});
    const token = await linkTo(email);
    await choose('domains', { domains: ['ailleurs.fr'] });
    expect(outcome(await finish(token))).toEqual([403, 'registration_by_domain']);
  });

  it.each([
    ['is used', 'DELETE FROM registration_passes WHERE email = $1'],
    ['ends', 'UPDATE registration_passes SET expires_at = now() WHERE email = $1'],
  ])('makes no account once its link %s while it is followed', async (_what, statement) => {
    await choose('domains', { domains: ['exemple.fr'] });
    const email = fresh();
    await ask(email, {});
    const token = await linkTo(email);
    const held = await holdLock(palabre, statement, [email]);
    const following = finish(token);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    expect(outcome(await following)).toEqual(outcome(await finish(token)));
    expect((await following).body.code).toBe('registration_link');
    expect((await palabre.nobody.call(api.users.byEmail, { query: { email } })).status).toBe(404);
  });
});

describe('after approval', () => {
  it('a request is told to administrators, approved by one, and its link makes the account', async () => {
    await choose('approval');
    const ears = await administrator.connect();
    const email = fresh();
    const names = { firstName: 'Zoé', lastName: 'Lambert' };
    const message = 'Chantier nord,\nà partir de lundi.';
    expect((await ask(email, { ...names, message })).body.message).toBe(
      'Votre demande est transmise. La réponse arrivera par e-mail.',
    );
    const told = await ears.next('newNotification', ({ type }) => type === 'registration');
    expect(told).toMatchObject({
      ...{ content: `Zoé Lambert (${email}) demande un compte.`, isRead: false },
      ...{ link: '/settings/admin?tab=registration', actor: null },
    });
    expect((await karim.ok(api.notifications.list)).notifications).toEqual([]);
    // A second request and one from a banned address notify nobody.
    await ask(email);
    const banned = fresh();
    await administrator.ok(api.administration.ban, { body: { email: banned } });
    await ask(banned);
    await asked();
    await ears.none('updateNotification');
    const other = fresh();
    await ask(other);
    expect((await ears.next('updateNotification', ({ content }) => content.includes(other)))._id).toBe(told._id);
    await asked();
    const { requests } = await administrator.ok(api.admissions.requests, { query: { search: email } });
    expect(requests).toMatchObject([{ email, ...names, message }]);
    const params = { id: requests[0]?._id ?? '' };
    expect((await karim.call(api.admissions.requests)).status).toBe(404);
    expect((await karim.call(api.admissions.decide, { params, body: { approve: true } })).status).toBe(404);
    expect(outcome(await register(email))).toEqual([403, 'registration_by_approval']);
    await administrator.ok(api.admissions.decide, { params, body: { approve: true } });
    const second =
      (await administrator.ok(api.admissions.requests, { query: { search: other } })).requests[0]?._id ?? '';
    const isRead = async () =>
      (await administrator.ok(api.notifications.list)).notifications.find(({ _id }) => _id === told._id)?.isRead;
    expect(await isRead()).toBe(false);
    await administrator.ok(api.admissions.decide, { params: { id: second }, body: { approve: false } });
    expect((await ears.next('updateNotification', one => one._id === told._id && one.isRead)).isRead).toBe(true);
    expect(await waiting({ search: email })).toEqual([]);
    // Approved, and yet the form alone proves no address.
    expect(outcome(await register(email))).toEqual([403, 'registration_by_approval']);
    const token = await linkTo(email);
    expect((await palabre.nobody.ok(api.admissions.read, { params: { token } })).pass).toEqual({
      ...{ email, firstName: 'Zoé', lastName: 'Lambert' },
    });
    const { status, body } = await finish(token);
    expect([status, body.newUser.emailProven]).toEqual([201, true]);
    expect(await letters(email)).toContain('Votre demande de compte est acceptée');
    expect((await administrator.call(api.admissions.decide, { params, body: { approve: true } })).status).toBe(404);
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'registration_approved' } });
    expect(entries[0]).toMatchObject({ target: `Zoé Lambert (${email})` });
  });

  it('a right to an account stays an approved one, whatever its address asks for later', async () => {
    const email = fresh();
    await passOf(palabre, email);
    await choose('domains', { domains: ['exemple.fr'] });
    await ask(email, {});
    const token = await linkTo(email);
    await choose('approval');
    expect((await finish(token)).status).toBe(201);
  });

  it('a list that is full takes no more requests, and the answer stays the same', async () => {
    await choose('approval');
    const { kysely } = palabre.services.database;
    await sql`INSERT INTO registration_requests (id, email, first_name, last_name, message, language)
      SELECT gen_random_uuid(), n || '@plein.fr', 'Zoé', 'Lambert', '', 'fr'
      FROM generate_series(1, ${limits.admissionRequests}::int) AS n`.execute(kysely);
    const email = fresh();
    expect((await ask(email)).status).toBe(200);
    await asked();
    expect(await waiting({ search: email })).toEqual([]);
    await sql`DELETE FROM registration_requests WHERE email LIKE '%@plein.fr'`.execute(kysely);
  });

  it('a request that is refused goes, and its person is told in their language', async () => {
    await choose('approval');
    const email = fresh();
    await palabre.nobody.raw('POST', '/api/registration', {
      body: { email, firstName: 'Zoe', lastName: 'Lambert' },
      headers: { 'accept-language': 'en' },
    });
    await vi.waitUntil(async () => (await waiting({ search: email })).length > 0);
    const { requests } = await administrator.ok(api.admissions.requests, { query: { search: email } });
    const params = { id: requests[0]?._id ?? '' };
    await administrator.ok(api.admissions.decide, { params, body: { approve: false } });
    await vi.waitUntil(async () => (await letters(email)).length > 0);
    const [mail, ...others] = await mailsTo(palabre.dataDir, email);
    expect([mail?.subject, others]).toEqual(['Your request for an account is not approved', []]);
    for (const said of ['Hello Zoe,', 'cannot open an account for you', `Account: ${email}`])
      expect(mail?.text).toContain(said);
    expect(await waiting({ search: email })).toEqual([]);
  });

  it('nobody asks where nobody may, nor without a name', async () => {
    expect((await ask(fresh())).status).toBe(403);
    await choose('provider');
    expect((await ask(fresh())).status).toBe(403);
    await choose('approval');
    for (const names of [{}, { firstName: 'Zoé' }, { lastName: 'Lambert' }]) {
      expect((await ask(fresh(), names)).status).toBe(400);
    }
  });

  it('requests are listed page by page, newest first, and searched by name and address', async () => {
    const emails = [fresh('liste.fr'), fresh('liste.fr'), fresh('liste.fr')];
    for (const email of emails) await requestOf(palabre, email);
    const search = 'ZOE liste.fr';
    expect(await waiting({ search })).toEqual(emails.toReversed());
    const first = await administrator.ok(api.admissions.requests, { query: { search, limit: 2 } });
    const cursor = first.nextCursor ?? '';
    const query = { search, limit: 2, cursor };
    const { requests, nextCursor } = await administrator.ok(api.admissions.requests, { query });
    expect([requests.map(({ email }) => email), nextCursor]).toEqual([emails.slice(0, 1), null]);
    for (const none of ['%', 'ZOE ailleurs.fr']) expect(await waiting({ search: none })).toEqual([]);
  });
});

it('What anybody may ask of how one comes to an account counts for their address', async () => {
  await choose('approval');
  const email = fresh();
  const spending = vi.spyOn(palabre.services.limits, 'spend');
  await palabre.nobody.ok(api.registration.shown);
  await palabre.nobody.ok(api.socialLogin.providers);
  await palabre.nobody.ok(api.personalData.contact);
  const token = 'k'.repeat(43);
  await palabre.nobody.call(api.admissions.read, { params: { token } });
  await finish(token);
  await register(email);
  await ask(email);
  const spent = spending.mock.calls.map(([name, whose]) => [name, whose]);
  spending.mockRestore();
  const names = ['providers', 'providers', 'contact', 'inviteCode', 'register', 'register', 'askAccount'];
  expect(spent).toEqual([...names.map(name => [name, '127.0.0.1']), ['askAddress', email]]);
});

it('A link to make an account whose time is over opens nothing, and is deleted by the job, unlike one of six days', async () => {
  const { kysely } = palabre.services.database;
  const [late, kept] = [fresh(), fresh()];
  const [token, other] = [await passOf(palabre, late), await passOf(palabre, kept)];
  const days = limits.registrationPassDays - 1;
  await sql`UPDATE registration_passes SET expires_at = expires_at - make_interval(days => ${days}::int)`.execute(
    kysely,
  );
  // The next day is the seventh, on which a pass ends.
  await sql`UPDATE registration_passes SET expires_at = expires_at - interval '1 day' WHERE email <> ${kept}`.execute(
    kysely,
  );
  const read = (token: string) => palabre.nobody.call(api.admissions.read, { params: { token } });
  for (const refused of [await read(token), await finish(token)])
    expect(outcome(refused)).toEqual([404, 'registration_link']);
  await palabre.jobs.now('admissions.prune');
  await jobsDone(palabre, 'admissions.prune');
  expect((await sql`SELECT email FROM registration_passes`.execute(kysely)).rows).toEqual([{ email: kept }]);
  // A right link costs its address nothing.
  const refunding = vi.spyOn(palabre.services.limits, 'refund');
  expect((await read(other)).status).toBe(200);
  expect(refunding.mock.calls).toContainEqual(['inviteCode', '127.0.0.1']);
  refunding.mockRestore();
});

it('A request is forgotten after half a year, or once its address has an account', async () => {
  const domain = `${newId()}.fr`;
  const [old, recent, taken] = [fresh(domain), fresh(domain), fresh(domain)];
  for (const email of [old, recent, taken]) await requestOf(palabre, email);
  const age = (email: string, days: number) =>
    sql`UPDATE registration_requests SET created_at = now() - make_interval(days => ${days}::int) WHERE email = ${email}`;
  await age(old, 181).execute(palabre.services.database.kysely);
  await age(recent, 179).execute(palabre.services.database.kysely);
  await palabre.register({ email: taken });
  await palabre.jobs.now('admissions.prune');
  await jobsDone(palabre, 'admissions.prune');
  expect(await waiting({ search: domain })).toEqual([recent]);
});

it('Asking for an account: an address gets three mails a day, one for all that waits, and the answer stays the same', async () => {
  const limited = await startPalabre({ limits: true });
  const owner = await limited.register();
  await limited.makeAdministrator(owner);
  await owner.ok(api.registration.choose, { body: { who: 'domains', domains: ['exemple.fr'] } });
  const email = fresh();
  const replies: unknown[] = [];
  for (let i = 0; i < 5; i++) {
    const { status, body } = await limited.nobody.call(api.admissions.ask, { body: { email } });
    replies.push([status, body.message]);
    await jobsDone(limited, 'admissions.ask');
  }
  expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1);
  await jobsDone(limited, 'mail.send');
  expect(await mailsTo(limited.dataDir, email)).toHaveLength(3);
  await limited.endJobs();
  const other = fresh();
  for (let i = 0; i < 2; i++) await limited.nobody.ok(api.admissions.ask, { body: { email: other } });
  const { rows } = await sql`SELECT FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    WHERE task.identifier = 'admissions.ask'`.execute(limited.services.database.kysely);
  expect(rows).toHaveLength(1);
});
