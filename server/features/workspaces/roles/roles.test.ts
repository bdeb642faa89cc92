import { api } from '@palabre/common/contract/index.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');

type Fields = Partial<Omit<Role, '_id' | 'workspaceId'>>;
const change = (person: Person, role: Role, body: Fields) =>
  person.call(api.roles.update, { params: { id: role._id }, body });
const remove = (person: Person, role: Role) => person.call(api.roles.remove, { params: { id: role._id } });
const listOf = async (team: Team) => (await team.owner.ok(api.roles.list, { params: team.params })).roles;
const ranks = async (team: Team) => (await listOf(team)).map(role => `${role.rank} ${role.name}`);

describe('roles', () => {
  test('are created last in rank, with the given fields, and told to all members', async () => {
    const team = await gather(camille, karim);
    const [socket, outsider] = [await karim.connect(), await yann.connect()];
    const plain = await team.role({ name: ' Maçons ' });
    expect(plain).toEqual({
      _id: plain._id,
      name: 'Maçons',
      workspaceId: team.id,
      rank: 2,
      color: '#000000',
      addChannels: false,
      canKick: false,
      creator: false,
      users: [],
      visibleChannels: [],
      writableChannels: [],
    });
    expect(await socket.next('newRole')).toEqual(plain);
    const rich = await team.role({ name: 'Chefs', color: '#aabbcc', canKick: true, users: [karim.id] });
    expect(rich).toMatchObject({ rank: 3, color: '#aabbcc', canKick: true, users: [karim.id] });
    expect((await karim.ok(api.roles.mine, { params: team.params })).roles).toEqual([rich]);
    expect((await karim.ok(api.roles.one, { params: { id: plain._id } })).role).toEqual(plain);
    await outsider.none('newRole');
    expect((await yann.call(api.roles.one, { params: { id: plain._id } })).status).toBe(404);
    expect((await yann.call(api.roles.list, { params: team.params })).status).toBe(403);
  });

  test('are listed to people who ask together as each of them sees them', async () => {
    const team = await gather(camille, karim);
    const hidden = await team.channel('direction', 'private');
    const role = await team.role({ visibleChannels: [hidden._id] });
    const seen = async (person: Person) => {
      const { roles } = await person.ok(api.roles.list, { params: team.params });
      return roles.find(({ _id }) => _id === role._id)?.visibleChannels;
    };
    const lists = await Promise.all([camille, karim, camille, karim, karim, camille].map(seen));
    expect(lists).toEqual([[hidden._id], [], [hidden._id], [], [], [hidden._id]]);
    // Nor does a change that a person cannot see reach them.
    const [hers, his] = [await camille.connect(), await karim.connect()];
    await change(camille, role, { writableChannels: [hidden._id] });
    expect((await hers.next('updatedRole')).writableChannels).toEqual([hidden._id]);
    await his.none('updatedRole');
  });

  test('are managed by owners and creators, and by nobody else', async () => {
    const team = await gather(camille, karim);
    const role = await team.role({ users: [karim.id], canKick: true, addChannels: true });
    const body = { name: 'À moi', workspaceId: team.id };
    expect((await karim.call(api.roles.create, { body })).status).toBe(403);
    expect((await change(karim, role, { creator: true })).status).toBe(403);
    expect((await remove(karim, role)).status).toBe(403);
    expect((await karim.ok(api.roles.one, { params: { id: role._id } })).role).toEqual(role);
  });

  test('refuse a blank or long name, an invalid colour, and people who are not members', async () => {
    const team = await gather(camille);
    const role = await team.role();
    for (const body of [
      { name: ' ' },
      { name: 'x'.repeat(41) },
      { color: 'rouge' },
      { color: '#12345' },
      { rank: 0 },
    ]) {
      expect([body, (await change(camille, role, body)).status]).toEqual([body, 400]);
    }
    expect((await change(camille, role, { users: [yann.id] })).body.code).toBe('not_member');
    expect((await change(camille, role, { visibleChannels: [newId()] })).status).toBe(404);
    expect((await listOf(team)).find(one => one._id === role._id)).toEqual(role);
  });

  test('change field by field; a field that is not sent stays', async () => {
    const team = await gather(camille, karim, leonie);
    const role = await team.role({ users: [karim.id], color: '#112233' });
    const socket = await leonie.connect();
    const named = await change(camille, role, { name: 'Gros œuvre' });
    expect(named.body).toEqual({ message: 'Le rôle a été modifié.', role: { ...role, name: 'Gros œuvre' } });
    expect(await socket.next('updatedRole')).toEqual(named.body.role);
    const given = await change(camille, role, { users: [leonie.id, leonie.id] });
    expect(given.body.role).toEqual({ ...named.body.role, users: [leonie.id] });
    expect((await leonie.ok(api.roles.mine, { params: team.params })).roles).toEqual([given.body.role]);
  });

  test('give a member the colour of the best rank', async () => {
    const team = await gather(camille, karim);
    const color = async (person: Person, userId: string) =>
      (await person.ok(api.roles.color, { query: { userId, workspaceId: team.id } })).color;
    expect(await color(camille, karim.id)).toBe('#000000');
    await team.role({ users: [karim.id], color: '#111111' });
    const low = await team.role({ users: [karim.id], color: '#222222' });
    expect(await color(karim, karim.id)).toBe('#111111');
    await change(camille, low, { rank: 1 });
    expect(await color(camille, karim.id)).toBe('#222222');
    const { users } = await camille.ok(api.members.list, { params: team.params });
    expect(users.find(({ _id }) => _id === karim.id)?.color).toBe('#222222');
    const query = { userId: karim.id, workspaceId: team.id };
    expect((await yann.call(api.roles.color, { query })).status).toBe(403);
  });

  test('have permissions described in French and in English', async () => {
    const { permissions } = await camille.ok(api.roles.permissions);
    expect(permissions.map(permission => permission.key)).toEqual([
      'addChannels',
      'canKick',
      'creator',
      'visibleChannels',
      'writableChannels',
    ]);
    const english = await camille.raw<{ permissions: typeof permissions }>('GET', '/api/role/permissions', {
      headers: { 'accept-language': 'en-GB' },
    });
    const [kicking, inFrench] = [english.body.permissions[1], permissions[1]];
    expect([kicking?.label, inFrench?.label]).toEqual(['Remove members', 'Exclure des membres']);
    expect(kicking?.description).toMatch(/^Lets its holders remove members/);
    expect(inFrench?.description).toMatch(/^Permet d’exclure du workspace/);
  });

  test('stop at 250 in a workspace', async () => {
    const team = await gather(camille);
    const made = Array.from({ length: 248 }, (_, i) => ({
      id: newId(),
      name: 'x',
      rank: i + 2,
      workspace_id: team.id,
    }));
    await palabre.services.database.kysely.insertInto('roles').values(made).execute();
    const body = { name: 'dernier', workspaceId: team.id };
    const replies = await Promise.all([1, 2, 3].map(() => camille.call(api.roles.create, { body })));
    expect(replies.map(reply => reply.body.code ?? `rank ${reply.body.role.rank}`).sort()).toEqual([
      'rank 250',
      'too_many_roles',
      'too_many_roles',
    ]);
  });
});

