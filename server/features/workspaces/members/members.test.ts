import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { letInto } from '../../../test/people/guests.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { emailOf, post, registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');

type Query = Parameters<typeof listOf>[2];
const listOf = async (
  person: Person,
  team: Team,
  query: { search?: string; roleId?: string; channelId?: string; limit?: number; offset?: number } = {},
) => {
  const found = await person.ok(api.members.list, { params: team.params, query });
  return { ...found, names: found.users.map(user => user.firstName) };
};

const act = (actor: Person, action: 'kick' | 'ban' | 'unban', team: Team, target: { id: string }) =>
  actor.call(api.members[action], { params: team.params, body: { userId: target.id } });

/** Sets the status of the given people, and everyone else's to offline. */
async function show(status: 'busy' | 'offline', ...people: Person[]): Promise<void> {
  const ids = people.map(person => person.id);
  await sql`UPDATE users SET status = CASE WHEN id = ANY(${ids}::uuid[]) THEN ${status} ELSE 'offline' END`.execute(
    palabre.services.database.kysely,
  );
}

describe('the list of members', () => {
  beforeEach(() => show('offline'));

  test('lists people who are online first, then by name without regard to accents, with e-mail and colour', async () => {
    const team = await gather(camille, yann, karim, leonie);
    await team.role({ users: [leonie.id, karim.id], color: '#123456' });
    await team.role({ users: [leonie.id], color: '#ffffff' });
    // A role of another workspace colours nobody here.
    await (await gather(leonie, yann, karim)).role({ users: [yann.id, karim.id], color: '#0000ff' });
    await show('busy', yann, leonie);
    const { names, users, online, total } = await listOf(karim, team);
    expect(names).toEqual(['Léonie', 'Yann', 'Camille', 'Karim']);
    expect({ online, total }).toEqual({ online: 2, total: 4 });
    expect(users.map(user => user.color)).toEqual(['#123456', '#000000', '#000000', '#123456']);
    expect(users[0]?.email).toBe(emailOf('leonie'));
  });

  test('is searched by name and e-mail, ignoring case and accents, and treats no character as a pattern', async () => {
    const team = await gather(camille, karim, leonie);
    const find = async (search: string) => (await listOf(camille, team, { search })).names;
    // Only her name holds these words: her e-mail has no last name.
    expect(await find('leonie dub')).toEqual(['Léonie']);
    expect(await find('LÉONIE DUB')).toEqual(['Léonie']);
    expect(await find('Karim@Atelier')).toEqual(['Karim']);
    expect(await find('atelier-tilleul.fr')).toHaveLength(3);
    expect(await find('%')).toEqual([]);
    expect(await find('_')).toEqual([]);
    expect(await find('yann')).toEqual([]);
  });

  test('is filtered by a role, or by creators and owners', async () => {
    const team = await gather(camille, karim, leonie, yann);
    const plain = await team.role({ users: [karim.id] });
    await team.role({ users: [leonie.id], creator: true });
    const other = await (await gather(yann)).role();
    const find = async (query: Query) => (await listOf(camille, team, query)).names;
    expect(await find({ roleId: plain._id })).toEqual(['Karim']);
    expect(await find({ roleId: 'creator' })).toEqual(['Camille', 'Léonie']);
    expect(await find({ roleId: 'creator', search: 'leo' })).toEqual(['Léonie']);
    expect(await find({ roleId: other._id })).toEqual([]);
  });

  test('comes in pages that together hold everyone once, with the counts of all', async () => {
    const team = await gather(camille, karim, leonie, yann);
    await show('busy', yann);
    const { users: all } = await listOf(camille, team);
    const pages = await Promise.all([0, 2, 4].map(offset => listOf(camille, team, { limit: 2, offset })));
    expect(pages.flatMap(page => page.users.map(user => user._id))).toEqual(all.map(user => user._id));
    expect(pages.map(page => page.total)).toEqual([4, 4, 4]);
    expect(pages[2]?.users).toEqual([]);
  });

  test('comes in pages past the thousandth member, where the workspace itself lists no more', async () => {
    const team = await gather(camille);
    await sql`
      WITH people AS (
        INSERT INTO users (id, first_name, last_name, email)
        SELECT gen_random_uuid(), 'Zoé ' || n, 'Lambert', 'zoe-' || n || '@exemple.fr' FROM generate_series(1001, 2010) AS n
        RETURNING id
      )
      INSERT INTO workspace_members (workspace_id, user_id) SELECT ${team.id}::uuid, id FROM people`.execute(
      palabre.services.database.kysely,
    );
    expect((await team.now()).members).toHaveLength(1_000);
    const { names, total } = await listOf(camille, team, { limit: 200, offset: 1_005 });
    expect([total, names]).toEqual([1_011, [2005, 2006, 2007, 2008, 2009, 2010].map(n => `Zoé ${n}`)]);
    // Nor does a guest see more of it, nor a private channel that all of them see, wherever it is read.
    const guest = await palabre.register();
    await sql`UPDATE users SET guest_until = now() + interval '30 days' WHERE id = ${guest.id}`.execute(
      palabre.services.database.kysely,
    );
    await letInto(palabre, guest, { workspaceId: team.id, sponsorId: camille.id, channels: [team.welcome._id] });
    const { workspace } = await guest.ok(api.workspaces.one, { params: team.params });
    expect([workspace.membersCount, workspace.members.length]).toEqual([1_011, 1_000]);
    const { _id: id } = await team.channel('direction', 'private');
    const role = await team.role({ visibleChannels: [id] });
    await sql`INSERT INTO role_users (role_id, workspace_id, user_id)
      SELECT ${role._id}::uuid, workspace_id, user_id FROM workspace_members WHERE workspace_id = ${team.id}`.execute(
      palabre.services.database.kysely,
    );
    const read = {
      one: [(await camille.ok(api.channels.one, { params: { id } })).channel],
      ofWorkspace: (await camille.ok(api.channels.ofWorkspace, { params: team.params })).channels,
      ofAll: (await camille.ok(api.channels.list)).channels,
      atFirst: (await camille.ok(api.boot.one, { query: { workspaceId: team.id } })).channels.channels,
    };
    const viewers = Object.entries(read).map(([how, all]) => [how, all.find(({ _id }) => _id === id)?.users.length]);
    expect(viewers).toEqual(Object.keys(read).map(how => [how, 1_000]));
  });

  test('is filtered by the people who see a channel, for a person who sees it too', async () => {
    const team = await gather(camille, karim, leonie, yann);
    const direction = await team.channel('direction', 'private');
    await team.role({ users: [leonie.id], visibleChannels: [direction._id] });
    expect((await listOf(leonie, team, { channelId: direction._id })).names).toEqual(['Camille', 'Léonie']);
    expect((await listOf(karim, team, { channelId: team.welcome._id })).total).toBe(4);
    const hidden = await karim.call(api.members.list, { params: team.params, query: { channelId: direction._id } });
    const missing = await karim.call(api.members.list, { params: team.params, query: { channelId: newId() } });
    expect([hidden.status, hidden.body]).toEqual([404, missing.body]);
  });

  test('is for members only', async () => {
    const team = await gather(camille, karim);
    expect((await yann.call(api.members.list, { params: team.params })).status).toBe(403);
    await act(camille, 'kick', team, karim);
    expect((await karim.call(api.members.list, { params: team.params })).status).toBe(403);
  });
});

