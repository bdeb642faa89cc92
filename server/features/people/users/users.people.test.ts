import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { createWorkspace } from '../../../test/people/world.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

/** Registers two people of one workspace, and one of none. */
async function colleagues(): Promise<{ camille: Person; karim: Person; stranger: Person }> {
  const [camille, karim, stranger] = await Promise.all([
    palabre.register({ firstName: 'Camille' }),
    palabre.register({ firstName: 'Karim', lastName: 'Benali' }),
    palabre.register({ firstName: 'Yann', lastName: 'Riou' }),
  ]);
  const { workspace } = await createWorkspace(camille, { title: 'Atelier Tilleul' });
  await karim.ok(api.workspaces.join, { params: { id: workspace._id } });
  return { camille, karim, stranger };
}

describe('people', () => {
  it('show their e-mail to people who share a place with them, and to administrators', async () => {
    const { camille, karim, stranger } = await colleagues();
    const seenBy = async (person: Person) => (await person.ok(api.users.one, { params: { id: camille.id } })).user;
    expect(await seenBy(karim)).toMatchObject({ _id: camille.id, email: camille.user.email });
    const profile = await seenBy(stranger);
    expect(profile).toMatchObject({ _id: camille.id, firstName: 'Camille' });
    expect(profile).not.toHaveProperty('email');
    expect(profile).not.toHaveProperty('admin');
    const unknown = await stranger.call(api.users.one, { params: { id: '018f0000-0000-7000-8000-000000000000' } });
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Utilisateur introuvable.' } });
    expect((await stranger.raw('GET', '/api/user/pas-un-id')).status).toBe(404);
  });

  it('are searched with every field of the call, empty ones too', async () => {
    const { camille, karim } = await colleagues();
    const { status, body } = await camille.raw<{ users: PublicUser[] }>('GET', '/api/user?search=Benali&societyId=');
    expect([status, body.users.some(user => user._id === karim.id)]).toEqual([200, true]);
  });

  it('are listed to people who share a place with them, and all of them to administrators', async () => {
    const { camille, karim, stranger } = await colleagues();
    const listed = async (person: Person) => (await person.ok(api.users.search)).users.map(user => user._id).sort();
    expect(await listed(camille)).toEqual([camille.id, karim.id].sort());
    expect(await listed(stranger)).toEqual([stranger.id]);
    const boss = await palabre.register();
    await palabre.makeAdministrator(boss);
    expect(await listed(boss)).toEqual(expect.arrayContaining([boss, camille, karim, stranger].map(({ id }) => id)));
  });

  it('are listed by name, whoever came first', async () => {
    const { camille } = await colleagues();
    const last = await palabre.register({ firstName: 'Élie' });
    const first = await palabre.register({ firstName: 'Aline' });
    for (const person of [last, first]) await camille.ok(api.conversations.create, { body: { users: [person.id] } });
    const { users } = await camille.ok(api.users.search);
    expect(users.map(({ firstName }) => firstName)).toEqual(['Aline', 'Camille', 'Élie', 'Karim']);
  });

  it('are found with either apostrophe', async () => {
    const seeker = await palabre.register();
    const found = await palabre.register({ firstName: 'Maëlle', lastName: 'N’Diaye' });
    for (const search of ["n'diaye", 'N’DIAYE', 'nʼdi', "maelle n'd"]) {
      const { users } = await seeker.ok(api.users.search, { query: { search } });
      expect(users.map(user => user._id)).toContain(found.id);
    }
  });

  it('are found by name, ignoring case and accents, each word anywhere', async () => {
    const seeker = await palabre.register();
    const found = await palabre.register({ firstName: 'Zoé-Œuvre', lastName: 'Lefèvre' });
    const search = async (text: string) => (await seeker.ok(api.users.search, { query: { search: text } })).users;
    for (const text of ['zoe-oeuvre', 'ZOÉ', 'lefevre zoé', 'FÈVRE', 'œuvre']) {
      expect((await search(text)).map(user => user._id)).toContain(found.id);
    }
    // Ten words count, so that no search costs a thousand: further words narrow nothing.
    const nine = Array(9).fill('zoé').join(' ');
    expect((await search(`${nine} lefèvre dupont`)).map(user => user._id)).toContain(found.id);
    for (const text of [`${nine} dupont`, 'zoe dupont', '%', '_', '\\', 'zoe%lefevre']) {
      expect((await search(text)).map(user => user._id)).not.toContain(found.id);
    }
  });

  it('are found by e-mail: a colleague’s by a part of it, as all by administrators, a stranger’s only whole and never shown', async () => {
    const { camille, karim, stranger } = await colleagues();
    const search = async (person: Person, text: string) =>
      (await person.ok(api.users.search, { query: { search: text } })).users.find(user => user._id === karim.id);
    const part = karim.user.email.slice(0, 30);
    expect(await search(camille, part)).toMatchObject({ email: karim.user.email });
    expect(await search(stranger, part)).toBeUndefined();
    const boss = await palabre.register();
    await palabre.makeAdministrator(boss);
    expect(await search(boss, part)).toMatchObject({ email: karim.user.email });
    const whole = await search(stranger, karim.user.email.toUpperCase());
    expect(whole?._id).toBe(karim.id);
    expect(whole).not.toHaveProperty('email');
    // A member of one's society is a colleague too.
    const fellow = await palabre.register();
    await admit(karim, await found(karim), 'member', fellow);
    expect(await search(fellow, part)).toMatchObject({ email: karim.user.email });
  });

  it('are searched within one’s own society alone', async () => {
    const { camille, karim, stranger } = await colleagues();
    const boss = await palabre.register();
    await palabre.makeAdministrator(boss);
    const society = await found(camille);
    await admit(camille, society, 'member', karim);
    const search = async (person: Person, query: object) =>
      (await person.ok(api.users.search, { query: { ...query, societyId: society._id } })).users.map(({ _id }) => _id);
    for (const query of [{}, { search: karim.user.email }]) {
      for (const person of [camille, boss]) expect(await search(person, query)).toContain(karim.id);
      expect(await search(stranger, query)).toEqual([]);
    }
    for (const query of [{}, { search: stranger.user.email }]) {
      expect(await search(boss, query)).not.toContain(stranger.id);
    }
  });

  it('are found twenty at most, colleagues first', async () => {
    const { camille, karim } = await colleagues();
    const names = Array.from({ length: 22 }, (_, n) => `Aa${String.fromCharCode(97 + n)}`);
    await Promise.all(names.toReversed().map(lastName => palabre.register({ firstName: 'Karim', lastName })));
    const { users } = await camille.ok(api.users.search, { query: { search: 'karim' } });
    expect(users).toHaveLength(20);
    expect(users[0]?._id).toBe(karim.id);
    expect(users.slice(1).map(({ lastName }) => lastName)).toEqual(names.slice(0, 19));
  });
});