describe('ranks', () => {
  test('stay 1 to n when a role moves or is deleted, and each role that moved is told; those of other workspaces stay', async () => {
    const [team, other] = [await gather(camille), await gather(camille)];
    for (const name of ['x', 'y', 'z']) await other.role({ name });
    const [a, b, c] = [await team.role({ name: 'a' }), await team.role({ name: 'b' }), await team.role({ name: 'c' })];
    const socket = await camille.connect();
    await change(camille, c, { rank: 2 });
    expect(await ranks(team)).toEqual(['1 Créateur', '2 c', '3 a', '4 b']);
    await socket.settled();
    expect(
      socket
        .all('updatedRole')
        .map(role => `${role.rank} ${role.name}`)
        .sort(),
    ).toEqual(['2 c', '3 a', '4 b']);
    await change(camille, c, { rank: 99 });
    expect(await ranks(team)).toEqual(['1 Créateur', '2 a', '3 b', '4 c']);
    await remove(camille, a);
    expect(await ranks(team)).toEqual(['1 Créateur', '2 b', '3 c']);
    expect((await socket.next('deletedRole'))._id).toBe(a._id);
    await change(camille, b, { rank: 1, name: 'premier' });
    expect(await ranks(team)).toEqual(['1 premier', '2 Créateur', '3 c']);
    expect(await ranks(other)).toEqual(['1 Créateur', '2 x', '3 y', '4 z']);
  });

  test('follow an order dragged on the screen, each role given its rank from the first', async () => {
    const team = await gather(camille);
    const made: Role[] = [];
    for (const name of ['a', 'b', 'c', 'd']) made.push(await team.role({ name }));
    const [creator] = await listOf(team);
    const wanted = [made[2], made[0], creator, made[3], made[1]] as Role[];
    for (const [i, role] of wanted.entries()) await change(camille, role, { rank: i + 1 });
    expect(await ranks(team)).toEqual(['1 c', '2 a', '3 Créateur', '4 d', '5 b']);
  });

  test('stay 1 to n after many concurrent moves', async () => {
    const team = await gather(camille);
    const made: Role[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) made.push(await team.role({ name }));
    const moves = made.flatMap((role, i) => [
      change(camille, role, { rank: 6 - i }),
      change(camille, role, { rank: 1 }),
    ]);
    const replies = await Promise.all([...moves, remove(camille, made[2] as Role)]);
    for (const { status } of replies) expect([200, 404]).toContain(status);
    expect((await listOf(team)).map(role => role.rank)).toEqual([1, 2, 3, 4, 5]);
  });

  test('protect a role above one’s own best from changes, moves, gifts and removals', async () => {
    const team = await gather(camille, karim, leonie, yann);
    // A workspace of their own gives nobody a rank here.
    await gather(yann);
    const high = await team.role({ name: 'haut', users: [leonie.id] });
    const own = await team.role({ name: 'mien', creator: true, users: [karim.id] });
    const low = await team.role({ name: 'bas', users: [camille.id] });
    const refused = [
      await change(karim, high, { name: 'volé' }),
      await change(karim, high, { users: [] }),
      await change(karim, own, { rank: 2 }),
      await change(karim, low, { rank: 1 }),
      await change(karim, low, { users: [] }),
      await change(karim, low, { users: [camille.id, leonie.id] }),
      await remove(karim, high),
    ];
    expect(refused.map(reply => reply.body.code)).toEqual(Array(7).fill('rank_too_low'));
    expect((await change(karim, low, { rank: 3, users: [camille.id, yann.id, karim.id] })).status).toBe(200);
    expect(await ranks(team)).toEqual(['1 Créateur', '2 haut', '3 bas', '4 mien']);
    expect((await karim.call(api.roles.create, { body: { name: 'neuf', workspaceId: team.id } })).status).toBe(201);
  });

  test('keep the last creator role, which can neither be deleted nor lose that right', async () => {
    const team = await gather(camille);
    const [creator] = (await listOf(team)) as [Role];
    expect((await remove(camille, creator)).body.code).toBe('last_creator_role');
    expect((await change(camille, creator, { creator: false })).body.code).toBe('last_creator_role');
    const second = await team.role({ creator: true });
    const both = await Promise.all([remove(camille, creator), remove(camille, second)]);
    expect(both.map(reply => reply.status).sort()).toEqual([200, 409]);
  });
});

