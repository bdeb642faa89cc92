import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { listed, talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { picture } from '../../../test/picture.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

const people = (...names: string[]) => Promise.all(names.map(firstName => palabre.register({ firstName })));
const remove = (person: Person, body: { password?: string; messages?: 'keep' | 'erase' } = {}, id = person.id) =>
  person.call(api.accounts.remove, { params: { id }, body });
const age = (person: Person) =>
  palabre.services.database.pool.query(
    `UPDATE sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = $1`,
    [person.id],
  );
const pageOf = async (person: Person, channelId: string) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages;
const unsigned = { firstName: 'Utilisateur supprimé', lastName: '', avatar: null };

/** Makes a workspace of two people, in which the second has written. */
async function scene(): Promise<{ camille: Person; karim: Person; team: Team }> {
  const [camille, karim] = (await people('Camille', 'Karim')) as [Person, Person];
  const team = await gather(camille, karim);
  return { camille, karim, team };
}

describe('deleting an account', () => {
  it('ends its sessions and sockets everywhere, and tells people who shared a place and administrators, nobody else', async () => {
    const { camille, karim } = await scene();
    const [stranger] = (await people('Yann')) as [Person];
    const there = await karim.elsewhere();
    const administrator = await palabre.register();
    await palabre.makeAdministrator(administrator);
    const [ears, theirs, others] = [await camille.connect(), await there.connect(), await stranger.connect()];
    const informed = await administrator.connect();
    expect(await remove(karim)).toMatchObject({ status: 200, body: { message: 'Le compte a été supprimé.' } });
    await theirs.closed;
    expect(await ears.next('deleteUser')).toEqual({ _id: karim.id });
    await informed.settled();
    expect(informed.all('deleteUser')).toEqual([{ _id: karim.id }]);
    await others.none('deleteUser');
    for (const session of [karim, there]) expect((await session.call(api.users.me)).status).toBe(401);
    expect((await camille.call(api.users.one, { params: { id: karim.id } })).status).toBe(404);
    const login = { email: karim.user.email, password: karim.password };
    expect((await palabre.nobody.call(api.users.login, { body: login })).status).toBe(401);
    const again = { ...login, firstName: 'Karim', lastName: 'Benali' };
    expect((await palabre.nobody.call(api.users.register, { body: again })).status).toBe(201);
  });

  it('tells people who shared nothing but a society or a conversation', async () => {
    const [camille, karim, leonie] = (await people('Camille', 'Karim', 'Léonie')) as [Person, Person, Person];
    await admit(camille, await found(camille), 'member', karim);
    await talk(leonie, karim);
    const ears = [await camille.connect(), await leonie.connect()];
    expect((await remove(karim)).status).toBe(200);
    for (const one of ears) expect(await one.next('deleteUser')).toEqual({ _id: karim.id });
  });

  it('leaves the workspace that its person joins meanwhile too, which counts them no more, and a conversation', async () => {
    const [camille, karim] = (await people('Camille', 'Karim')) as [Person, Person];
    const team = await gather(camille);
    const ears = await camille.connect();
    const really = pg.Client.prototype.query as (...asked: unknown[]) => Promise<unknown>;
    let joined = 0;
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      // From this statement on nobody can let the person in.
      if (joined === 0 && /^SELECT FROM users WHERE id = \$1 FOR UPDATE/.test(String(asked[0]))) {
        joined = (await karim.call(api.workspaces.join, { params: team.params })).status;
        await talk(camille, karim);
      }
      return really.apply(this, asked);
    } as never);
    expect((await remove(karim)).status).toBe(200);
    query.mockRestore();
    expect(joined).toBe(200);
    expect(await team.now()).toMatchObject({ membersCount: 1, members: [camille.id] });
    expect(await ears.next('updateConversation')).toMatchObject({ users: [{ _id: camille.id }] });
  });

  it('leaves its messages without an author, with their files and reactions', async () => {
    const { camille, karim, team } = await scene();
    const channelId = team.welcome._id;
    const { message } = await karim.ok(api.messages.send, {
      body: { channelId, content: 'La charpente est posée.' },
      files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
    });
    await karim.ok(api.reactions.add, { params: { id: message._id }, body: { reaction: '👍' } });
    await remove(karim);
    // Nothing is blanked later either, when it was not asked for.
    await palabre.jobs.now('accounts.erase');
    await jobsDone(palabre, 'accounts.erase');
    const [found] = await pageOf(camille, channelId);
    expect(found).toMatchObject({
      content: 'La charpente est posée.',
      sender: { _id: karim.id, ...unsigned },
      reactions: [{ reaction: '👍', usersId: [karim.id] }],
    });
    const file = await fetch(palabre.url + found?.fileAttachments[0]?.url, {
      headers: { authorization: `Bearer ${camille.token}` },
    });
    expect(await file.text()).toBe('Le devis');
  });

  it('blanks its messages when asked: text, files, reactions, as numbered changes', async () => {
    const { camille, karim, team } = await scene();
    const channelId = team.welcome._id;
    const pinned = await post(karim, team.welcome, 'À effacer');
    await camille.ok(api.pins.pin, { params: { id: pinned._id } });
    const { message: attached } = await karim.ok(api.messages.send, {
      body: { channelId, content: '' },
      files: [{ bytes: await picture(), name: 'photo.png' }],
    });
    const { user } = await karim.ok(api.accounts.update, {
      params: { id: karim.id },
      body: {},
      image: { bytes: await picture() },
    });
    const kept = await post(camille, team.welcome, 'À garder');
    await karim.ok(api.reactions.add, { params: { id: kept._id }, body: { reaction: '👍' } });
    await camille.ok(api.reactions.add, { params: { id: kept._id }, body: { reaction: '👍' } });
    const before = (await camille.ok(api.messages.page, { query: { channelId } })).seq;
    const ears = await camille.connect();
    await remove(karim, { messages: 'erase' });
    const blank = { content: '', fileAttachments: [], pinned: false, sender: unsigned };
    expect(await ears.next('updateMessage', ({ _id }) => _id === pinned._id)).toMatchObject({
      ...blank,
      seq: before + 1,
    });
    expect(await ears.next('updateMessage', ({ _id }) => _id === attached._id)).toMatchObject({
      ...blank,
      seq: before + 2,
    });
    expect((await pageOf(camille, channelId)).map(({ content }) => content)).toEqual(['', '', 'À garder']);
    const changes = await camille.ok(api.messages.changes, { query: { channelId, after: before } });
    expect(changes).toMatchObject({ seq: before + 2, messages: [{ content: '' }, { content: '' }] });
    for (const url of [attached.fileAttachments[0]?.url, attached.fileAttachments[0]?.thumbnail, user.avatar]) {
      const file = await fetch(palabre.url + url, { headers: { authorization: `Bearer ${camille.token}` } });
      expect(file.status).toBe(404);
    }
    await palabre.jobs.now('accounts.erase');
    expect(await ears.next('updateMessage', ({ _id }) => _id === kept._id)).toMatchObject({
      content: 'À garder',
      reactions: [{ reaction: '👍', usersId: [camille.id] }],
      seq: before + 3,
    });
  });

  it('blanks thousands of messages by a job, each with a seq of its own, and tells the last of each batch', async () => {
    const { camille, karim, team } = await scene();
    const channelId = team.welcome._id;
    const { pool } = palabre.services.database;
    await pool.query(
      `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
       SELECT gen_random_uuid(), $1, n, n, $2, 'Message ' || n, now() FROM generate_series(1, 3000) AS n`,
      [channelId, karim.id],
    );
    await pool.query('UPDATE places SET seq = 3000 WHERE id = $1', [channelId]);
    const ears = await camille.connect();
    await remove(karim, { messages: 'erase' });
    await palabre.jobs.now('accounts.erase');
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `SELECT count(*) AS left, min(seq) AS first, max(seq) AS last, count(DISTINCT seq) AS numbers FROM messages
         WHERE place_id = $1 AND content = ''`,
        [channelId],
      );
      expect(rows).toEqual([{ left: 3_000, first: 3_001, last: 6_000, numbers: 3_000 }]);
    });
    await ears.next('updateMessage', ({ seq }) => seq === 6_000);
    const told = ears.all('updateMessage').map(({ seq, content }) => [seq, content]);
    expect(told).toEqual([3_500, 4_000, 4_500, 5_000, 5_500, 6_000].map(seq => [seq, '']));
  });

  it('of a last owner passes the workspace to the best rank, else to the oldest member', async () => {
    const [owner, ranked] = (await people('Camille', 'Léonie')) as [Person, Person];
    // The oldest member has the youngest account.
    const [oldest] = (await people('Karim')) as [Person];
    const team = await gather(owner, oldest, ranked);
    const plain = await gather(owner, oldest, ranked);
    const alone = await gather(owner);
    const [shut] = (await people('Hélène')) as [Person];
    const guarded = await gather(owner, shut, ranked);
    const { pool } = palabre.services.database;
    await pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [shut.id]);
    await team.role({ name: 'Conduite', users: [ranked.id] });
    const ears = await ranked.connect();
    await remove(owner);
    const seenBy = async (person: Person, { params }: Team) =>
      (await person.ok(api.workspaces.one, { params })).workspace;
    expect(await seenBy(oldest, team)).toMatchObject({ owner: [ranked.id], membersCount: 2 });
    expect(await seenBy(ranked, plain)).toMatchObject({ owner: [oldest.id], membersCount: 2 });
    // A member with a suspended account comes last.
    expect(await seenBy(ranked, guarded)).toMatchObject({ owner: [ranked.id] });
    const there = `/workspace/${team.id}/channel/${team.welcome._id}`;
    expect(await ears.next('newNotification', ({ link }) => link === there)).toMatchObject({
      content:
        'Vous êtes maintenant propriétaire du workspace «\u202fChantier\u202f»\u00a0: son dernier propriétaire a supprimé son compte.',
      actor: null,
    });
    expect(
      await ears.next('updateWorkspace', ({ _id, membersCount }) => _id === team.id && membersCount === 2),
    ).toMatchObject({ owner: [ranked.id], members: [ranked.id, oldest.id] });
    expect((await oldest.call(api.workspaces.one, { params: alone.params })).status).toBe(404);
    const { rows } = await pool.query('SELECT FROM places WHERE id = $1', [alone.welcome._id]);
    expect(rows).toEqual([]);
  });

  it('of two owners who leave at once passes the workspace to a member', async () => {
    const [camille, karim, yann] = (await people('Camille', 'Karim', 'Yann')) as [Person, Person, Person];
    const team = await gather(camille, karim, yann);
    const { pool } = palabre.services.database;
    await pool.query('UPDATE workspace_members SET owner = true WHERE user_id = $1', [karim.id]);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const both = [remove(camille), remove(karim)];
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    const { workspace } = await yann.ok(api.workspaces.one, { params: team.params });
    expect(workspace).toMatchObject({ owner: [yann.id], membersCount: 1 });
  });

  it('of the two people of a conversation at once leaves none', async () => {
    const [camille, karim] = (await people('Camille', 'Karim')) as [Person, Person];
    const { _id } = await talk(camille, karim);
    const held = await holdLock(palabre, 'SELECT FROM conversations WHERE id = $1 FOR UPDATE', [_id]);
    const both = [remove(camille), remove(karim)];
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    await Promise.all(both);
    const { rows } = await palabre.services.database.pool.query('SELECT FROM places WHERE id = $1', [_id]);
    expect(rows).toEqual([]);
  });

  it('leaves its conversations to the others: of two, of three reduced to two, and none without people', async () => {
    const [camille, karim, yann] = (await people('Camille', 'Karim', 'Yann')) as [Person, Person, Person];
    const pair = await talk(karim, camille);
    await write(karim, pair, 'Entre nous');
    const three = await talk(karim, camille, yann);
    const ears = await camille.connect();
    await remove(karim);
    expect(await ears.next('updateConversation', ({ _id }) => _id === pair._id)).toMatchObject({
      users: [{ _id: camille.id }],
      lastMessage: { content: 'Entre nous', sender: unsigned },
    });
    expect(await ears.next('updateConversation', ({ _id }) => _id === three._id)).toMatchObject({ creator: null });
    const own = await talk(yann, camille);
    expect(own).toMatchObject({ isGroup: false, lastMessage: null });
    await remove(camille);
    expect((await listed(yann)).map(({ _id }) => _id)).toEqual([own._id, three._id]);
    const { rows } = await palabre.services.database.pool.query('SELECT FROM places WHERE id = $1', [pair._id]);
    expect(rows).toEqual([]);
  });

  it('ends its invitations, and removes notifications that named the person, and those of nobody else', async () => {
    const { camille, karim, team } = await scene();
    const [[yann], other] = [(await people('Yann')) as [Person], await gather(camille)];
    const invite = async (by: Person, { params }: Team) =>
      (await by.ok(api.invites.create, { params, body: { users: [yann.id], time: '24h' } })).inviteCode;
    const [code, kept] = [await invite(karim, team), await invite(camille, other)];
    const told = async () => (await yann.ok(api.notifications.list)).notifications.map(({ actor }) => actor?._id);
    expect(await told()).toEqual([camille.id, karim.id]);
    await remove(karim);
    expect(await told()).toEqual([camille.id]);
    expect((await yann.call(api.invites.accept, { params: { code } })).status).toBe(404);
    const codes = async ({ id: workspaceId }: Team) =>
      (await camille.ok(api.invites.list, { query: { workspaceId } })).invites.map(({ inviteCode }) => inviteCode);
    expect([await codes(team), await codes(other)]).toEqual([[], [kept]]);
  });
});

