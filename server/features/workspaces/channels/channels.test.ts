import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { letGuestIn } from '../../../test/people/guests.ts';
import { reply } from '../../../test/people/repliers.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post, registerNamed } from '../../../test/people/world.ts';
import { reordered } from './channels.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');

const titles = async (person: Person, team: Team) =>
  (await person.ok(api.channels.ofWorkspace, { params: team.params })).channels.map(channel => channel.title);
const create = (person: Person, team: Team, title: string, visibility?: unknown) =>
  person.call(api.channels.create, { body: { title, visibility, workspaceId: team.id } });
const change = (person: Person, channel: Channel, body: { title?: string; visibility?: Channel['visibility'] }) =>
  person.call(api.channels.update, { params: { id: channel._id }, body });
const see = (person: Person, channel: { _id: string }) =>
  person.call(api.channels.one, { params: { id: channel._id } });
const say = (person: Person, channel: { _id: string }) =>
  person.call(api.messages.send, { body: { channelId: channel._id, content: 'Bonjour' } });
const sorted = (...people: Person[]) => people.map(person => person.id).sort();

describe('creating a channel', () => {
  test('makes a public channel unless the visibility is given; it comes last, for all members, and in the workspace’s list', async () => {
    const team = await gather(camille, karim);
    const [member, outsider] = [await karim.connect(), await yann.connect()];
    const { status, body } = await create(camille, team, '  chantier  ');
    expect(status).toBe(201);
    expect(body.message).toBe('Canal créé avec succès !');
    expect(body.channel).toMatchObject({ title: 'chantier', visibility: 'public', users: [], position: 1 });
    expect(await member.next('newChannel')).toEqual(body.channel);
    expect((await member.next('updateWorkspace')).channels).toEqual([team.welcome._id, body.channel._id]);
    expect((await create(camille, team, 'étrange', 'secret')).body.channel.visibility).toBe('public');
    // A change that is mistyped opens nothing.
    const mistyped = await change(camille, body.channel, { visibility: 'privée' as 'private' });
    expect([mistyped.status, mistyped.body.code]).toEqual([400, 'invalid_input']);
    expect(await titles(karim, team)).toEqual(['général', 'chantier', 'étrange']);
    await outsider.none('newChannel');
    expect((await see(yann, body.channel)).status).toBe(404);
  });

  test('needs addChannels, a creator role or ownership, and a title', async () => {
    const team = await gather(camille, karim, leonie);
    expect((await create(karim, team, 'à moi')).status).toBe(403);
    expect((await create(yann, team, 'à moi')).status).toBe(403);
    await team.role({ users: [karim.id], addChannels: true });
    await team.role({ users: [leonie.id], creator: true });
    expect((await create(karim, team, 'à moi')).status).toBe(201);
    expect((await create(leonie, team, 'à elle')).status).toBe(201);
    for (const title of ['', '  ', 'x'.repeat(81)]) expect((await create(camille, team, title)).status).toBe(400);
  });

  test('makes a private channel for owners and the roles that see it; nobody else hears of it', async () => {
    const team = await gather(camille, karim, leonie);
    const [owner, member] = [await camille.connect(), await karim.connect()];
    const direction = await team.channel('direction', 'private');
    expect(direction.users).toEqual([camille.id]);
    expect(await owner.next('newChannel')).toEqual(direction);
    await member.none('newChannel');
    expect((await team.now()).channels).toEqual([team.welcome._id]);
    const hidden = await see(karim, direction);
    expect([hidden.status, hidden.body]).toEqual([404, (await see(karim, { _id: newId() })).body]);
  });

  test('leaves a maker who is no owner in their private or protected channel, through the role that let them make it', async () => {
    const team = await gather(camille, karim, leonie);
    const role = await team.role({ users: [karim.id], addChannels: true });
    await team.role({ users: [karim.id, leonie.id] });
    const socket = await karim.connect();
    const { channel } = (await create(karim, team, 'plans', 'private')).body;
    expect(channel.users).toEqual(sorted(camille, karim));
    expect(await socket.next('newChannel')).toEqual(channel);
    expect(await socket.next('updatedRole')).toEqual({
      ...role,
      visibleChannels: [channel._id],
      writableChannels: [channel._id],
    });
    expect((await say(karim, channel)).status).toBe(201);
    await socket.next('newMessage');
    const annonces = (await create(karim, team, 'annonces', 'protected')).body.channel;
    expect((await say(karim, annonces)).status).toBe(201);
    expect((await say(leonie, annonces)).status).toBe(403);
    await team.role({ users: [karim.id, leonie.id], visibleChannels: [annonces._id] });
    expect((await say(karim, annonces)).status, 'with a second role, which sees it alone').toBe(201);
    expect((await say(leonie, annonces)).status).toBe(403);
  });

  test('stops at 500 channels in a workspace', async () => {
    const team = await gather(camille);
    const { kysely } = palabre.services.database;
    const made = Array.from({ length: 498 }, (_, i) => ({ id: newId(), position: i + 1 }));
    const room = `workspace:${team.id}`;
    await kysely
      .insertInto('places')
      .values(made.map(({ id }) => ({ id, kind: 'channel' as const, room })))
      .execute();
    const row = { workspace_id: team.id, title: 'x', visibility: 'public' as const };
    await kysely
      .insertInto('channels')
      .values(made.map(channel => ({ ...channel, ...row })))
      .execute();
    const replies = await Promise.all([1, 2, 3].map(i => create(camille, team, `dernier ${i}`)));
    expect(replies.map(reply => reply.body.code ?? 'made').sort()).toEqual([
      'made',
      'too_many_channels',
      'too_many_channels',
    ]);
  });
});