describe('kicking', () => {
  test('removes membership and roles, notifies the person, and lets them come back', async () => {
    const team = await gather(camille, karim, leonie);
    const role = await team.role({ users: [karim.id, leonie.id] });
    const [kicked, other] = [await karim.connect(), await leonie.connect()];
    const { message, workspace } = await camille.ok(api.members.kick, {
      params: team.params,
      body: { userId: karim.id },
    });
    expect(message).toBe('La personne a été exclue du workspace.');
    expect(workspace).toMatchObject({ members: [camille.id, leonie.id], membersCount: 2, bans: [] });
    expect(await kicked.next('deleteWorkspace')).toEqual({ _id: team.id });
    expect(await kicked.next('newNotification')).toMatchObject({
      type: 'workspace',
      isRead: false,
      link: '/workspaces',
      actor: { _id: camille.id, firstName: 'Camille' },
      content: 'Votre accès au workspace «\u202fChantier\u202f» vous a été retiré.',
    });
    expect(await other.next('updatedRole')).toEqual({ ...role, users: [leonie.id] });
    expect((await other.next('updateWorkspace')).members).toEqual([camille.id, leonie.id]);
    await post(camille, team.welcome, 'Sans lui');
    await other.next('newMessage');
    await kicked.none('newMessage');
    await kicked.none('updateWorkspace');
    expect((await karim.call(api.workspaces.join, { params: team.params })).status).toBe(200);
  });

  test('needs canKick, a creator role or ownership, and a rank that is not below the target’s', async () => {
    const team = await gather(camille, karim, leonie, yann);
    expect((await act(karim, 'kick', team, leonie)).body.code).toBe('forbidden');
    const high = await team.role({ name: 'Haut', users: [leonie.id] });
    const low = await team.role({ name: 'Bas', users: [karim.id], canKick: true });
    expect([high.rank, low.rank]).toEqual([2, 3]);
    expect((await act(karim, 'kick', team, leonie)).body.code).toBe('rank_too_low');
    expect((await act(karim, 'kick', team, camille)).body.code).toBe('forbidden');
    expect((await act(karim, 'kick', team, karim)).body.code).toBe('forbidden');
    const { status, body } = await act(karim, 'kick', team, yann);
    expect(status).toBe(200);
    expect(body.workspace).not.toHaveProperty('bans');
    expect((await act(karim, 'kick', team, yann)).body.code).toBe('not_member');
    expect((await act(camille, 'kick', team, { id: newId() })).body.code).toBe('not_member');
  });

  test('during a burst of posts stores or refuses each post, and the person hears none afterwards', async () => {
    const team = await gather(camille, karim);
    const witness = await camille.connect();
    const sends = Array.from({ length: 30 }, (_, i) =>
      karim.call(api.messages.send, { body: { channelId: team.welcome._id, content: `Message ${i}` } }),
    );
    const kick = act(camille, 'kick', team, karim);
    const [replies, kicked] = await Promise.all([Promise.all(sends), kick]);
    expect(kicked.status).toBe(200);
    const late = await karim.call(api.messages.send, { body: { channelId: team.welcome._id, content: 'Trop tard' } });
    expect([late.status, late.body.code]).toEqual([404, 'not_found']);
    for (const { status } of replies) expect([201, 404]).toContain(status);
    const accepted = replies.filter(reply => reply.status === 201).map(reply => reply.body.message._id);
    const { messages } = await camille.ok(api.messages.ofChannel, { params: { id: team.welcome._id } });
    expect(messages.map(message => message._id).sort()).toEqual(accepted.sort());
    await witness.settled();
    expect(witness.all('newMessage').map(message => message._id)).toEqual(messages.map(message => message._id));
  });
});

