import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../platform/work.ts';
import { type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { act, admit, found } from '../../test/people/societies.ts';
import { talk } from '../../test/people/talk.ts';
import { departFromSociety } from './open/ending.ts';

const palabre = await startPalabre();
const people = (count: number) => Promise.all(Array.from({ length: count }, () => palabre.register()));
const one = async (person: Person, { _id: id }: { _id: string }) =>
  (await person.ok(api.societies.one, { params: { id } })).society;
const mine = async (person: Person) => (await person.ok(api.societies.mine, { params: { id: person.id } })).society;
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('the list', () => {
  test('gives societies by name in pages, one’s own first, and those whose name matches a search', async () => {
    const camille = await palabre.register();
    await sql`INSERT INTO societies (id, name) SELECT gen_random_uuid(), 'Écurie ' || lpad(n::text, 3, '0')
      FROM generate_series(1, 130) AS n`.execute(palabre.services.database.kysely);
    const mine = await found(camille, 'Zénith');
    const first = await camille.ok(api.societies.list);
    expect(first.societies).toHaveLength(limits.cardsListed + 1);
    expect(first.societies[0]).toEqual({
      _id: mine._id,
      name: 'Zénith',
      logo: null,
      usersCount: 1,
      membership: 'owner',
    });
    const second = await camille.ok(api.societies.list, { query: { cursor: first.nextCursor ?? '' } });
    const names = [...first.societies.slice(1), ...second.societies].map(({ name }) => name);
    expect([names.length, new Set(names).size, second.nextCursor]).toEqual([130, 130, null]);
    expect(names).toEqual([...names].sort());
    const { societies } = await camille.ok(api.societies.list, { query: { search: 'ECURIE 13' } });
    expect(societies.map(({ name }) => name)).toEqual(['Écurie 013', 'Écurie 113', 'Écurie 130']);
    expect(codeOf(await camille.call(api.societies.list, { query: { cursor: 'x' } }))).toEqual([400, 'invalid_cursor']);
  });

  test('gives societies of one name each once, over all pages', async () => {
    const camille = await palabre.register();
    await sql`INSERT INTO societies (id, name) SELECT gen_random_uuid(), 'Guilde' FROM generate_series(1, 130)`.execute(
      palabre.services.database.kysely,
    );
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await camille.ok(api.societies.list, { query: { search: 'guilde', cursor } });
      ids.push(...page.societies.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect([ids.length, new Set(ids).size]).toEqual([130, 130]);
  });
});

describe('the people of a society', () => {
  test('are shown to its members, pending requests to its owners', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    await admit(camille, society, 'pending', yann);
    const params = { id: society._id };
    const ids = async (person: Person, endpoint: typeof api.societies.users) =>
      (await person.ok(endpoint, { params })).users.map(({ _id }) => _id).sort();
    expect(await ids(karim, api.societies.users)).toEqual([camille.id, karim.id].sort());
    expect(await ids(karim, api.societies.owners)).toEqual([camille.id]);
    expect(codeOf(await karim.call(api.societies.pending, { params }))).toEqual([403, 'forbidden']);
    const { users } = await camille.ok(api.societies.pending, { params });
    expect(users).toEqual([expect.objectContaining({ _id: yann.id })]);
    expect(users[0]).not.toHaveProperty('email');
    for (const endpoint of [api.societies.users, api.societies.owners, api.societies.pending])
      expect(codeOf(await yann.call(endpoint, { params }))).toEqual([403, 'society_members_only']);
  });

  test('are its owners in the order in which they came, whoever became an owner first', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim, yann);
    for (const person of [yann, karim]) await act(camille, society, 'addOwner', person);
    expect((await one(camille, society)).owners).toEqual([camille.id, karim.id, yann.id]);
  });

  test('are its members in the order in which they were let in, whoever asked first', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'pending', karim, yann);
    for (const person of [yann, karim]) await act(camille, society, 'accept', person);
    expect((await one(camille, society)).users).toEqual([camille.id, yann.id, karim.id]);
  });

  test('are found by a part of their address by people who may see it alone, by others by the whole address', async () => {
    const [camille, yann] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'pending', yann);
    const ids = async (search: string) =>
      (await camille.ok(api.societies.pending, { params: { id: society._id }, query: { search } })).users.map(
        ({ _id }) => _id,
      );
    const { email } = yann.user;
    const part = email.slice(0, -1);
    expect(await ids(email)).toEqual([yann.id]);
    expect(await ids(part)).toEqual([]);
    await talk(camille, yann);
    expect(await ids(part)).toEqual([yann.id]);
  });

  test('come in pages, however many they are, with a search among all of them', async () => {
    const camille = await palabre.register({ firstName: 'Aline' });
    const society = await found(camille);
    await sql`
      WITH people AS (
        INSERT INTO users (id, first_name, last_name, email, society_id)
        SELECT gen_random_uuid(), 'Personne', lpad(n::text, 5, '0'), 'p' || n || '@tilleul.fr', ${society._id}::uuid
        FROM generate_series(1, 10000) AS n RETURNING id
      )
      INSERT INTO society_people (user_id, society_id, standing) SELECT id, ${society._id}::uuid, 'member' FROM people
    `.execute(palabre.services.database.kysely);
    await sql`
      WITH people AS (
        INSERT INTO users (id, first_name, last_name, email)
        SELECT gen_random_uuid(), 'Personne', n::text, 'attend' || n || '@tilleul.fr'
        FROM generate_series(1, ${limits.listedMembers + 1}::int) AS n RETURNING id
      )
      INSERT INTO society_people (user_id, society_id, standing) SELECT id, ${society._id}::uuid, 'pending' FROM people
    `.execute(palabre.services.database.kysely);
    const now = await one(camille, society);
    expect([now.usersCount, now.users.length]).toEqual([10_001, limits.listedMembers]);
    expect([now.pendingCount, now.pendingUsers?.length]).toEqual([limits.listedMembers + 1, limits.listedMembers]);
    const params = { id: society._id };
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const answer = await camille.ok(api.societies.users, { params, query: { limit: 200, cursor } });
      expect(answer.total).toBe(10_001);
      seen.push(...answer.users.map(({ lastName }) => lastName));
      cursor = answer.nextCursor ?? undefined;
    }
    expect(seen).toEqual(['Moreau', ...Array.from({ length: 599 }, (_, n) => String(n + 1).padStart(5, '0'))]);
    const { users, total, nextCursor } = await camille.ok(api.societies.users, { params, query: { search: '0999' } });
    expect([users.length, total, nextCursor]).toEqual([11, 11, null]);
    for (const [search, count] of [
      ['09999 personne', 1],
      ['09999 aline', 0],
      // Ten words count.
      [`${'09999 '.repeat(10)}aline`, 1],
    ] as const)
      expect((await camille.ok(api.societies.users, { params, query: { search } })).total).toBe(count);
    await camille.ok(api.societies.remove, { params });
    expect((await camille.ok(api.users.me)).user.societyId).toBeNull();
  });
});