describe('changing a channel', () => {
  test('renames a channel for the people who see it, and for nobody else', async () => {
    const team = await gather(camille, karim);
    const direction = await team.channel('direction', 'private');
    const [owner, member] = [await camille.connect(), await karim.connect()];
    const renamed = await change(camille, direction, { title: 'comité' });
    expect(renamed.body.channel).toEqual({ ...direction, title: 'comité' });
    expect(await owner.next('updateChannel')).toEqual(renamed.body.channel);
    await member.none('updateChannel');
    expect(await titles(camille, team)).toEqual(['général', 'comité']);
    expect((await change(karim, direction, { title: 'à moi' })).status).toBe(404);
    expect((await change(karim, team.welcome, { title: 'à moi' })).status).toBe(403);
    expect((await change(camille, team.welcome, { title: 'accueil' })).body.channel.title).toBe('accueil');
    await member.next('updateChannel', channel => channel.title === 'accueil');
  });

  test('to private takes a channel and its messages from the people who no longer see it; back to public returns them', async () => {
    const team = await gather(camille, karim, leonie);
    const plans = await team.channel('plans');
    await team.role({ users: [leonie.id], visibleChannels: [plans._id] });
    const root = await post(camille, plans, 'Qui vient ?');
    await reply(camille, root, 'Moi');
    const [owner, lost, kept] = await Promise.all([camille, karim, leonie].map(person => person.connect()));
    const { channel } = (await change(camille, plans, { visibility: 'private' })).body;
    expect(channel.users).toEqual(sorted(camille, leonie));
    expect(await lost?.next('deleteChannel')).toEqual({ _id: plans._id, workspaceId: team.id });
    for (const socket of [owner, kept]) expect(await socket?.next('updateChannel')).toEqual(channel);
    expect((await lost?.next('updateWorkspace'))?.channels).toEqual([team.welcome._id]);
    await post(camille, plans, 'Entre nous');
    await reply(camille, root, 'Nous');
    for (const text of ['Entre nous', 'Nous']) await kept?.next('newMessage', ({ content }) => content === text);
    await lost?.none('newMessage');
    expect((await see(karim, plans)).status).toBe(404);
    expect((await say(karim, plans)).status).toBe(404);
    expect((await say(leonie, plans)).status).toBe(403);

    const open = (await change(camille, plans, { visibility: 'public' })).body.channel;
    expect(await lost?.next('newChannel')).toEqual(open);
    expect(await kept?.next('updateChannel')).toEqual(open);
    await kept?.none('newChannel');
    await kept?.none('deleteChannel');
    await reply(camille, root, 'Vous');
    await post(camille, plans, 'À tous');
    for (const text of ['Vous', 'À tous']) await lost?.next('newMessage', ({ content }) => content === text);
    await kept?.settled();
    expect(kept?.all('newMessage', message => message.content === 'À tous')).toHaveLength(1);
  });

  test('refuses to make the welcome channel private or to delete it', async () => {
    const team = await gather(camille);
    const hidden = await change(camille, team.welcome, { visibility: 'private' });
    expect([hidden.status, hidden.body.code]).toEqual([409, 'welcome_channel']);
    const deleted = await camille.call(api.channels.remove, { params: { id: team.welcome._id } });
    expect([deleted.status, deleted.body.code]).toEqual([409, 'welcome_channel']);
    expect((await change(camille, team.welcome, { visibility: 'protected' })).status).toBe(200);
  });

  test('to private leaves the channel visible to its maker who is no owner', async () => {
    const team = await gather(camille, karim);
    const [plans, notices] = [await team.channel('plans'), await team.channel('annonces', 'protected')];
    await team.role({ users: [karim.id], addChannels: true, visibleChannels: [notices._id] });
    expect((await change(karim, plans, { visibility: 'private' })).body.channel.users).toEqual(sorted(camille, karim));
    expect((await say(karim, plans)).status).toBe(201);
    // From then on a role that already showed the channel lets write in it too; a new title alone opens nothing.
    expect((await change(karim, notices, { title: 'avis' })).status).toBe(200);
    expect((await say(karim, notices)).status).toBe(403);
    await change(karim, notices, { visibility: 'private' });
    expect((await say(karim, notices)).status).toBe(201);
  });
});

