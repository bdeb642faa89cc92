import { api } from '@palabre/common/contract/index.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pictures } from '../../platform/files/pictures.ts';
import { type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { act, admit, found } from '../../test/people/societies.ts';
import { picture } from '../../test/picture.ts';

const palabre = await startPalabre();
const { kysely } = palabre.services.database;
const people = (count: number) => Promise.all(Array.from({ length: count }, () => palabre.register()));
const one = async (person: Person, { _id: id }: { _id: string }) =>
  (await person.ok(api.societies.one, { params: { id } })).society;
const mine = async (person: Person) => (await person.ok(api.societies.mine, { params: { id: person.id } })).society;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('a society', () => {
  test('is made with its first owner and member, and everyone connected hears of it', async () => {
    const [camille, yann] = (await people(2)) as [Person, Person];
    const [hers, his] = [await camille.connect(), await yann.connect()];
    const { status, body } = await camille.call(api.societies.create, {
      body: { name: '  Atelier Tilleul ' },
      image: { bytes: await picture() },
    });
    const { society } = body;
    expect([status, society]).toEqual([
      201,
      {
        _id: expect.any(String),
        name: 'Atelier Tilleul',
        logo: expect.stringMatching(/^\/api\/file\/.*\.webp$/),
        owners: [camille.id],
        users: [camille.id],
        usersCount: 1,
        pendingUsers: [],
        pendingCount: 0,
        whitelist: [],
        membership: 'owner',
      },
    ]);
    const { pendingUsers: _p, pendingCount: _c, whitelist: _w, ...seen } = society;
    const ofStranger = { ...seen, users: [], membership: 'none' };
    expect(await hers.next('newSociety')).toEqual(society);
    expect(await his.next('newSociety')).toEqual(ofStranger);
    expect(await one(yann, society)).toEqual(ofStranger);
    expect([await mine(camille), await mine(yann)]).toEqual([society, null]);
    expect((await camille.ok(api.users.me)).user.societyId).toBe(society._id);
  });

  test.each([{ name: ' ' }, {}, { name: 'a'.repeat(81) }, { name: 4 }])('has a name: not %j', async body => {
    const camille = await palabre.register();
    expect(codeOf(await camille.raw('POST', '/api/society', { body }))).toEqual([400, 'invalid_input']);
    expect(await mine(camille)).toBeNull();
  });

  test('is the only one of a person, however many they create or join at once', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const elsewhere = await found(karim);
    const both = await Promise.all([
      camille.call(api.societies.create, { body: { name: 'Une' } }),
      camille.call(api.societies.create, { body: { name: 'Deux' } }),
      act(camille, elsewhere, 'join'),
    ]);
    expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(both.filter(({ body }) => body.code === 'in_another_society')).toHaveLength(2);
    expect(await mine(camille)).toMatchObject({ _id: expect.any(String) });
  });

  test('is not made by a person who is let into another meanwhile', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const elsewhere = await found(karim);
    const letIn = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [camille.id]);
    const making = camille.call(api.societies.create, { body: { name: 'Trop tard' } });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await letIn.query(`INSERT INTO society_people (user_id, society_id, standing) VALUES ($1, $2, 'pending')`, [
      camille.id,
      elsewhere._id,
    ]);
    await letIn.query('COMMIT');
    expect(codeOf(await making)).toEqual([409, 'in_another_society']);
    expect(await mine(camille)).toMatchObject({ _id: elsewhere._id, membership: 'pending' });
    const { rows } = await palabre.services.database.pool.query(`SELECT FROM societies WHERE name = 'Trop tard'`);
    expect(rows).toEqual([]);
  });

  test('changes its name and logo by its owners alone, and its members and pending people hear of it', async () => {
    const [camille, karim, yann, helene] = (await people(4)) as [Person, Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    await admit(camille, society, 'pending', yann);
    const ears = await Promise.all([camille, karim, yann, helene].map(person => person.connect()));
    const params = { id: society._id };
    const change = { params, body: { name: 'Tilleul' }, image: { bytes: await picture() } };
    for (const person of [karim, yann, helene])
      expect(codeOf(await person.call(api.societies.update, change))).toEqual([403, 'forbidden']);
    const { society: changed, message } = await camille.ok(api.societies.update, change);
    expect([changed.name, changed.logo, message]).toEqual([
      'Tilleul',
      expect.any(String),
      'La société a été modifiée.',
    ]);
    const [hers, his, theirs, others] = ears as [
      (typeof ears)[0],
      (typeof ears)[0],
      (typeof ears)[0],
      (typeof ears)[0],
    ];
    await hers.settled();
    expect(hers.all('updateSociety')).toEqual([changed]);
    expect(await his.next('updateSociety')).toEqual(await one(karim, society));
    expect(await theirs.next('updateSociety')).toEqual(await one(yann, society));
    await others.none('updateSociety');
    expect((await one(karim, society)).whitelist).toBeUndefined();
    expect((await one(yann, society)).users).toEqual([]);
    expect(codeOf(await camille.raw('PUT', `/api/society/${society._id}`, { body: {} }))).toEqual([
      400,
      'invalid_input',
    ]);
  });

  test('keeps its logo when a change of it fails on the way, and the new one is deleted', async () => {
    const camille = await palabre.register();
    const made = await camille.ok(api.societies.create, { body: { name: 'Logo' }, image: { bytes: await picture() } });
    const { pool } = palabre.services.database;
    const kept = async () => (await pool.query('SELECT count(*)::int AS count FROM files')).rows[0].count;
    const before = await kept();
    await pool.query('ALTER TABLE audit RENAME TO elsewhere');
    const failed = await camille.call(api.societies.update, {
      params: { id: made.society._id },
      body: { name: 'Autre' },
      image: { bytes: await picture() },
    });
    await pool.query('ALTER TABLE elsewhere RENAME TO audit');
    expect(failed.status).toBe(500);
    expect(await one(camille, made.society)).toEqual(made.society);
    await expect.poll(kept, { timeout: 8_000 }).toBe(before);
  });

  test('keeps its logo with another name, and loses it to another one and with itself', async () => {
    const camille = await palabre.register();
    const made = await camille.ok(api.societies.create, { body: { name: 'Logo' }, image: { bytes: await picture() } });
    const params = { id: made.society._id };
    const statusOf = async (logo: string | null) =>
      (await fetch(palabre.url + logo, { headers: { authorization: `Bearer ${camille.token}` } })).status;
    const { society: renamed } = await camille.ok(api.societies.update, { params, body: { name: 'Autre' } });
    expect([renamed.logo, await statusOf(made.society.logo)]).toEqual([made.society.logo, 200]);
    const image = { bytes: await picture() };
    const { society: changed } = await camille.ok(api.societies.update, { params, body: {}, image });
    expect(changed.name).toBe('Autre');
    expect([await statusOf(made.society.logo), await statusOf(changed.logo)]).toEqual([404, 200]);
    const withImage = { params, body: { action: 'leave' as const }, image };
    expect(codeOf(await camille.call(api.societies.update, withImage))).toEqual([400, 'invalid_input']);
    await camille.ok(api.societies.remove, { params });
    expect(await statusOf(changed.logo)).toBe(404);
  });

  test('is made by administrators alone where they chose so', async () => {
    const [camille, admin] = (await people(2)) as [Person, Person];
    await palabre.makeAdministrator(admin);
    const choose = async (societyMakers: 'administrators' | null) => {
      const { version } = await admin.ok(api.settings.read);
      await admin.ok(api.settings.change, { body: { version, societyMakers } });
    };
    await choose('administrators');
    onTestFinished(() => choose(null));
    const refused = await camille.call(api.societies.create, { body: { name: 'Atelier' } });
    expect(codeOf(refused)).toEqual([403, 'societies_by_administrators']);
    await found(admin);
  });

  test('is not changed by an owner who leaves while the logo they sent is being made', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'owner', karim);
    const make = pictures.make.bind(pictures);
    const made = vi.spyOn(pictures, 'make').mockImplementationOnce(async (who, task) => {
      await act(karim, society, 'leave');
      return make(who, task);
    });
    onTestFinished(() => made.mockRestore());
    const change = { params: { id: society._id }, body: { name: 'Autre' }, image: { bytes: await picture() } };
    expect(codeOf(await karim.call(api.societies.update, change))).toEqual([403, 'forbidden']);
    expect(made).toHaveBeenCalledOnce();
    expect(await one(camille, society)).toMatchObject({ name: 'Atelier Tilleul', logo: null, owners: [camille.id] });
  });

  test('is deleted by an owner who types its name, even the last one; its people are free', async () => {
    const [camille, karim, yann, stranger] = (await people(4)) as [Person, Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    await admit(camille, society, 'pending', yann);
    const ears = await Promise.all([camille, karim, yann, stranger].map(person => person.connect()));
    const params = { id: society._id };
    expect(codeOf(await karim.call(api.societies.remove, { params }))).toEqual([403, 'forbidden']);
    const wrong = await camille.call(api.societies.remove, { params, body: { name: 'atelier tilleul' } });
    expect([...codeOf(wrong), wrong.body.message]).toEqual([
      409,
      'title_mismatch',
      'Le nom de la société ne correspond pas',
    ]);
    await camille.ok(api.societies.remove, { params, body: { name: 'Atelier Tilleul' } });
    for (const heard of ears) expect(await heard.next('deleteSociety')).toEqual({ _id: society._id });
    expect(codeOf(await camille.call(api.societies.one, { params }))).toEqual([404, 'not_found']);
    const body = { title: 'Direction', societyId: society._id };
    expect(codeOf(await camille.call(api.workspaces.create, { body }))).toEqual([403, 'forbidden']);
    for (const person of [camille, karim, yann]) await found(person);
  });

  test('leaves its workspaces without a society when it is deleted, and their members hear of it', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    const body = { title: 'Direction', societyId: society._id, restricted: true };
    const { workspace } = await camille.ok(api.workspaces.create, { body });
    await admit(camille, society, 'member', karim);
    const params = { id: workspace._id };
    expect((await karim.call(api.workspaces.one, { params })).status).toBe(200);
    const ears = await camille.connect();
    await camille.ok(api.societies.remove, { params: { id: society._id } });
    expect(await ears.next('updateWorkspace')).toMatchObject({ _id: workspace._id, societyId: null, restricted: true });
    expect((await karim.call(api.workspaces.one, { params })).status).toBe(404);
  });

  test('is as it was, with its list and its workspaces, whatever becomes of another one', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const [other, society] = [await found(camille), await found(karim, 'Écurie')];
    const body = { title: 'Boxes', societyId: society._id, restricted: true };
    const { workspace } = await karim.ok(api.workspaces.create, { body });
    const change = (by: Person, { _id: id }: { _id: string }, body: object) =>
      by.ok(api.societies.update, { params: { id }, body: body as never });
    for (const [by, of] of [
      [camille, other],
      [karim, society],
    ] as const)
      await change(by, of, { action: 'addWhitelist', email: 'commune@exemple.fr' });
    const before = await one(karim, society);
    await change(camille, other, { name: 'Tilleul' });
    await change(camille, other, { action: 'removeWhitelist', email: 'commune@exemple.fr' });
    await camille.ok(api.societies.remove, { params: { id: other._id } });
    expect(await one(karim, society)).toEqual(before);
    const { societyId } = (await karim.ok(api.workspaces.one, { params: { id: workspace._id } })).workspace;
    expect(societyId).toBe(society._id);
  });
});