describe('a deleted account', () => {
  it('is told to its linked accounts, whose sessions opened through it end', async () => {
    const [camille, karim] = (await people('Camille', 'Karim')) as [Person, Person];
    const { email } = camille.user;
    await karim.ok(api.linkedAccounts.link, { body: { email, password: camille.password } });
    const ears = await camille.connect();
    const { token } = await karim.ok(api.linkedAccounts.token, { params: { id: camille.id } });
    await remove(karim);
    expect(await ears.next('updateAccounts')).toEqual({ _id: camille.id, users: [] });
    expect(await camille.ok(api.linkedAccounts.list)).toEqual({ users: [] });
    expect((await palabre.nobody.ok(api.users.verifyToken, { body: { token } })).isValid).toBe(false);
  });
});

describe('the right to delete an account', () => {
  it('is its person’s: with their password, once the session is older than a quarter of an hour', async () => {
    const { karim } = await scene();
    await age(karim);
    expect(await remove(karim)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    expect(await remove(karim, { password: 'pas le bon' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect((await karim.call(api.users.me)).status).toBe(200);
    expect((await remove(karim, { password: karim.password })).status).toBe(200);
    // The journal does not keep the name of people who deleted their own account.
    const { pool } = palabre.services.database;
    expect((await pool.query('SELECT FROM audit WHERE target_id = $1', [karim.id])).rows).toEqual([]);
  });

  it('is an administrator’s too, and nobody else’s, whether or not the account exists', async () => {
    const { camille, karim, team } = await scene();
    await post(karim, team.welcome, 'À effacer');
    const boss = await palabre.register();
    await palabre.makeAdministrator(boss);
    for (const id of [karim.id, '0199f3c0-0000-7000-8000-000000000000']) {
      expect(await remove(camille, {}, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect((await remove(boss, { messages: 'erase' }, karim.id)).status).toBe(200);
    const { entries } = await boss.ok(api.audit.list, { query: { action: 'user_deleted' } });
    expect(entries).toMatchObject([{ actorId: boss.id, target: expect.stringContaining(karim.user.email) }]);
    expect(await remove(boss, {}, karim.id)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    expect((await karim.call(api.users.me)).status).toBe(401);
    expect((await pageOf(camille, team.welcome._id)).map(({ content }) => content)).toEqual(['']);
    // Their own is anybody’s: an old session alone does not delete it.
    await age(boss);
    expect(await remove(boss)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  });

  it('excludes the last administrator, even of two who leave at once', async () => {
    const { rows } = await palabre.services.database.pool.query<{ id: string }>('SELECT id FROM users WHERE admin');
    await palabre.services.database.pool.query('UPDATE users SET admin = false');
    await palabre.services.sessions.refresh(...rows.map(({ id }) => id));
    const [camille, karim] = (await people('Camille', 'Karim')) as [Person, Person];
    await palabre.makeAdministrator(camille);
    expect(await remove(camille)).toMatchObject({ status: 409, body: { code: 'last_administrator' } });
    expect((await camille.call(api.users.me)).status).toBe(200);
    await palabre.makeAdministrator(karim);
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [camille.id]);
    let isAnswered = false;
    const both = [remove(camille), remove(karim)].map(removing =>
      removing.finally(() => {
        isAnswered = true;
      }),
    );
    await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