describe('deleting a channel', () => {
  test('tells the people who saw a channel, and takes the channel out of roles and of the workspace', async () => {
    const team = await gather(camille, karim, leonie);
    const direction = await team.channel('direction', 'private');
    const role = await team.role({ users: [leonie.id], visibleChannels: [direction._id] });
    const message = await post(camille, direction, 'Budget');
    const [seeing, other] = [await leonie.connect(), await karim.connect()];
    expect((await karim.call(api.channels.remove, { params: { id: direction._id } })).status).toBe(404);
    expect((await leonie.call(api.channels.remove, { params: { id: direction._id } })).status).toBe(403);
    const { message: sentence } = await camille.ok(api.channels.remove, { params: { id: direction._id } });
    expect(sentence).toBe('Le channel a été supprimée.');
    expect(await seeing.next('deleteChannel')).toEqual({ _id: direction._id, workspaceId: team.id });
    expect(await seeing.next('updatedRole')).toEqual({ ...role, visibleChannels: [] });
    await other.none('deleteChannel');
    expect((await camille.call(api.messages.one, { params: { id: message._id } })).status).toBe(404);
    expect((await camille.call(api.channels.remove, { params: { id: direction._id } })).status).toBe(404);
  });

  test('while people write in a channel: each post is stored before or refused, and none is left behind', async () => {
    const team = await gather(camille, karim);
    const chantier = await team.channel('chantier');
    const sends = Array.from({ length: 30 }, () => say(karim, chantier));
    const removal = camille.call(api.channels.remove, { params: { id: chantier._id } });
    const [replies, { status }] = await Promise.all([Promise.all(sends), removal]);
    expect(status).toBe(200);
    for (const reply of replies) expect([201, 404]).toContain(reply.status);
    expect((await say(karim, chantier)).status).toBe(404);
    const { kysely } = palabre.services.database;
    const left = await kysely.selectFrom('messages').select('id').where('place_id', '=', chantier._id).execute();
    expect(left).toEqual([]);
  });
});

