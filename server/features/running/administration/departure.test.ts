import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { ownMany } from '../../../test/people/many-workspaces.ts';
import { act, admit, found } from '../../../test/people/societies.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let administrator: Person;
let karim: Person;
let camille: Person;
let yann: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  administrator = await palabre.register({ firstName: 'Agathe' });
  await palabre.makeAdministrator(administrator);
});

beforeEach(async () => {
  [karim, camille, yann] = (await Promise.all([
    palabre.register({ firstName: 'Karim', lastName: 'Benali' }),
    palabre.register({ firstName: 'Camille', lastName: 'Riou' }),
    palabre.register({ firstName: 'Yann', lastName: 'Le Gall' }),
  ])) as [Person, Person, Person];
});

const depart = (body: { heirId?: string; leaves?: boolean; deputyId?: string } = {}, of = karim) =>
  administrator.call(api.administration.depart, { params: { id: of.id }, body });
const read = async (heirId?: string) =>
  (await administrator.ok(api.administration.departure, { params: { id: karim.id }, query: { heirId } })).departure;
const named = ({ id, user }: Person) => ({ _id: id, firstName: user.firstName, lastName: user.lastName });
const ownersOf = async (by: Person, id: string) =>
  (await by.ok(api.workspaces.one, { params: { id } })).workspace.owner;
const inbox = async (person: Person) => (await person.ok(api.notifications.list)).notifications;
const restrict = (id: string, by = karim) =>
  by.ok(api.workspaces.update, { params: { id }, body: { restricted: true } });

/** Has the administrator join a team. */
async function joined(team: Team): Promise<Team> {
  await administrator.ok(api.workspaces.join, { params: team.params });
  return team;
}