describe('the whitelist', () => {
  const change = (by: Person, { _id: id }: { _id: string }, body: Record<string, unknown>) =>
    by.raw<{ message: string; society: { whitelist: string[]; usersCount: number } }>('PUT', `/api/society/${id}`, {
      body,
    });

  test('lets in without waiting, whatever the case of the address, and lets in people whose request is pending', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    const [unproven] = (await people(1)) as [Person];
    await act(unproven, society, 'join');
    await palabre.prove(karim, yann);
    const email = `  ${karim.user.email.toUpperCase()} `;
    const hers = await camille.connect();
    const { body } = await change(camille, society, { action: 'addWhitelist', email });
    expect([body.society.whitelist, body.message]).toEqual([
      [karim.user.email],
      'L’adresse a été ajoutée à la liste blanche.',
    ]);
    // Each change is told to the owners.
    expect((await hers.next('updateSociety')).whitelist).toEqual([karim.user.email]);
    expect((await act(karim, society, 'join')).body).toMatchObject({
      message: 'Vous avez rejoint la société.',
      society: { membership: 'member' },
    });
    await act(yann, society, 'join');
    const ears = await yann.connect();
    const { email: theirs } = unproven.user;
    const emails = JSON.stringify(['rien', yann.user.email, theirs, 'a@exemple.fr', 'A@exemple.fr']);
    const imported = await change(camille, society, { action: 'addWhitelistBulk', emails });
    expect(imported.body.message).toBe('Les adresses ont été importées dans la liste blanche.');
    expect(imported.body.society.whitelist).toEqual([karim.user.email, yann.user.email, theirs, 'a@exemple.fr'].sort());
    // Anybody may register with another person's address: only a proven address lets in.
    expect((await mine(unproven))?.membership).toBe('pending');
    expect(await ears.next('updateSociety')).toMatchObject({ membership: 'member', usersCount: 3 });
    await ears.next('newNotification', ({ type }) => type === 'society');
    const removed = await change(camille, society, { action: 'removeWhitelist', email: 'a@exemple.fr' });
    expect(removed.body.message).toBe('L’adresse a été retirée de la liste blanche.');
    expect(removed.body.society.whitelist).toEqual([karim.user.email, yann.user.email, theirs].sort());
    await hers.settled();
    const lists = hers.all('updateSociety').map(({ whitelist }) => whitelist);
    for (const changed of [imported.body, removed.body]) expect(lists).toContainEqual(changed.society.whitelist);
  });

  test('lets into its own society alone, and refuses nobody another’s: there a request waits', async () => {
    const [camille, helene, karim, yann, unproven] = (await people(5)) as [Person, Person, Person, Person, Person];
    const [society, other] = [await found(camille), await found(helene)];
    await palabre.prove(camille, karim, yann);
    await act(yann, other, 'join');
    for (const { user } of [camille, karim, yann])
      await change(camille, society, { action: 'addWhitelist', email: user.email });
    // Who owns it stays its owner, and who waits elsewhere is told of no answer.
    expect(await one(camille, society)).toMatchObject({ owners: [camille.id], usersCount: 1 });
    expect((await yann.ok(api.notifications.list)).notifications).toEqual([]);
    for (const person of [karim, unproven])
      expect((await act(person, other, 'join')).body).toMatchObject({ society: { membership: 'pending' } });
    const { pendingUsers, usersCount } = await one(helene, other);
    expect([usersCount, pendingUsers]).toEqual([1, [yann.id, karim.id, unproven.id]]);
  });

  test.each([
    [{ action: 'addWhitelist', email: '' }, 'whitelist_email', 'Veuillez entrer un email valide.'],
    [{ action: 'addWhitelist' }, 'whitelist_email', 'Veuillez entrer un email valide.'],
    [{ action: 'addWhitelist', email: 'a b@c' }, 'whitelist_email', 'Veuillez entrer un email valide.'],
    [{ action: 'addWhitelistBulk', emails: '["x"]' }, 'whitelist_empty', 'Aucun email valide trouvé dans le fichier.'],
    [{ action: 'addWhitelistBulk' }, 'whitelist_empty', 'Aucun email valide trouvé dans le fichier.'],
    [{ action: 'addWhitelistBulk', emails: [] }, 'whitelist_empty', 'Aucun email valide trouvé dans le fichier.'],
    [{ action: 'addWhitelistBulk', emails: 'a@b.fr,' }, 'whitelist_invalid', 'Le fichier CSV est invalide.'],
    [{ action: 'addWhitelistBulk', emails: '["a@b.fr",4]' }, 'whitelist_invalid', 'Le fichier CSV est invalide.'],
    [{ action: 'addWhitelistBulk', emails: '{"a":1}' }, 'whitelist_invalid', 'Le fichier CSV est invalide.'],
    [{ action: 'addWhitelistBulk', emails: [4] }, 'invalid_input', 'Les informations envoyées ne sont pas valides.'],
  ])('refuses %j', async (body, code, message) => {
    const camille = await palabre.register();
    const society = await found(camille);
    const reply = await change(camille, society, body);
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([400, code, message]);
    expect((await one(camille, society)).whitelist).toEqual([]);
  });

  test('is seen and changed by owners alone, and holds 5,000 addresses', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    for (const body of [
      { action: 'addWhitelist', email: 'a@b.fr' },
      { action: 'addWhitelistBulk', emails: ['a@b.fr'] },
      { action: 'removeWhitelist', email: 'a@b.fr' },
    ])
      expect(codeOf(await change(karim, society, body))).toEqual([403, 'forbidden']);
    const ears = await karim.connect();
    const emails = Array.from({ length: limits.whitelist }, (_, n) => `adresse.${n}@atelier-tilleul.fr`);
    const all = await change(camille, society, { action: 'addWhitelistBulk', emails: JSON.stringify(emails) });
    expect(all.body.society.whitelist).toHaveLength(limits.whitelist);
    const more = await change(camille, society, { action: 'addWhitelist', email: 'une@autre.fr' });
    expect(codeOf(more)).toEqual([409, 'whitelist_full']);
    expect((await one(camille, society)).whitelist).toEqual([...emails].sort());
    // Members are told nothing of it.
    await ears.none('updateSociety');
    const tooMany = await change(camille, society, { action: 'addWhitelistBulk', emails: [...emails, 'a@b.fr'] });
    expect(codeOf(tooMany)).toEqual([400, 'invalid_input']);
  });
});