test('The audit log has what owners of a society do', async () => {
  const [camille, karim, admin] = (await people(3)) as [Person, Person, Person];
  await kysely.updateTable('users').set({ admin: true }).where('id', '=', admin.id).execute();
  await palabre.services.sessions.refresh(admin.id);
  const society = await found(camille, 'Journal');
  const params = { id: society._id };
  await admit(camille, society, 'owner', karim);
  const spending = vi.spyOn(palabre.services.limits, 'spend');
  await act(camille, society, 'removeUser', karim);
  await act(karim, society, 'join');
  await act(camille, society, 'decline', karim);
  await act(karim, society, 'join');
  await act(camille, society, 'removePendingUser', karim);
  await camille.ok(api.societies.update, { params, body: { action: 'addWhitelist', email: 'a@b.fr' } });
  await camille.ok(api.societies.update, {
    params,
    body: { action: 'addWhitelistBulk', emails: ['c@d.fr', 'e@f.fr'] },
  });
  await camille.ok(api.societies.update, { params, body: { action: 'removeWhitelist', email: 'a@b.fr' } });
  await camille.ok(api.societies.update, { params, body: { name: 'Journal 2' }, image: { bytes: await picture() } });
  // Each change counts for the person who made it.
  const spent = (limit: string, { id }: Person) =>
    spending.mock.calls.filter(([name, whose]) => name === limit && whose === id).length;
  expect([spent('runSociety', camille), spent('joinSociety', karim)]).toEqual([7, 2]);
  spending.mockRestore();
  await camille.ok(api.societies.remove, { params });
  const { entries } = await admin.ok(api.audit.list, { query: { actor: camille.user.email } });
  const his = expect.stringContaining(`(${karim.user.email})`);
  expect(entries.map(({ action, target, changes }) => [action, target, ...changes]).reverse()).toEqual([
    ['society_accepted', his],
    ['society_owner_added', his],
    ['society_member_removed', his],
    ['society_declined', his],
    ['society_declined', his],
    ['society_whitelist', 'a@b.fr', 'added'],
    ['society_whitelist', '2 e-mails', 'added'],
    ['society_whitelist', 'a@b.fr', 'removed'],
    ['society_updated', 'Journal', 'name', 'logo'],
    ['society_deleted', 'Journal 2'],
  ]);
  // What is done to people and addresses is told with its place.
  const places = entries.flatMap(({ action, place }) => (/updated|deleted/.test(action) ? [] : place));
  expect(places).toEqual(Array(8).fill('Journal'));
});