describe('channels of a role', () => {
  test('include seeing where writing is granted in a private channel; removing sight removes writing', async () => {
    const team = await gather(camille, karim);
    const [direction, annonces] = [
      await team.channel('direction', 'private'),
      await team.channel('annonces', 'protected'),
    ];
    const role = await team.role({ users: [karim.id], writableChannels: [direction._id, annonces._id] });
    expect(role.visibleChannels).toEqual([direction._id]);
    const blind = (await change(camille, role, { visibleChannels: [] })).body.role;
    expect(blind).toMatchObject({ visibleChannels: [], writableChannels: [annonces._id] });
    const both = { visibleChannels: [], writableChannels: [direction._id] };
    expect((await change(camille, role, both)).body.role).toMatchObject({
      visibleChannels: [direction._id],
      writableChannels: [direction._id],
    });
  });

  test('must belong to the workspace and be visible to the caller; hidden ones already there stay', async () => {
    const [team, other] = [await gather(camille, karim), await gather(camille)];
    await team.role({ users: [karim.id], creator: true });
    const role = await team.role();
    const [secret, open] = [await team.channel('secret', 'private'), await team.channel('annonces', 'protected')];
    const grab = await change(karim, role, { users: [karim.id], visibleChannels: [secret._id] });
    expect([grab.status, grab.body.code]).toEqual([404, 'not_found']);
    expect((await change(camille, role, { visibleChannels: [other.welcome._id] })).status).toBe(404);
    await change(camille, role, { visibleChannels: [secret._id] });
    const kept = await change(karim, role, { visibleChannels: [secret._id], writableChannels: [open._id] });
    expect(kept.body.role).toMatchObject({ visibleChannels: [], writableChannels: [open._id] });
    const emptied = await change(karim, role, { visibleChannels: [], writableChannels: [] });
    expect(emptied.body.role).toMatchObject({ visibleChannels: [], writableChannels: [] });
    const { role: whole } = await camille.ok(api.roles.one, { params: { id: role._id } });
    expect(whole).toMatchObject({ visibleChannels: [secret._id], writableChannels: [] });
    expect((await listOf(team)).at(-1)).toEqual(whole);
    // A person who takes the role sees at once the channels that it opens.
    expect((await change(karim, role, { users: [karim.id] })).body.role.visibleChannels).toEqual([secret._id]);
  });

  test('that many channels at once are opened by are told to who now sees them, other roles that open them too', async () => {
    const team = await gather(camille, karim);
    const { rows } = await palabre.services.database.pool.query<{ id: string }>(
      `WITH placed AS (
         INSERT INTO places (id, kind, room) SELECT id, 'channel', 'channel:' || id
         FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 51)) AS made RETURNING id
       ) INSERT INTO channels (id, workspace_id, title, visibility, position)
       SELECT id, $1, 'lot', 'private', row_number() OVER () FROM placed RETURNING id`,
      [team.id],
    );
    const visibleChannels = rows.map(({ id }) => id).sort();
    const [role, other] = [await team.role({ visibleChannels }), await team.role({ visibleChannels })];
    const socket = await karim.connect();
    await change(camille, role, { users: [karim.id] });
    for (const { _id } of [role, other])
      expect((await socket.next('updatedRole', told => told._id === _id)).visibleChannels).toEqual(visibleChannels);
    await socket.settled();
    expect(socket.all('newChannel')).toHaveLength(51);
  });

  test('edited by two owners at once are changed in turn: both edits stand, the last wins on a shared field', async () => {
    const team = await gather(camille, karim, leonie);
    await team.role({ users: [karim.id], creator: true });
    const role = await team.role();
    const socket = await leonie.connect();
    for (let round = 0; round < 10; round++) {
      const [one, two] = await Promise.all([
        change(camille, role, { name: `Nom ${round}`, color: '#aa0000', users: [leonie.id] }),
        change(karim, role, { canKick: round % 2 === 0, color: '#00bb00', visibleChannels: [team.welcome._id] }),
      ]);
      expect([one.status, two.status]).toEqual([200, 200]);
      const now = (await listOf(team)).find(found => found._id === role._id);
      expect(now).toMatchObject({ name: `Nom ${round}`, canKick: round % 2 === 0, users: [leonie.id] });
      expect(['#aa0000', '#00bb00']).toContain(now?.color);
      await socket.settled();
      expect(socket.all('updatedRole', told => told._id === role._id).at(-1)).toEqual(now);
    }
  });
});