describe('concurrent changes of membership', () => {
  test('give one answer to a request that two owners accept and decline', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'owner', karim);
    for (let round = 0; round < 5; round++) {
      await act(yann, society, 'join');
      const answers = await Promise.all([act(camille, society, 'accept', yann), act(karim, society, 'decline', yann)]);
      const [won] = answers.filter(({ status }) => status === 200);
      expect(answers.map(codeOf).filter(([status]) => status === 409)).toEqual([[409, 'no_request']]);
      const accepted = won === answers[0];
      expect((await mine(yann))?.membership ?? 'none').toBe(accepted ? 'member' : 'none');
      if (accepted) await act(yann, society, 'leave');
    }
  });

  test('keep one of the two last owners who leave', async () => {
    const [camille, karim] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'owner', karim);
    const both = await Promise.all([act(camille, society, 'leave'), act(karim, society, 'leave')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const last = both[0]?.status === 409 ? camille : karim;
    expect((await one(last, society)).owners).toEqual([last.id]);
    expect(codeOf(await act(last, society, 'leave'))).toEqual([409, 'last_owner']);
  });

  test('let in a person who asks to join while their address is put on the whitelist, in either order', async () => {
    const camille = await palabre.register();
    const society = await found(camille);
    const params = { id: society._id };
    const asking = await people(10);
    await palabre.prove(...asking);
    await Promise.all(
      asking.flatMap(person => [
        act(person, society, 'join'),
        camille.ok(api.societies.update, { params, body: { action: 'addWhitelist', email: person.user.email } }),
      ]),
    );
    expect(await one(camille, society)).toMatchObject({ usersCount: 11, pendingUsers: [], pendingCount: 0 });
  });
});