describe('a departure', () => {
  it('suspends, and changes nothing else unless asked', async () => {
    const team = await gather(karim, camille);
    const { status, body } = await depart();
    expect([status, body.message]).toEqual([200, 'Départ enregistré\u00a0: le compte est suspendu.']);
    expect(body.user).toMatchObject({ _id: karim.id, suspended: true });
    expect((await karim.call(api.users.me)).body).toMatchObject({ code: 'session_suspended' });
    expect(await ownersOf(camille, team.id)).toEqual([karim.id]);
  });

  it('hands over workspaces owned alone: to who was chosen where they are in it, else to who comes next', async () => {
    const [both, other, alone] = [await gather(karim, yann, camille), await gather(karim, yann), await gather(karim)];
    const shared = await gather(camille, karim);
    await camille.ok(api.members.passOn, { params: shared.params, body: { userId: karim.id } });
    await palabre.services.database.pool.query(
      'UPDATE workspace_members SET owner = true WHERE workspace_id = $1 AND user_id = $2',
      [shared.id, camille.id],
    );
    for (const [{ params }, title] of [
      [other, 'Écurie'],
      [alone, 'atelier'],
    ] as const)
      await karim.ok(api.workspaces.update, { params, body: { title } });
    const prepared = await read(camille.id);
    expect(prepared.ownedCount).toBe(3);
    // By title.
    expect(prepared.owned.map(({ _id, heir }) => [_id, heir])).toEqual([
      [alone.id, null],
      [both.id, named(camille)],
      [other.id, named(yann)],
    ]);
    const ears = await camille.connect();
    expect((await depart({ heirId: camille.id })).status).toBe(200);
    expect(await ears.next('updateWorkspace', ({ _id }) => _id === both.id)).toMatchObject({ owner: [camille.id] });
    expect(await ownersOf(camille, both.id)).toEqual([camille.id]);
    expect(await ownersOf(yann, other.id)).toEqual([yann.id]);
    expect((await ownersOf(camille, shared.id)).sort()).toEqual([camille.id, karim.id].sort());
    expect((await inbox(camille)).find(({ content }) => content.includes('workspace'))).toMatchObject({
      ...{
        content:
          'Vous êtes maintenant propriétaire du workspace «\u202fChantier\u202f», depuis le départ de Karim Benali.',
        link: `/workspace/${both.id}/channel/${both.welcome._id}`,
        actor: { _id: administrator.id },
      },
    });
    // Nobody is left to own the third workspace: a person with a suspended account cannot.
    const gone = await palabre.register();
    await gone.ok(api.workspaces.join, { params: alone.params });
    await administrator.ok(api.administration.suspend, { params: { id: gone.id } });
    expect((await read(camille.id)).owned).toMatchObject([{ _id: alone.id, heir: null }]);
    await depart({ heirId: camille.id });
    expect((await read(camille.id)).owned).toMatchObject([{ _id: alone.id, heir: null }]);
  });

  it('lists a hundred of the workspaces concerned, by title, and counts them all', async () => {
    await ownMany(palabre, [karim], limits.departureListed + 1);
    const { owned, ownedCount, restricted, restrictedCount } = await read();
    expect([ownedCount, restrictedCount]).toEqual([101, 101]);
    for (const listed of [owned, restricted])
      expect([listed.length, listed[0]?.title, listed.at(-1)?.title]).toEqual([100, 'Lot 001', 'Lot 100']);
  });

  it('hands a workspace over to who is in it once what changes it meanwhile is over', async () => {
    const team = await gather(karim, camille, yann);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    let isAnswered = false;
    const departing = depart({ heirId: camille.id }).finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
    await held.query('DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2', [team.id, camille.id]);
    await held.query('COMMIT');
    expect((await departing).status).toBe(200);
    expect(await ownersOf(yann, team.id)).toEqual([yann.id]);
  });

  it('hands over groups that the person made, where the chosen one is not in it to the oldest whose account is open', async () => {
    const make = async (...people: Person[]) =>
      (await karim.ok(api.conversations.create, { body: { users: people.map(({ id }) => id) } })).conversation;
    await make(camille);
    const gone = await palabre.register();
    const [three, two] = [await make(yann, camille, administrator), await make(gone, yann, administrator)];
    await administrator.ok(api.administration.suspend, { params: { id: gone.id } });
    expect((await read()).groups).toBe(2);
    const ears = await yann.connect();
    await depart({ heirId: camille.id });
    expect(await ears.next('updateConversation', ({ _id }) => _id === three._id)).toMatchObject({
      creator: camille.id,
    });
    expect(await ears.next('updateConversation', ({ _id }) => _id === two._id)).toMatchObject({ creator: yann.id });
    expect((await read()).groups).toBe(0);
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'groups_passed_on', limit: 1 } });
    expect(entries).toMatchObject([{ targetId: camille.id, reason: 'Départ de Karim Benali' }]);
    const params = { id: two._id };
    expect((await yann.ok(api.conversations.one, { params })).conversation.users).toHaveLength(4);
  });

  it('hands over a society owned alone, and takes the person out of it and of restricted workspaces', async () => {
    await karim.ok(api.accounts.update, { params: { id: karim.id }, body: { lastName: 'Ait Ali' } });
    const society = await found(karim);
    await admit(karim, society, 'member', yann, camille);
    const [open, shut] = [await gather(karim, camille), await gather(karim, camille)];
    await restrict(shut.id);
    expect(await read(camille.id)).toMatchObject({
      society: { _id: society._id, ownedAlone: true, heir: named(camille) },
      restricted: [{ _id: shut.id }],
      restrictedCount: 1,
    });
    const ears = await camille.connect();
    await depart({ heirId: camille.id, leaves: true });
    const told = await ears.next('updateSociety', ({ owners }) => owners.includes(camille.id));
    expect(told).toMatchObject({ owners: [camille.id], membership: 'owner' });
    expect(told.users).not.toContain(karim.id);
    const members = async (id: string) => (await camille.ok(api.workspaces.one, { params: { id } })).workspace.members;
    expect([(await members(open.id)).length, await members(shut.id)]).toEqual([2, [camille.id]]);
    const { entries } = await administrator.ok(api.audit.list, { query: { limit: 20 } });
    expect(
      entries
        .filter(({ reason }) => reason === 'Départ de Karim Ait Ali')
        .map(({ action, targetId, placeId }) => [action, targetId, placeId].join())
        .sort(),
    ).toEqual(
      [
        ['member_kicked', karim.id, shut.id],
        ['society_member_removed', karim.id, society._id],
        ['society_owner_added', camille.id, society._id],
        ['workspace_passed_on', camille.id, open.id],
        ['workspace_passed_on', camille.id, shut.id],
      ]
        .map(line => line.join())
        .sort(),
    );
    await administrator.ok(api.administration.restore, { params: { id: karim.id } });
    const back = await karim.elsewhere();
    expect((await back.ok(api.workspaces.one, { params: { id: open.id } })).workspace.owner).toEqual([camille.id]);
    expect((await back.call(api.workspaces.one, { params: { id: shut.id } })).status).toBe(404);
  });

  it('leaves the person in what they alone own and nobody takes over, and takes them out of the rest, as others hear', async () => {
    const society = await found(karim);
    const [team, other] = [await gather(karim), await gather(camille, karim)];
    await restrict(team.id);
    await restrict(other.id, camille);
    const ears = await camille.connect();
    await depart({ heirId: camille.id, leaves: true });
    await ears.next('updateWorkspace', ({ _id, members }) => _id === other.id && !members.includes(karim.id));
    expect(await read()).toMatchObject({
      society: { _id: society._id, ownedAlone: true, heir: null },
      owned: [{ _id: team.id, heir: null }],
      restrictedCount: 1,
    });
  });

  it('leaves the person in restricted workspaces, unless asked, whoever takes them over', async () => {
    const [own, other] = [await gather(karim, camille), await gather(camille, karim)];
    await restrict(own.id);
    await restrict(other.id, camille);
    expect((await depart({ heirId: camille.id })).status).toBe(200);
    expect(await ownersOf(camille, own.id)).toEqual([camille.id]);
    for (const { params } of [own, other])
      expect((await camille.ok(api.workspaces.one, { params })).workspace.members).toContain(karim.id);
  });

  it('cancels a request to join a society', async () => {
    const society = await found(camille);
    await act(karim, society, 'join');
    await depart({ leaves: true });
    const { users } = await camille.ok(api.societies.pending, { params: { id: society._id } });
    expect(users).toEqual([]);
  });

  it.each(['heirId', 'deputyId'] as const)('refuses as %s the person, a suspended one, and nobody', async who => {
    await administrator.ok(api.administration.suspend, { params: { id: yann.id } });
    for (const id of [karim.id, yann.id, '0199f3c0-0000-7000-8000-000000000000']) {
      const { status, body } = await depart({ [who]: id });
      expect([status, body.code]).toEqual([409, 'successor_refused']);
    }
    // A refused departure changes nothing: the account is open.
    expect((await karim.call(api.users.me)).status).toBe(200);
  });

  it.each(['heirId', 'deputyId'] as const)('waits for who is being deleted, and refuses them as %s', async who => {
    const held = await holdLock(palabre, 'DELETE FROM users WHERE id = $1', [yann.id]);
    let isAnswered = false;
    const departing = depart({ [who]: yann.id }).finally(() => {
      isAnswered = true;
    });
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
    await held.query('COMMIT');
    const { status, body } = await departing;
    expect([status, body.code]).toEqual([409, 'successor_refused']);
  });

  it('is of no administrator, and ordered by administrators alone', async () => {
    expect((await depart({}, administrator)).body.code).toBe('suspend_self');
    const second = await palabre.register();
    await palabre.makeAdministrator(second);
    expect((await depart({}, second)).body.code).toBe('suspend_administrator');
    const params = { id: karim.id };
    for (const refused of [
      await camille.call(api.administration.departure, { params }),
      await camille.call(api.administration.depart, { params, body: {} }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    const unknown = { params: { id: '0199f3c0-0000-7000-8000-000000000000' } };
    for (const { status, body } of [
      await administrator.call(api.administration.departure, unknown),
      await administrator.call(api.administration.depart, { ...unknown, body: {} }),
      await administrator.call(api.administration.disk, unknown),
    ])
      expect([status, body.code]).toEqual([404, 'user_not_found']);
  });
});

describe('mentions of a person who is gone', () => {
  it('are told to the deputy in places that the deputy sees, as said in place of the person, and counted for nobody', async () => {
    const team = await gather(camille, karim, yann);
    const [hidden, elsewhere] = [await team.channel('direction', 'private'), await gather(camille, karim)];
    await post(camille, team.welcome, `<@${karim.id}> avant son départ`);
    await depart({ deputyId: yann.id });
    expect((await inbox(yann)).map(({ content, link, actor }) => [content, link, actor?._id])).toEqual([
      [
        'Pendant trente jours, vous saurez quels messages mentionnent Karim Benali, dont le compte est suspendu.',
        ...['/workspaces', administrator.id],
      ],
    ]);
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'mentions_forwarded', limit: 1 } });
    expect(entries).toMatchObject([{ targetId: yann.id, reason: 'Départ de Karim Benali' }]);
    const ears = await yann.connect();
    const message = await post(camille, team.welcome, `<@${karim.id}> où en est le devis\u202f?`);
    for (const place of [hidden, elsewhere.welcome]) await post(camille, place, `<@${karim.id}> entre nous`);
    const told = await ears.next('newNotification', ({ _id }) => _id === message._id);
    expect(told).toMatchObject({
      type: 'mention',
      content: 'Un message mentionne une personne que vous remplacez.',
      about: { inPlaceOf: 'Karim', channelId: team.welcome._id, isAnswer: false },
      isRead: false,
    });
    await ears.settled();
    expect(ears.all('newNotification')).toEqual([told]);
    const listed = async () => (await inbox(yann)).filter(({ type }) => type === 'mention');
    expect(await listed()).toEqual([told]);
    expect((await yann.ok(api.notifications.one, { params: { id: message._id } })).notification).toEqual(told);
    const { unread } = await yann.ok(api.unread.list);
    expect(unread.find(({ channelId }) => channelId === team.welcome._id)).toMatchObject({ mentions: 0 });
    const { notification } = await yann.ok(api.notifications.mark, {
      params: { id: message._id },
      body: { isRead: true },
    });
    expect(notification).toEqual({ ...told, isRead: true });
    await camille.ok(api.messages.remove, { params: { id: message._id } });
    expect(await listed()).toEqual([]);
  });

  it('that name the deputy too are mentions of the deputy', async () => {
    const team = await gather(camille, karim, yann);
    await depart({ deputyId: yann.id });
    const ears = await yann.connect();
    const { _id } = await post(camille, team.welcome, `<@${karim.id}> <@${yann.id}>`);
    const told = await ears.next('newNotification', one => one._id === _id);
    expect(told.about).not.toHaveProperty('inPlaceOf');
    await ears.settled();
    expect(ears.all('newNotification')).toEqual([told]);
    expect((await inbox(yann)).filter(one => one._id === _id)).toEqual([told]);
  });

  it('of two people with one deputy are told once, in place of who left first', async () => {
    const helene = await palabre.register({ firstName: 'Hélène' });
    const team = await gather(camille, karim, helene, yann);
    for (const gone of [karim, helene]) await depart({ deputyId: yann.id }, gone);
    const ears = await yann.connect();
    const { _id } = await post(camille, team.welcome, `<@${helene.id}> <@${karim.id}>`);
    const told = await ears.next('newNotification', one => one._id === _id);
    expect(told.about).toMatchObject({ inPlaceOf: 'Karim' });
    await ears.settled();
    expect(ears.all('newNotification')).toEqual([told]);
  });

  it('are told to the deputy who was named last', async () => {
    const team = await gather(camille, karim, yann);
    for (const deputy of [camille, yann]) await depart({ deputyId: deputy.id });
    // The account was suspended once.
    const query = { action: 'user_suspended', target: karim.user.email } as const;
    expect((await administrator.ok(api.audit.list, { query })).entries).toHaveLength(1);
    const [hers, his] = [await camille.connect(), await yann.connect()];
    const { _id } = await post(administrator, (await joined(team)).welcome, `<@${karim.id}> ?`);
    expect(await his.next('newNotification', one => one._id === _id)).toMatchObject({ type: 'mention' });
    await hers.none('newNotification');
  });

  it('in a group are told instead of the message itself; those of the deputy are no news to them', async () => {
    const { conversation } = await camille.ok(api.conversations.create, { body: { users: [karim.id, yann.id] } });
    await depart({ deputyId: yann.id });
    const ears = await yann.connect();
    const place = { conversationId: conversation._id };
    const { message } = await camille.ok(api.messages.send, { body: { ...place, content: `<@${karim.id}> ?` } });
    const told = await ears.next('newNotification', ({ _id }) => _id === message._id);
    expect(told).toMatchObject({ type: 'mention', about: { inPlaceOf: 'Karim' } });
    await yann.ok(api.messages.send, { body: { ...place, content: `<@${karim.id}> n’est plus là.` } });
    await ears.settled();
    expect(ears.all('newNotification')).toEqual([told]);
  });

  it('are told no more after thirty days, nor after the return of the person', async () => {
    const team = await gather(camille, karim, yann);
    const { pool } = palabre.services.database;
    await depart({ deputyId: yann.id });
    const kept = await post(camille, team.welcome, `<@${karim.id}> premier`);
    await pool.query('UPDATE mention_deputies SET until = now() WHERE user_id = $1', [karim.id]);
    const ears = await yann.connect();
    await post(camille, team.welcome, `<@${karim.id}> trop tard`);
    await depart({ deputyId: yann.id });
    await administrator.ok(api.administration.restore, { params: { id: karim.id } });
    await post(camille, team.welcome, `<@${karim.id}> de retour`);
    await ears.settled();
    // The event of the first may come after the answer to it, to ears that opened in between.
    const isLater = ({ about }: { about: { position: number } | null }) => about?.position !== kept.position;
    expect(ears.all('newNotification').filter(one => one.type === 'mention' && isLater(one))).toEqual([]);
    const mine = (await inbox(yann)).filter(({ about }) => about?.inPlaceOf);
    expect(mine.map(({ _id }) => _id)).toEqual([kept._id]);
  });

  it('are not told where the deputy wants nothing', async () => {
    const team = await gather(camille, karim, yann);
    await depart({ deputyId: yann.id });
    await yann.ok(api.unread.setLevel, { body: { channelId: team.welcome._id, level: 'nothing' } });
    const ears = await yann.connect();
    await post(camille, team.welcome, `<@${karim.id}> ?`);
    // The later notification shows that the first message has been judged.
    const later = await post(camille, await team.channel('ailleurs'), `<@${yann.id}> ?`);
    await ears.next('newNotification', ({ _id }) => _id === later._id);
    expect(ears.all('newNotification')).toHaveLength(1);
    expect((await inbox(yann)).filter(({ about }) => about?.inPlaceOf)).toEqual([]);
  });
});