describe('people concerned by a society', () => {
  test('hear of a request and of its answer, live and in their inbox', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    const [hers, his, theirs] = await Promise.all([camille.connect(), karim.connect(), yann.connect()]);
    const { body } = await act(yann, society, 'join');
    expect(await theirs.next('updateSociety')).toEqual(body.society);
    // Nothing of the society is open to who waits.
    expect((await yann.ok(api.users.me)).user.societyId).toBeNull();
    expect(await hers.next('updateSociety')).toMatchObject({ pendingUsers: [yann.id], pendingCount: 1 });
    expect(await hers.next('newNotification')).toMatchObject({
      type: 'society',
      link: '/userSociety',
      content: 'Demande à rejoindre la société «\u202fAtelier Tilleul\u202f».',
      actor: { _id: yann.id },
    });
    await his.none('updateSociety');
    await act(camille, society, 'accept', yann);
    expect(await theirs.next('updateSociety')).toMatchObject({ membership: 'member', users: expect.any(Array) });
    expect(await his.next('updateSociety')).toMatchObject({ usersCount: 3 });
    expect(await theirs.next('newNotification')).toMatchObject({
      ...{ type: 'society', link: '/userSociety', actor: { _id: camille.id } },
      content: 'Votre demande pour rejoindre la société «\u202fAtelier Tilleul\u202f» a été acceptée.',
    });
    await act(camille, society, 'removeUser', yann);
    expect(await theirs.next('updateSociety', ({ membership }) => membership === 'none')).toMatchObject({ users: [] });
    await his.next('updateSociety');
    const before = theirs.all('updateSociety').length;
    await camille.ok(api.societies.update, { params: { id: society._id }, body: { name: 'Tilleul' } });
    await his.next('updateSociety');
    await theirs.settled();
    expect(theirs.all('updateSociety')).toHaveLength(before);

    const isRead = async () => {
      const { notifications } = await camille.ok(api.notifications.list);
      return notifications.filter(({ actor }) => actor?._id === yann.id).map(one => one.isRead);
    };
    // Answered, there is nothing left to do about it.
    expect(await isRead()).toEqual([true]);
    await act(yann, society, 'join');
    expect(await isRead()).toEqual([false]);
    await act(camille, society, 'decline', yann);
    expect(await isRead()).toEqual([true]);
    const { notifications } = await yann.ok(api.notifications.list);
    expect(notifications.map(({ content, link }) => [content, link])).toEqual([
      ['Votre demande pour rejoindre la société «\u202fTilleul\u202f» a été refusée.', `/society/${society._id}`],
      ['Vous ne faites plus partie de la société «\u202fAtelier Tilleul\u202f».', '/societies'],
    ]);
    for (const { actor } of notifications) expect(actor?._id).toBe(camille.id);
    // Declined or taken back, a request is over at once for its person and for the owners.
    const told = async () => {
      await Promise.all([hers.settled(), theirs.settled()]);
      return [hers.all('updateSociety').at(-1)?.pendingCount, theirs.all('updateSociety').at(-1)?.membership];
    };
    expect(await told()).toEqual([0, 'none']);
    await act(yann, society, 'join');
    expect(await told()).toEqual([1, 'pending']);
    await act(yann, society, 'removePendingUser');
    expect(await told()).toEqual([0, 'none']);
  });

  test('have nothing left to answer once a request is taken back, let in by the whitelist, or of no society', async () => {
    const [camille, karim, yann, helene] = (await people(4)) as [Person, Person, Person, Person];
    const society = await found(camille);
    const params = { id: society._id };
    await palabre.prove(yann, helene);
    const waiting = async () =>
      (await camille.ok(api.notifications.list)).notifications.flatMap(one => (one.isRead ? [] : one.actor?._id));
    await act(karim, society, 'join');
    expect(await waiting()).toEqual([karim.id]);
    await act(karim, society, 'removePendingUser');
    expect(await waiting()).toEqual([]);
    // Who takes a request back is told of no answer.
    expect((await karim.ok(api.notifications.list)).notifications).toEqual([]);
    await act(yann, society, 'join');
    expect(await waiting()).toEqual([yann.id]);
    const body = { action: 'addWhitelist' as const, email: yann.user.email };
    await camille.ok(api.societies.update, { params, body });
    expect(await waiting()).toEqual([]);
    await act(helene, society, 'join');
    expect(await waiting()).toEqual([helene.id]);
    await camille.ok(api.societies.remove, { params });
    expect(await waiting()).toEqual([]);
  });

  test('see each other’s e-mail and status, as people who share a place', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const seen = async () => (await camille.ok(api.users.one, { params: { id: karim.id } })).user.email;
    expect(await seen()).toBeUndefined();
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    expect(await seen()).toBe(karim.user.email);
    const ears = await camille.connect();
    await (await karim.connect()).setStatus('busy');
    await ears.next('userUpdate', ({ _id, status }) => _id === karim.id && status === 'busy');
  });

  test('no longer find its restricted workspaces once they leave it, and stay in those they had joined', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    const create = async (title: string) => {
      const body = { title, restricted: true, societyId: society._id };
      return (await camille.ok(api.workspaces.create, { body })).workspace._id;
    };
    const [joined, other] = [await create('Un'), await create('Deux')];
    await karim.ok(api.workspaces.join, { params: { id: joined } });
    const ids = async () => (await karim.ok(api.workspaces.list)).workspaces.map(({ _id }) => _id);
    expect(await ids()).toEqual(expect.arrayContaining([joined, other]));
    await act(karim, society, 'leave');
    expect(await ids()).toContain(joined);
    expect(await ids()).not.toContain(other);
    expect(codeOf(await karim.call(api.workspaces.join, { params: { id: other } }))).toEqual([
      403,
      'workspace_restricted',
    ]);
  });
});
