import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { encodeCursor } from '../../../platform/http/cursors.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { hostGuest, inDays, letGuestIn, letInto, offerStay } from '../../../test/people/guests.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { gather } from '../../../test/people/team.ts';
import { post, registerNamed } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

const palabre = await startPalabre();
const { camille, karim, yann } = await registerNamed(palabre, 'camille', 'karim', 'yann');
await palabre.prove(camille, karim);
const { kysely } = palabre.services.database;

const host = () => hostGuest(palabre, camille, karim);
const list = (by: Person, id: string, query: object = {}) => by.call(api.guests.list, { params: { id }, query });
const say = (by: Person, channelId: string, content = 'Bonjour') =>
  by.call(api.messages.send, { body: { channelId, content } });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const titlesOf = async (guest: Person, id: string) =>
  (await guest.ok(api.channels.ofWorkspace, { params: { id } })).channels.map(({ title }) => title);

/** Reads the journal's lines about the guests of a workspace, by name. */
const journalOf = async (workspaceId: string) => {
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit WHERE place_id = ${workspaceId} AND action IN ('guest_joined', 'guest_ended')
    ORDER BY action`.execute(kysely);
  return rows.map(({ action }) => action);
};

test('A guest hears that a member has come to a channel of all or left it, has another colour or owns the workspace, and of its settings', async () => {
  const { team, hidden, guest, params: there } = await host();
  const ears = await guest.connect();
  const heard = async (act: () => Promise<unknown>) => {
    const before = ears.all('updateGuests').length;
    await act();
    await ears.settled();
    return ears.all('updateGuests').slice(before);
  };
  const { params } = team;
  const told = [{ workspaceId: team.id }];
  expect(await heard(() => yann.ok(api.workspaces.join, { params }))).toEqual(told);
  const rename = () => camille.ok(api.workspaces.update, { params, body: { title: 'Chantier du nord' } });
  expect(await heard(rename)).toEqual(told);
  expect(await heard(() => team.role({ users: [yann.id], color: '#aa0000' }))).toEqual(told);
  expect(await heard(() => karim.ok(api.workspaces.leave, { params }))).toEqual(told);
  expect(await heard(() => camille.ok(api.members.passOn, { params, body: { userId: yann.id } }))).toEqual(told);
  // A guest of a private channel does not hear who joins the workspace.
  await yann.ok(api.guests.update, { params: there, body: { channels: [hidden._id] } });
  expect(await heard(() => karim.ok(api.workspaces.join, { params }))).toEqual([]);
});

test('A guest hears of the emoji of their workspace as they are made and removed', async () => {
  const { team, guest } = await host();
  const ears = await guest.connect();
  const { emoji } = await camille.ok(api.emoji.create, {
    params: team.params,
    body: { name: 'tilleul' },
    image: { bytes: await picture() },
  });
  expect(await ears.next('newEmoji')).toEqual(emoji);
  await camille.ok(api.emoji.remove, { params: { ...team.params, emojiId: emoji._id } });
  expect(await ears.next('deleteEmoji')).toEqual({ _id: emoji._id, workspaceId: team.id });
});

describe('an invitation of a guest', () => {
  test('is for who runs the workspace, into channels that they see, for a day to a year', async () => {
    const { team, site, hidden } = await host();
    const ask = (by: Person, channels: string[], endsAt = inDays(30)) =>
      by.call(api.emailInvites.create, {
        params: team.params,
        body: { emails: [`${newId()}@ailleurs.fr`], guest: { channels, endsAt } },
      });
    expect(outcome(await ask(karim, [site._id]))).toEqual([403, 'forbidden']);
    await team.role({ users: [karim.id], creator: true });
    expect((await ask(karim, [site._id])).status).toBe(201);
    expect(outcome(await ask(karim, [site._id, hidden._id]))).toEqual([409, 'guest_channels']);
    expect(outcome(await ask(camille, [newId()]))).toEqual([409, 'guest_channels']);
    expect(outcome(await ask(camille, []))).toEqual([400, 'invalid_input']);
    expect(outcome(await ask(camille, [site._id], inDays(0.5)))).toEqual([400, 'stay_end']);
    expect(outcome(await ask(camille, [site._id], inDays(400)))).toEqual([400, 'stay_end']);
    expect((await ask(camille, [site._id, hidden._id], inDays(1.1))).status).toBe(201);
  });

  test('makes a guest account, which sees its channels and is marked wherever it speaks', async () => {
    const { team, site, guest } = await host();
    expect(guest.user.guest).toBe(true);
    const { workspaces } = await guest.ok(api.workspaces.mine, { params: { id: guest.id } });
    expect(workspaces).toMatchObject([
      { _id: team.id, title: 'Chantier', welcomeChannel: site._id, membersCount: 2, societyId: null },
    ]);
    expect(workspaces[0]).toMatchObject({ owner: [camille.id], owners: [{ _id: camille.id }] });
    expect(workspaces[0]?.guest).toMatchObject({ sponsor: { _id: camille.id } });
    expect(await titlesOf(guest, team.id)).toEqual(['chantier-nord']);
    const { message } = await guest.ok(api.messages.send, { body: { channelId: site._id, content: 'Bonjour' } });
    expect(message.sender.guest).toBe(true);
    const page = await karim.ok(api.messages.page, { query: { channelId: site._id } });
    expect(page.messages[0]?.sender).toMatchObject({ _id: guest.id, guest: true });
    const { users } = await karim.ok(api.members.list, { params: team.params, query: { channelId: site._id } });
    expect(users.filter(user => user.guest).map(({ _id }) => _id)).toEqual([guest.id]);
    expect((await karim.ok(api.members.list, { params: team.params })).users.some(user => user.guest)).toBe(false);
  });

  test('tells its reader of the stay, and never makes a guest of a full account, nor a member of a guest', async () => {
    const { team, site, guest } = await host();
    const token = await offerStay(palabre, camille, {
      workspaceId: team.id,
      channels: [site._id],
      email: yann.user.email,
    });
    const { invite } = await palabre.nobody.ok(api.emailInvites.read, { params: { token } });
    expect(invite.guest?.endsAt).toBeDefined();
    expect(outcome(await yann.call(api.emailInvites.accept, { params: { token } }))).toEqual([
      409,
      'guest_full_account',
    ]);
    expect((await yann.ok(api.users.me)).user.guest).toBeUndefined();
    const other = await gather(camille);
    const plain = await inviteByMail(palabre, camille, other.id, guest.user.email);
    expect(outcome(await guest.call(api.emailInvites.accept, { params: { token: plain.token } }))).toEqual([
      409,
      'guest_account',
    ]);
    const more = await offerStay(palabre, camille, {
      workspaceId: other.id,
      channels: [other.welcome._id],
      email: guest.user.email,
    });
    const ears = await guest.connect();
    await guest.ok(api.emailInvites.accept, { params: { token: more } });
    expect(await ears.next('newWorkspace')).toMatchObject({ _id: other.id });
    expect(await titlesOf(guest, other.id)).toEqual(['général']);
    // The link that they followed leads there as long as their stay lasts.
    const again = await guest.call(api.emailInvites.accept, { params: { token: more } });
    expect([again.status, again.body.workspace?._id]).toEqual([200, other.id]);
    expect((await palabre.nobody.call(api.emailInvites.read, { params: { token: more } })).status).toBe(200);
  });

  test('opens nothing once its stay would be over, and is sent again by who may let guests in alone', async () => {
    const team = await gather(camille, karim);
    const role = await team.role({ users: [karim.id], creator: true });
    const email = `${newId()}@ailleurs.fr`;
    const token = await offerStay(palabre, karim, { workspaceId: team.id, channels: [team.welcome._id], email });
    const { invites } = await karim.ok(api.emailInvites.list, { params: team.params, query: { search: email } });
    const params = { id: invites[0]?._id ?? '' };
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { creator: false } });
    expect(outcome(await karim.call(api.emailInvites.send, { params }))).toEqual([403, 'forbidden']);
    await sql`UPDATE email_invites SET guest_until = now() WHERE id = ${params.id}`.execute(kysely);
    expect(outcome(await camille.call(api.emailInvites.send, { params }))).toEqual([400, 'stay_end']);
    expect(outcome(await palabre.nobody.call(api.emailInvites.read, { params: { token } }))).toEqual([
      404,
      'invite_not_found',
    ]);
  });

  test('lets in nowhere once who asks no longer sees its channels', async () => {
    const team = await gather(camille, karim);
    const role = await team.role({ users: [karim.id], creator: true });
    const shut = await team.channel('serre', 'private');
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { visibleChannels: [shut._id] } });
    const token = await offerStay(palabre, karim, { workspaceId: team.id, channels: [shut._id] });
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { visibleChannels: [] } });
    const body = { firstName: 'Inès', lastName: 'Vidal', password: 'un mot de passe sûr' };
    expect(outcome(await palabre.nobody.call(api.emailInvites.register, { params: { token }, body }))).toEqual([
      404,
      'invite_not_found',
    ]);
  });
});

describe('a guest', () => {
  test('reads and writes where they are let in, private channels too, and only reads in protected ones', async () => {
    const { team, hidden, guest, params } = await host();
    const notices = await team.channel('annonces', 'protected');
    expect(outcome(await say(guest, hidden._id))).toEqual([404, 'not_found']);
    await camille.ok(api.guests.update, { params, body: { channels: [hidden._id, notices._id] } });
    expect((await say(guest, hidden._id)).status).toBe(201);
    expect(outcome(await say(guest, notices._id))).toEqual([403, 'cannot_write']);
    expect((await guest.call(api.messages.page, { query: { channelId: notices._id } })).status).toBe(200);
    expect((await titlesOf(guest, team.id)).sort()).toEqual(['annonces', 'direction']);
  });

  test('hears what is said where they are let in, is called there by name and with everyone, and searches there', async () => {
    const { site, hidden, guest } = await host();
    const ears = await guest.connect();
    const heard = ears.next('newMessage');
    await post(karim, site, 'Livraison lundi');
    expect((await heard).content).toBe('Livraison lundi');
    const called = ears.next('newNotification');
    await post(karim, site, `<@${guest.id}> tu confirmes ?`);
    expect((await called).type).toBe('mention');
    const everyone = ears.next('newNotification');
    await post(camille, site, '<@everyone> réunion');
    expect((await everyone).type).toBe('mention');
    await post(camille, hidden, 'Livraison secrète');
    await ears.settled();
    expect(JSON.stringify(ears.heard)).not.toContain('secrète');
    const { unread } = await guest.ok(api.unread.list);
    expect(unread).toMatchObject([{ channelId: site._id, mentions: 2 }]);
    await vi.waitFor(async () => {
      const { results } = await guest.ok(api.search.messages, { query: { q: 'livraison' } });
      expect(results.map(({ message }) => message.content)).toEqual(['Livraison lundi']);
    });
  });

  test('talks with people of their channels alone, and nobody else brings them into a group', async () => {
    const { team, site, guest } = await host();
    const talk = (by: Person, ...users: string[]) => by.call(api.conversations.create, { body: { users } });
    expect(outcome(await talk(guest, yann.id))).toEqual([404, 'user_not_found']);
    expect(outcome(await talk(guest, newId()))).toEqual([404, 'user_not_found']);
    expect(outcome(await talk(yann, guest.id))).toEqual([403, 'guest_apart']);
    expect((await talk(guest, karim.id)).status).toBe(201);
    const { body } = await talk(camille, karim.id, yann.id);
    const group = { id: body.conversation._id };
    expect(outcome(await yann.call(api.conversations.add, { params: group, body: { users: [guest.id] } }))).toEqual([
      403,
      'guest_apart',
    ]);
    expect((await camille.call(api.conversations.add, { params: group, body: { users: [guest.id] } })).status).toBe(
      200,
    );
    const other = await letGuestIn(palabre, camille, { workspaceId: team.id, channels: [team.welcome._id] });
    expect(outcome(await talk(guest, other.id))).toEqual([404, 'user_not_found']);
    const third = await letGuestIn(palabre, camille, { workspaceId: team.id, channels: [site._id] });
    expect((await talk(guest, third.id)).status).toBe(201);
  });

  test('hears of the channels they are let into and out of, and members hear who is a guest', async () => {
    const { team, hidden, site, guest, params } = await host();
    // In a channel with another guest, that guest keeps hearing the channel as before.
    const other = await letGuestIn(palabre, camille, { workspaceId: team.id, channels: [site._id] });
    const [ears, members, theirs] = [await guest.connect(), await karim.connect(), await other.connect()];
    const gained = ears.next('newChannel');
    await camille.ok(api.guests.update, { params, body: { channels: [site._id, hidden._id] } });
    expect((await gained)._id).toBe(hidden._id);
    const { workspace } = await guest.ok(api.workspaces.one, { params: team.params });
    expect(workspace.welcomeChannel).toBe(site._id);
    const lost = ears.next('deleteChannel');
    const around = members.next('updateGuests');
    await camille.ok(api.guests.update, { params, body: { channels: [hidden._id] } });
    expect((await lost)._id).toBe(site._id);
    expect(await around).toEqual({ workspaceId: team.id });
    await post(karim, site, 'Entre nous');
    await post(camille, hidden, 'Avec vous');
    await ears.settled();
    expect(ears.all('newMessage').map(({ content }) => content)).toEqual(['Avec vous']);
    // A member of the channel to which the guest comes hears of it too, though not of where they were.
    await members.settled();
    const before = members.all('updateGuests').length;
    await camille.ok(api.guests.update, { params, body: { channels: [site._id] } });
    await members.settled();
    expect(members.all('updateGuests').slice(before)).toEqual([{ workspaceId: team.id }]);
    await post(karim, site, 'De retour');
    await ears.next('newMessage', ({ content }) => content === 'De retour');
    // Guests who are let into different channels each hear of their own.
    await camille.ok(api.guests.update, { params, body: { channels: [hidden._id] } });
    for (const { _id: id } of [site, hidden])
      await camille.ok(api.channels.update, { params: { id }, body: { title: 'renommé' } });
    for (const one of [ears, theirs]) await one.settled();
    const renamed = [ears, theirs].map(one => one.all('updateChannel').map(({ _id }) => _id));
    expect([renamed, theirs.all('newChannel')]).toEqual([[[hidden._id], [site._id]], []]);
  });

  test('is told of, as their profile changes, to people of their channels, and to nobody else', async () => {
    const { guest } = await host();
    const [members, strangers] = [await karim.connect(), await yann.connect()];
    await guest.ok(api.accounts.update, { params: { id: guest.id }, body: { jobTitle: 'Géomètre' } });
    const changed = await members.next('updateUser', ({ _id, jobTitle }) => _id === guest.id && jobTitle !== null);
    expect(changed.jobTitle).toBe('Géomètre');
    await strangers.none('updateUser', ({ _id }) => _id === guest.id);
  });

  test('hears of a changed profile of who sees their channels, and of nobody else', async () => {
    const { team, guest } = await host();
    await yann.ok(api.workspaces.join, { params: team.params });
    const other = await palabre.register();
    const ears = await guest.connect();
    const jobTitle = 'Charpentier';
    for (const person of [other, yann])
      await person.ok(api.accounts.update, { params: { id: person.id }, body: { jobTitle } });
    const heard = await ears.next('updateUser', user => user.jobTitle === jobTitle);
    expect(heard._id).toBe(yann.id);
    await ears.none('updateUser', ({ _id }) => _id === other.id);
    await yann.ok(api.workspaces.leave, { params: team.params });
  });

  test('follows a channel that closes and opens again, and hears it each time', async () => {
    const { site, guest } = await host();
    const ears = await guest.connect();
    for (const visibility of ['private', 'public'] as const) {
      const told = ears.next('updateChannel');
      await camille.ok(api.channels.update, { params: { id: site._id }, body: { visibility } });
      expect((await told).visibility).toBe(visibility);
      const heard = ears.next('newMessage');
      await post(camille, site, visibility);
      expect((await heard).content).toBe(visibility);
    }
  });

  test('never becomes an administrator, and is shut out of the workspace by a ban', async () => {
    const { team, site, guest } = await host();
    const root = await palabre.register();
    await palabre.prove(root);
    await palabre.makeAdministrator(root);
    expect(outcome(await root.call(api.administration.makeAdministrator, { params: { id: guest.id } }))).toEqual([
      409,
      'administrator_refused',
    ]);
    await palabre.makeAdministrator(guest);
    expect(
      (await sql<{ admin: boolean }>`SELECT admin FROM users WHERE id = ${guest.id}`.execute(kysely)).rows,
    ).toEqual([{ admin: false }]);
    await camille.ok(api.members.ban, { params: team.params, body: { userId: guest.id } });
    expect(outcome(await say(guest, site._id))).toEqual([401, 'session_stay_over']);
  });
});

test('A guest of two workspaces has of each its own channels, in their order, and nothing of one where the stay is over', async () => {
  const { team, site, hidden, guest, params } = await host();
  const other = await gather(camille);
  await letInto(palabre, guest, { workspaceId: other.id, sponsorId: camille.id, channels: [other.welcome._id] });
  const channels = [site._id, hidden._id];
  await camille.ok(api.guests.update, { params, body: { channels } });
  await camille.ok(api.channels.order, { params: team.params, body: { channels: channels.toReversed() } });
  const mine = async () =>
    (await guest.ok(api.workspaces.mine, { params: { id: guest.id } })).workspaces.map(card => [
      ...[card._id, card.welcomeChannel, card.guest?.channels],
    ]);
  const there = [other.id, other.welcome._id, [other.welcome._id]];
  expect(await mine()).toEqual([[team.id, hidden._id, channels.toSorted()], there]);
  const { workspace } = await guest.ok(api.workspaces.one, { params: team.params });
  expect(workspace.channels).toEqual(channels.toReversed());
  const { guests } = (await list(camille, team.id)).body;
  expect(guests.map(one => one.channels.map(({ title }) => title))).toEqual([['direction', 'chantier-nord']]);
  await sql`UPDATE guests SET ends_at = now() WHERE workspace_id = ${team.id}`.execute(kysely);
  expect(await mine()).toEqual([there]);
});

describe('the list of guests', () => {
  test('is whole for who runs the workspace, names the channels that they see, and pages by the end of stays', async () => {
    const { team, site, hidden, guest, params } = await host();
    const soon = await letGuestIn(palabre, camille, {
      ...{ workspaceId: team.id, channels: [site._id], days: 3, firstName: 'Noé', lastName: 'Perrin' },
    });
    await camille.ok(api.guests.update, { params, body: { channels: [site._id, hidden._id] } });
    const first = await list(camille, team.id, { limit: 1 });
    expect(first.body.guests).toMatchObject([{ _id: soon.id, sponsor: { _id: camille.id } }]);
    const next = await list(camille, team.id, { limit: 1, cursor: first.body.nextCursor });
    expect(next.body.guests).toMatchObject([
      { _id: guest.id, channels: [{ title: 'chantier-nord' }, { title: 'direction' }] },
    ]);
    expect(next.body.nextCursor).toBeNull();
    for (const [search, ids] of [
      ['PERRIN noe', [soon.id]],
      ['perrin inès', []],
    ] as const)
      expect((await list(camille, team.id, { search })).body.guests.map(({ _id }) => _id)).toEqual(ids);
    await team.role({ users: [karim.id], creator: true });
    const seen = (await list(karim, team.id)).body.guests.flatMap(one => one.channels.map(({ title }) => title));
    expect(seen).toEqual(['chantier-nord', 'chantier-nord']);
    // An editor who does not see a channel leaves the guest in it.
    await karim.ok(api.guests.update, { params, body: { channels: [team.welcome._id] } });
    expect((await titlesOf(guest, team.id)).sort()).toEqual(['direction', 'général']);
    const move = async (channels: string[]) =>
      outcome(await karim.call(api.guests.update, { params, body: { channels } }));
    expect(await move([site._id, hidden._id])).toEqual([409, 'guest_channels']);
    for (const days of [0.5, 400]) {
      const refused = await camille.call(api.guests.update, { params, body: { endsAt: inDays(days) } });
      expect(outcome(refused)).toEqual([400, 'stay_end']);
    }
    // Fifty channels, and the one that he does not see, exceed the limit.
    const lots = Array.from({ length: 48 }, newId);
    await sql`INSERT INTO places (id, kind, room)
      SELECT id, 'channel', ${`workspace:${team.id}`} FROM unnest(${lots}::uuid[]) AS id`.execute(kysely);
    await sql`INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT id, ${team.id}, 'lot', 'public', 9 FROM unnest(${lots}::uuid[]) AS id`.execute(kysely);
    expect(await move([site._id, team.welcome._id, ...lots])).toEqual([409, 'guest_channels']);
    expect(await move([site._id, ...lots])).toEqual([200, undefined]);
    const nowhere = encodeCursor({ name: '2026-99-99T00:00:00.000Z', id: newId() });
    for (const cursor of ['x', nowhere])
      expect(outcome(await list(camille, team.id, { cursor }))).toEqual([400, 'invalid_cursor']);
  });

  test('is empty for a member, who changes nobody’s stay, and of one’s own guests for who ran the workspace', async () => {
    const { team, site, hidden, params } = await host();
    expect((await list(karim, team.id)).body.guests).toEqual([]);
    expect(outcome(await karim.call(api.guests.end, { params }))).toEqual([403, 'forbidden']);
    const nobody = { ...params, userId: newId() };
    expect(outcome(await karim.call(api.guests.end, { params: nobody }))).toEqual([403, 'forbidden']);
    expect(outcome(await camille.call(api.guests.end, { params: nobody }))).toEqual([404, 'not_guest']);
    const role = await team.role({ users: [karim.id], creator: true });
    const mine = await letGuestIn(palabre, karim, { workspaceId: team.id, channels: [site._id] });
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { creator: false } });
    expect((await list(karim, team.id)).body.guests.map(({ _id }) => _id)).toEqual([mine.id]);
    const own = { ...params, userId: mine.id };
    expect((await karim.call(api.guests.update, { params: own, body: { endsAt: inDays(90) } })).status).toBe(200);
    expect(outcome(await karim.call(api.guests.update, { params: own, body: { channels: [] } }))).toEqual([
      409,
      'guest_channels',
    ]);
    // A sponsor hears of their guest, even in channels that the sponsor does not see.
    const ears = await karim.connect();
    await camille.ok(api.guests.update, { params: own, body: { channels: [hidden._id] } });
    await ears.next('updateGuests');
    await camille.ok(api.guests.end, { params: own });
    await ears.next('updateGuests');
    // A second end changes nothing: the journal keeps one line.
    await camille.ok(api.guests.end, { params: own });
    expect(await journalOf(team.id)).toEqual(['guest_ended', 'guest_joined', 'guest_joined']);
    // People who run the workspace hear of guests in every channel.
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { creator: true } });
    const staff = await karim.connect();
    const lone = await letGuestIn(palabre, camille, { workspaceId: team.id, channels: [hidden._id] });
    await staff.next('updateGuests');
    expect((await list(karim, team.id)).body.guests.map(({ _id }) => _id)).toContain(lone.id);
  });
});