describe('banning', () => {
  test('keeps a person out by every way in, until the ban is lifted', async () => {
    const team = await gather(camille, karim);
    const { invite } = await camille.ok(api.invites.create, { params: { id: team.id }, body: {} });
    const banned = await karim.connect();
    const { body } = await act(camille, 'ban', team, karim);
    expect(body).toMatchObject({ message: 'La personne a été bannie du workspace.', workspace: { bans: [karim.id] } });
    expect(await banned.next('deleteWorkspace')).toEqual({ _id: team.id });
    expect((await banned.next('newNotification')).type).toBe('workspace');
    const joining = await karim.call(api.workspaces.join, { params: team.params });
    expect([joining.status, joining.body.code]).toEqual([403, 'banned_here']);
    expect((await karim.call(api.invites.accept, { params: { code: invite.inviteCode } })).status).toBe(404);
    expect((await karim.call(api.channels.ofWorkspace, { params: team.params })).status).toBe(403);
    const { users } = await camille.ok(api.members.banned, { params: team.params });
    expect(users).toMatchObject([{ _id: karim.id, firstName: 'Karim' }]);
    expect(users[0]).not.toHaveProperty('email');
    expect((await act(camille, 'unban', team, karim)).body.workspace.bans).toEqual([]);
    expect((await act(camille, 'unban', team, karim)).status).toBe(200);
    expect((await karim.call(api.workspaces.join, { params: team.params })).status).toBe(200);
  });

  test('needs a creator role or ownership; canKick is not enough', async () => {
    const team = await gather(camille, karim, leonie, yann);
    await team.role({ users: [karim.id], canKick: true });
    const refused = await Promise.all([
      act(karim, 'ban', team, yann),
      act(karim, 'unban', team, yann),
      karim.call(api.members.banned, { params: team.params }),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'forbidden']));
    await team.role({ users: [leonie.id], creator: true });
    expect((await act(leonie, 'ban', team, camille)).body.code).toBe('forbidden');
    expect((await act(leonie, 'ban', team, leonie)).body.code).toBe('forbidden');
    expect((await act(leonie, 'ban', team, karim)).body.code).toBe('rank_too_low');
    expect((await act(leonie, 'ban', team, yann)).status).toBe(200);
    expect((await act(camille, 'ban', team, { id: newId() })).body.code).toBe('user_not_found');
  });

  test('that is lifted is told to who knew of it alone, and stands once in the journal; the last one banned is listed first', async () => {
    const team = await gather(camille, karim);
    const [his, stranger] = [await karim.connect(), await yann.connect()];
    // A person who is banned already stays one who knew of it.
    for (const person of [karim, karim, yann]) expect((await act(camille, 'ban', team, person)).status).toBe(200);
    const { users } = await camille.ok(api.members.banned, { params: team.params });
    expect(users.map(({ _id }) => _id)).toEqual([yann.id, karim.id]);
    // A ban that is lifted already, or never was, changes nothing.
    for (const person of [karim, yann, karim, leonie]) await act(camille, 'unban', team, person);
    await Promise.all([his.settled(), stranger.settled()]);
    const told = his.all('newNotification');
    expect(told.map(({ content }) => content.replace(/\s/g, ' '))).toEqual([
      'Vous ne pouvez plus accéder au workspace « Chantier » : votre compte y est banni.',
      'Vous n’êtes plus banni du workspace « Chantier » : vous pouvez y revenir.',
    ]);
    expect(told.map(({ link, actor }) => [link, actor?._id])).toEqual(Array(2).fill(['/workspaces', camille.id]));
    expect(stranger.all('newNotification')).toEqual([]);
    const { rows } = await sql<{ whom: string }>`
      SELECT target_id AS whom FROM audit WHERE place_id = ${team.id} AND action = 'member_unbanned' ORDER BY id`.execute(
      palabre.services.database.kysely,
    );
    expect(rows.map(({ whom }) => whom)).toEqual([karim.id, yann.id]);
  });

  test('a person who is not a member yet does not tell them, and tells only the people who may know', async () => {
    const team = await gather(camille, karim);
    const [stranger, member, staff] = [await yann.connect(), await karim.connect(), await camille.connect()];
    expect((await act(camille, 'ban', team, yann)).status).toBe(200);
    expect((await staff.next('updateWorkspace')).bans).toEqual([yann.id]);
    expect(await member.next('updateWorkspace')).not.toHaveProperty('bans');
    await act(camille, 'unban', team, yann);
    expect((await staff.next('updateWorkspace')).bans).toEqual([]);
    await act(camille, 'ban', team, yann);
    await stranger.none('deleteWorkspace');
    await stranger.none('newNotification');
    expect((await yann.call(api.workspaces.join, { params: team.params })).status).toBe(403);
  });
});