describe('the list of channels', () => {
  test('holds the channels that the person sees in all their workspaces, in the order of joining; the people of a channel are listed to its viewers alone', async () => {
    const team = await gather(camille, karim);
    const direction = await team.channel('direction', 'private');
    await team.channel('annonces', 'protected');
    expect(await titles(karim, team)).toEqual(['général', 'annonces']);
    expect(await titles(camille, team)).toEqual(['général', 'direction', 'annonces']);
    const { channels } = await karim.ok(api.channels.list);
    expect(channels.map(channel => channel._id)).not.toContain(direction._id);
    expect(channels.filter(channel => channel.workspaceId === team.id)).toHaveLength(2);
    const [newcomer, older, newer] = [await palabre.register(), await gather(camille), await gather(camille)];
    for (const { params } of [newer, older]) await newcomer.ok(api.workspaces.join, { params });
    const theirs = (await newcomer.ok(api.channels.list)).channels.map(({ workspaceId }) => workspaceId);
    expect(theirs).toEqual([newer.id, older.id]);
    const { users } = await camille.ok(api.channels.users, { params: { id: direction._id } });
    expect(users.map(user => user._id)).toEqual([camille.id]);
    // The order is by name, whoever came last.
    const aude = await palabre.register({ firstName: 'Aude' });
    await aude.ok(api.workspaces.join, { params: team.params });
    const all = await karim.ok(api.channels.users, { params: { id: team.welcome._id } });
    expect(all.users.map(user => [user._id, user.email])).toEqual([
      [aude.id, aude.user.email],
      [camille.id, camille.user.email],
      [karim.id, karim.user.email],
    ]);
    expect((await karim.call(api.channels.users, { params: { id: direction._id } })).status).toBe(404);
    // A guest of a channel is one of its people there, and of no other channel.
    const guest = await letGuestIn(palabre, camille, { workspaceId: team.id, channels: [direction._id] });
    const peopleOf = async ({ _id: id }: { _id: string }) =>
      (await camille.ok(api.channels.users, { params: { id } })).users.map(user => user._id);
    expect((await peopleOf(direction)).sort()).toEqual(sorted(camille, guest));
    expect(await peopleOf(team.welcome)).not.toContain(guest.id);
  });

  test('is ordered for everyone, and channels that the person does not see keep their positions', async () => {
    const team = await gather(camille, karim);
    const [a, secret, b] = [await team.channel('a'), await team.channel('secret', 'private'), await team.channel('b')];
    const order = (person: Person, ids: string[]) =>
      person.call(api.channels.order, { params: team.params, body: { channels: ids } });
    expect((await order(karim, [b._id])).status).toBe(403);
    await team.role({ users: [karim.id], addChannels: true });
    const [socket, owner] = [await karim.connect(), await camille.connect()];
    const { channels } = (await order(karim, [b._id, a._id, secret._id, newId()])).body;
    expect(channels.map(channel => channel.title)).toEqual(['b', 'a', 'général']);
    expect(await titles(camille, team)).toEqual(['b', 'a', 'secret', 'général']);
    expect((await socket.next('updateWorkspace')).channels).toEqual([b._id, a._id, team.welcome._id]);
    await socket.settled();
    expect(
      socket
        .all('updateChannel')
        .map(channel => channel.title)
        .sort(),
    ).toEqual(['b', 'général']);
    expect((await owner.next('updateChannel', channel => channel._id === b._id)).position).toBe(0);
  });

  test('moves the channels that an order names: the other channels follow, hidden ones stay, unknown ids are ignored', () => {
    const visible = new Set(['a', 'c', 'd']);
    expect(reordered(['a', 'B', 'c', 'd'], visible, ['d'])).toEqual(['d', 'B', 'a', 'c']);
    expect(reordered(['a', 'B', 'c', 'd'], visible, ['B', 'x', 'c', 'c'])).toEqual(['c', 'B', 'a', 'd']);
    expect(reordered(['a', 'B'], visible, [])).toEqual(['a', 'B']);
  });
});
