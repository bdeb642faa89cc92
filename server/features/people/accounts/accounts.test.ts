import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { come, talk } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { picture } from '../../../test/pictures.ts';

let palabre: Palabre;
let camille: Person;
beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
});

const params = ({ id }: Person) => ({ id });
const me = async (person: Person) => (await person.ok(api.users.me)).user;
const update = (person: Person, body: object) => person.raw('PUT', `/api/user/${person.id}`, { body });
/** Sets the flag that only a code sets. */
const verify = ({ id }: Person) =>
  sql`UPDATE users SET verification = true WHERE id = ${id}`.execute(palabre.services.database.kysely);

describe('a profile', () => {
  it('accepts every field of its person, keeps absent fields, and answers all of them', async () => {
    const fields = {
      firstName: 'Camille-Rose',
      lastName: 'Riou',
      jobTitle: 'Cheffe de projet',
      jobLocation: 'Rennes',
      manager: 'Hélène Garnier',
      startHour: '09:00',
      endHour: '17:30',
      vacationReferee: 'Karim Benali',
      linkedinProfile: 'https://www.linkedin.com/in/camille-riou',
      githubProfile: 'https://github.com/camille-riou',
    };
    const { user } = await camille.ok(api.accounts.update, { params: params(camille), body: fields });
    expect(user).toEqual({ ...camille.user, ...fields });
    const { user: after } = await camille.ok(api.accounts.update, {
      params: params(camille),
      body: { firstName: 'Camille' },
    });
    expect(after).toEqual({ ...user, firstName: 'Camille' });
    expect(await me(camille)).toEqual(after);
  });

  it('is cleared field by field, by null or empty text, except the names', async () => {
    const person = await palabre.register();
    const full = { jobTitle: 'Maçon', manager: 'Karim', startHour: '08:00', githubProfile: 'github.com/a' };
    await person.ok(api.accounts.update, { params: params(person), body: full });
    const body = { jobTitle: null, manager: '', startHour: '', githubProfile: null };
    const { user } = await person.ok(api.accounts.update, { params: params(person), body });
    expect(user).toEqual(person.user);
    for (const firstName of ['', '  ']) expect((await update(person, { firstName })).status).toBe(400);
  });

  it('keeps links as https addresses, however they were typed', async () => {
    const body = { linkedinProfile: 'fr.linkedin.com/in/camille_riou/', githubProfile: 'http://github.com/camille' };
    const { user } = await camille.ok(api.accounts.update, { params: params(camille), body });
    expect([user.linkedinProfile, user.githubProfile]).toEqual([
      'https://fr.linkedin.com/in/camille_riou',
      'https://github.com/camille',
    ]);
  });

  it.each([
    ['linkedinProfile', 'https://exemple.fr/in/camille', 'Veuillez entrer un lien LinkedIn valide.'],
    ['linkedinProfile', 'javascript:alert(1)', 'Veuillez entrer un lien LinkedIn valide.'],
    ['githubProfile', 'https://gitlab.com/camille', 'Veuillez entrer un lien GitHub valide.'],
    ['startHour', '9:00', 'Indiquez une heure comme 09:00.'],
    ['endHour', '24:00', 'Indiquez une heure comme 09:00.'],
    ['jobTitle', 'a'.repeat(121), 'Il faut au plus 120 caractères.'],
    ['jobTitle', ['Maçon'], 'Cette valeur n’est pas du type attendu.'],
    ['manager', 'Karim\u202e', expect.stringContaining('retour à la ligne')],
    ['doubleAuthentification', 'peut-être', 'Cette valeur n’a pas la forme attendue.'],
  ])('refuses %s: %s, and changes nothing else with it', async (field, value, message) => {
    const before = await me(camille);
    const reply = await update(camille, { lastName: 'Autre', [field]: value });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input']);
    expect(reply.body.issues).toEqual([{ path: field, message }]);
    expect(await me(camille)).toEqual(before);
  });

  it('is changed by its person alone', async () => {
    const other = await palabre.register();
    const reply = await other.call(api.accounts.update, { params: params(camille), body: { firstName: 'Pirate' } });
    expect([reply.status, (await me(camille)).firstName]).toEqual([403, 'Camille']);
  });

  it('accepts no field that a client may not set: every column of the table is tried', async () => {
    const person = await palabre.register();
    const db = palabre.services.database.kysely;
    const row = async () => (await sql`SELECT * FROM users WHERE id = ${person.id}`.execute(db)).rows[0] as object;
    const before = await row();
    const id = '018f0000-0000-7000-8000-000000000001';
    const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = (name: string, old: unknown) => {
      if (typeof old === 'boolean') return true;
      if (name === 'avatar') return 'https://ailleurs.example/a.png';
      return /_?id$/.test(name) ? id : 'pirate';
    };
    const mine = /_name$|^(job|manager|start|end|vacation|linkedin|github|double|notification|time)/;
    const tried = Object.entries(before).filter(([name]) => !mine.test(name) || name === 'search_name');
    expect(tried.map(([name]) => name)).toEqual(
      expect.arrayContaining(['id', 'email', 'password_hash', 'admin', 'verification', 'society_id', 'avatar']),
    );
    const body = Object.fromEntries(
      tried.flatMap(([name, old]) => [name, camel(name)].map(key => [key, value(name, old)])),
    );
    const { status } = await update(person, { ...body, _id: id, otherAccounts: [id], password: 'un autre mot' });
    expect(status).toBe(200);
    expect(await row()).toEqual(before);
  });

  it('takes a picture with the fields, re-encoded and small, and deletes the one before', async () => {
    const person = await palabre.register();
    const send = async (body: object, width = 900) => {
      const image = { bytes: await picture(width, 600).jpeg().toBuffer(), name: 'avatar.png' };
      return (await person.ok(api.accounts.update, { params: params(person), body, image })).user;
    };
    const first = await send({ jobTitle: 'Maçonne', doubleAuthentification: false });
    expect(first.jobTitle).toBe('Maçonne');
    const show = (address: string | null) =>
      fetch(palabre.url + address, { headers: { authorization: `Bearer ${person.token}` } });
    const bytes = Buffer.from(await (await show(first.avatar)).arrayBuffer());
    expect(bytes.toString('latin1')).not.toContain('secret-de-famille');
    expect(bytes.length).toBeLessThan(20_000);
    // Another field leaves it as it is.
    const { user: same } = await person.ok(api.accounts.update, {
      params: params(person),
      body: { jobTitle: 'Maçon' },
    });
    expect([same.avatar, (await show(first.avatar)).status]).toEqual([first.avatar, 200]);
    const second = await send({ jobTitle: '' }, 500);
    expect([second.avatar === first.avatar, second.jobTitle]).toEqual([false, null]);
    await expect.poll(async () => (await show(first.avatar)).status).toBe(404);
    const { user } = await person.ok(api.accounts.update, { params: params(person), body: { avatar: null } });
    expect(user.avatar).toBeNull();
    await expect.poll(async () => (await show(second.avatar)).status).toBe(404);
  });

  it('refuses an invalid picture, and keeps the present one with all other fields', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const before = await me(camille);
    const refused = await camille.call(api.accounts.update, {
      params: params(camille),
      body: { firstName: 'Autre' },
      image: { bytes },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_image' } });
    expect(await me(camille)).toEqual(before);
  });

  it('keeps the fields that two devices change at once', async () => {
    const person = await palabre.register();
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
    const both = [{ jobTitle: 'Grutière' }, { jobLocation: 'Rennes' }].map(body => update(person, body));
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    await Promise.all(both);
    expect(await me(person)).toMatchObject({ jobTitle: 'Grutière', jobLocation: 'Rennes' });
  });

  it('is changed no more by who is deleted while they change it', async () => {
    const person = await palabre.register();
    const held = await holdLock(palabre, 'DELETE FROM users WHERE id = $1', [person.id]);
    const changing = update(person, { jobTitle: 'Grutière' });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    const { status, body } = await changing;
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  });

  it('is told anew to others whichever of the fields that they see has changed', async () => {
    const [person, colleague] = [await palabre.register(), await palabre.register()];
    await gather(person, colleague);
    const ears = await colleague.connect();
    const fields = {
      firstName: 'Rose',
      lastName: 'Riou',
      jobTitle: 'Grutière',
      jobLocation: 'Rennes',
      manager: 'Hélène Garnier',
      startHour: '09:00',
      endHour: '17:30',
      vacationReferee: 'Karim Benali',
      linkedinProfile: 'https://www.linkedin.com/in/rose-riou',
      githubProfile: 'https://github.com/rose',
    };
    for (const [field, value] of Object.entries(fields)) {
      expect([field, (await update(person, { [field]: value })).status]).toEqual([field, 200]);
      expect(await ears.next('updateUser')).toMatchObject({ _id: person.id, [field]: value });
    }
    const image = { bytes: await picture(90, 60).png().toBuffer() };
    const { user } = await person.ok(api.accounts.update, { params: params(person), body: {}, image });
    expect(await ears.next('updateUser')).toMatchObject({ avatar: user.avatar });
  });

  it('whose change is told to people who share a place with its person, and to nobody else', async () => {
    const [person, colleague, friend, partner, stranger] = [
      await palabre.register(),
      await palabre.register(),
      await palabre.register(),
      await palabre.register(),
      await palabre.register(),
    ];
    await gather(person, colleague);
    await talk(person, friend);
    await admit(person, await found(person), 'member', partner);
    await gather(stranger);
    const ears = await Promise.all([person, colleague, friend, partner, stranger].map(one => come(one)));
    const body = { jobTitle: 'Grutière' };
    await person.ok(api.accounts.update, { params: params(person), body });
    for (const one of ears.slice(0, 4)) {
      const told = await one.next('updateUser', ({ _id }) => _id === person.id);
      expect(told).toMatchObject({ jobTitle: 'Grutière', email: person.user.email });
      expect(told).not.toHaveProperty('notificationMail');
    }
    // A private field is told to the person's own devices; an unchanged one and a device's time zone, to nobody.
    await person.ok(api.accounts.update, { params: params(person), body: { doubleAuthentification: true } });
    await ears[0]?.next('updateUser');
    const there = { ...body, timeZone: 'Pacific/Auckland' };
    await person.ok(api.accounts.update, { params: params(person), body: there });
    await Promise.all(ears.map(one => one.settled()));
    expect(ears.map(one => one.all('updateUser').length)).toEqual([2, 1, 1, 1, 0]);
  });
});

describe('two-step', () => {
  const state = ({ doubleAuthentification, verification }: SelfUser) => [doubleAuthentification, verification];

  it('turned on waits for its code, and ends the person’s other sessions', async () => {
    const person = await palabre.register();
    const there = await person.elsewhere();
    const [here, ears] = [await person.connect(), await there.connect()];
    const body = { doubleAuthentification: true, verification: true };
    const { user } = await person.ok(api.accounts.update, { params: params(person), body });
    expect(state(user)).toEqual([true, false]);
    await ears.closed;
    expect((await there.call(api.users.me)).status).toBe(401);
    await here.settled();
  });

  it('that was never verified is turned off without a proof: it asked for nothing', async () => {
    const person = await palabre.register();
    const say = (doubleAuthentification: boolean) =>
      person.call(api.accounts.update, { params: params(person), body: { doubleAuthentification } });
    await say(true);
    const { status, body } = await say(false);
    expect([status, state(body.user)]).toEqual([200, [false, false]]);
    await jobsDone(palabre, 'mail.send');
    expect(await mailsTo(palabre.dataDir, person.user.email)).toEqual([]);
    await say(true);
    await verify(person);
    await palabre.services.database.pool.query('UPDATE sessions SET said_at = NULL WHERE user_id = $1', [person.id]);
    expect((await say(false)).body).toMatchObject({ code: 'reauthentication_required' });
  });

  it('stays verified through other changes, and is unverified again once it was off', async () => {
    const person = await palabre.register();
    const say = async (body: object) =>
      state((await person.ok(api.accounts.update, { params: params(person), body })).user);
    await say({ doubleAuthentification: true });
    // Unverified two-step asks for no code.
    const there = await person.elsewhere();
    await verify(person);
    expect(await say({ doubleAuthentification: true })).toEqual([true, true]);
    expect(await say({ jobTitle: 'Maçonne' })).toEqual([true, true]);
    expect((await there.call(api.users.me)).status).toBe(200);
    const { message } = await person.ok(api.accounts.reauthenticate, { body: { password: person.password } });
    expect(message).toBe('C’est bien vous.');
    expect(await say({ doubleAuthentification: false })).toEqual([false, false]);
    expect(await say({ doubleAuthentification: true })).toEqual([true, false]);
    await verify(person);
    expect(await say({ verification: false })).toEqual([true, false]);
  });
});

describe('a password', () => {
  const change = (person: Person, oldPassword: string, newPassword: string) =>
    person.call(api.accounts.changePassword, { params: params(person), body: { oldPassword, newPassword } });
  const login = ({ user }: Person, password: string) =>
    palabre.nobody.call(api.users.login, { body: { email: user.email, password } });

  it('is changed by a person who knows it, which ends their other sessions and keeps this one', async () => {
    const person = await palabre.register();
    const there = await person.elsewhere();
    const ears = await there.connect();
    const reply = await change(person, person.password, 'un tout autre mot');
    expect([reply.status, reply.body.message]).toEqual([200, 'Mot de passe changé avec succès.']);
    await ears.closed;
    expect((await there.call(api.users.me)).status).toBe(401);
    expect((await person.call(api.users.me)).status).toBe(200);
    expect((await login(person, person.password)).status).toBe(401);
    expect((await login(person, 'un tout autre mot')).status).toBe(200);
  });

  it('is not changed with a wrong old one, nor to one too short or too long', async () => {
    const person = await palabre.register();
    const there = await person.elsewhere();
    expect(await change(person, 'pas le bon', 'un tout autre mot')).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    for (const short of ['1234567', 'a'.repeat(201)]) {
      expect(await change(person, person.password, short)).toMatchObject({ status: 400 });
    }
    expect((await there.call(api.users.me)).status).toBe(200);
    expect((await login(person, person.password)).status).toBe(200);
  });

  describe('two changes at once', () => {
    const words = ['le premier mot', 'le second mot'];
    const twice = (person: Person) => words.map(to => change(person, person.password, to));
    /** Checks that one change succeeds, and that the other fails for a wrong old password. */
    async function isTakenOnce(person: Person, changes: ReturnType<typeof change>[]) {
      const replies = await Promise.all(changes);
      expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'wrong_password']);
      const taken = replies.map(({ status }) => status === 200);
      const opened = await Promise.all(words.map(async word => (await login(person, word)).status === 200));
      expect(opened).toEqual(taken);
    }

    it('take one, whichever is quicker', async () => {
      const person = await palabre.register();
      await isTakenOnce(person, twice(person));
    });

    it('take one, when the other was right until it was stored', async () => {
      const person = await palabre.register();
      const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
      const changes = twice(person);
      await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
      await held.query('ROLLBACK');
      await isTakenOnce(person, changes);
    });
  });
});