describe('deleting an account', () => {
  const depart = (person: Person) =>
    inTransaction(palabre.services, work => departFromSociety(work, palabre.services, person.id));

  test('leaves its person’s society to the oldest member when they were its last owner', async () => {
    const [camille, helene, ...others] = (await people(4)) as [Person, Person, Person, Person];
    // The oldest member has the youngest account.
    const [karim, yann] = others.sort((one, other) => (one.id < other.id ? 1 : -1)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', karim, yann);
    await admit(camille, society, 'pending', helene);
    const [ears, theirs] = [await karim.connect(), await yann.connect()];
    await depart(camille);
    const now = { owners: [karim.id], usersCount: 2 };
    expect(await ears.next('updateSociety')).toMatchObject({ membership: 'owner', ...now });
    expect(await theirs.next('updateSociety')).toMatchObject({ membership: 'member', ...now });
    expect((await act(karim, society, 'accept', helene)).status).toBe(200);
    await depart(helene);
    expect(await one(karim, society)).toMatchObject({ owners: [karim.id], usersCount: 2 });
  });

  test('leaves its person’s society to a member whose account is open before an older one whose is suspended', async () => {
    const [camille, shut, karim] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'member', shut, karim);
    await palabre.services.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [shut.id]);
    await depart(camille);
    expect(await one(karim, society)).toMatchObject({ owners: [karim.id], users: [karim.id, shut.id] });
  });

  test('leaves its person’s society to its other owners, where there are some', async () => {
    const [camille, karim, yann] = (await people(3)) as [Person, Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'owner', karim);
    await admit(camille, society, 'member', yann);
    await depart(camille);
    expect(await one(karim, society)).toMatchObject({ owners: [karim.id], users: [karim.id, yann.id] });
  });

  test('leaves alone a society that its person has left meanwhile for another of their own', async () => {
    const [camille, karim, yann, helene] = (await people(4)) as [Person, Person, Person, Person];
    const [left, other] = [await found(camille), await found(yann)];
    await admit(camille, left, 'member', karim, helene);
    const held = await holdLock(palabre, 'SELECT FROM societies WHERE id = $1 FOR UPDATE', [left._id]);
    const departed = depart(camille);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('UPDATE society_people SET society_id = $1 WHERE user_id = $2', [other._id, camille.id]);
    await held.query(`UPDATE society_people SET standing = 'owner' WHERE user_id = $1`, [karim.id]);
    await held.query('COMMIT');
    await departed;
    expect((await one(karim, left)).owners).toEqual([karim.id]);
    expect(await mine(camille)).toMatchObject({ _id: other._id, membership: 'owner' });
  });

  test('deletes its person’s society when nobody else is in it', async () => {
    const [camille, yann] = (await people(2)) as [Person, Person];
    const society = await found(camille);
    await admit(camille, society, 'pending', yann);
    const ears = await yann.connect();
    await depart(camille);
    expect(await ears.next('deleteSociety')).toEqual({ _id: society._id });
    await depart(yann);
  });
});
