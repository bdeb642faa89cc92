import { api } from '@palabre/common/contract/index.ts';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { Client } from '../../../test/client.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { createWorkspace, registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, yann } = await registerNamed(palabre, 'camille', 'karim', 'yann');

const invite = (person: Person, workspaceId: string, body: { users?: string[]; time?: string; uses?: number } = {}) =>
  person.call(api.invites.create, { params: { id: workspaceId }, body });
const codeOf = async (team: Team, time?: string) =>
  (await invite(team.owner, team.id, time ? { time } : {})).body.inviteCode;
const accept = (person: Person, code: string) => person.call(api.invites.accept, { params: { code } });
const spent = { status: 404, code: 'invite_not_found' };
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => ({ status, code: body.code });

describe('making an invitation', () => {
  test('gives a code of eight unambiguous characters and a link, and notifies the people it names', async () => {
    const team = await gather(camille, karim);
    const [invited, member] = [await yann.connect(), await camille.connect()];
    const { status, body } = await invite(karim, team.id, { users: [yann.id, camille.id, newId()], time: '48h' });
    expect(status).toBe(201);
    expect(body.inviteCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(body.inviteLink).toBe(`${palabre.services.env.publicUrl}/invite/${body.inviteCode}`);
    expect(body.invite).toMatchObject({ workspaceId: team.id, time: '48h', users: [], inviteCode: body.inviteCode });
    const told = await invited.next('newNotification');
    expect(told).toMatchObject({
      type: 'invite',
      content: 'Invitation à rejoindre le workspace «\u202fChantier\u202f».',
      link: `/invite/${body.inviteCode}`,
      actor: { _id: karim.id, firstName: 'Karim' },
      isRead: false,
    });
    expect((await yann.ok(api.notifications.list)).notifications[0]).toEqual(told);
    await member.none('newNotification');
  });

  test('renews the notification of a person already invited there, and makes no second one', async () => {
    const team = await gather(camille, karim);
    const ears = await yann.connect();
    const first = await invite(camille, team.id, { users: [yann.id] });
    const told = await ears.next('newNotification');
    await yann.ok(api.notifications.mark, { params: { id: told._id } });
    await camille.ok(api.workspaces.update, { params: team.params, body: { title: 'Chantier neuf' } });
    const second = await invite(karim, team.id, { users: [yann.id] });
    const renewed = await ears.next('updateNotification', one => one.link.endsWith(second.body.inviteCode));
    expect(renewed).toMatchObject({ _id: told._id, isRead: false, actor: { _id: karim.id } });
    expect(renewed.createdAt > told.createdAt).toBe(true);
    expect(renewed.content).toContain('Chantier neuf');
    const { notifications } = await yann.ok(api.notifications.list);
    expect(notifications[0]).toEqual(renewed);
    expect(notifications.filter(({ link }) => link.endsWith(first.body.inviteCode))).toEqual([]);
    expect(ears.all('newNotification')).toHaveLength(1);
  });

  test('notifies nobody who is banned from the workspace, and could not come', async () => {
    const team = await gather(camille);
    await camille.ok(api.members.ban, { params: team.params, body: { userId: yann.id } });
    const [banned, invited] = [await yann.connect(), await karim.connect()];
    await invite(camille, team.id, { users: [yann.id, karim.id] });
    await invited.next('newNotification', ({ type }) => type === 'invite');
    await expect(banned.none('newNotification', ({ type }) => type === 'invite')).resolves.toBeUndefined();
  });

  test('lasts an hour by default, a week at most', async () => {
    const team = await gather(camille);
    expect((await invite(camille, team.id)).body.invite.time).toBe('1h');
    expect((await invite(camille, team.id, { time: '168h' })).status).toBe(201);
    for (const time of ['0h', '169h', '1d', '24', '-1h', '1.5h']) {
      expect([time, (await invite(camille, team.id, { time })).status]).toEqual([time, 400]);
    }
  });

  test('is for members; listing and deleting invitations is for people who run the workspace', async () => {
    const team = await gather(camille, karim);
    expect((await invite(yann, team.id)).status).toBe(403);
    const { invite: made } = (await invite(karim, team.id)).body;
    const query = { workspaceId: team.id };
    expect((await karim.call(api.invites.list, { query })).status).toBe(403);
    expect((await karim.call(api.invites.remove, { params: { id: made._id } })).status).toBe(403);
    expect((await yann.call(api.invites.remove, { params: { id: made._id } })).status).toBe(404);
    const { invite: newer } = (await invite(camille, team.id)).body;
    expect((await camille.ok(api.invites.list, { query })).invites).toEqual([newer, made]);
    const { message } = await camille.ok(api.invites.remove, { params: { id: made._id } });
    expect(message).toBe('L’invitation a été supprimée.');
    expect((await camille.ok(api.invites.list, { query })).invites).toEqual([newer]);
    expect(outcome(await accept(yann, made.inviteCode))).toEqual(spent);
    expect((await camille.call(api.invites.remove, { params: { id: made._id } })).status).toBe(404);
  });
});

describe('accepting an invitation', () => {
  test('opens a restricted workspace, by the code as typed or by the id, and tells its people', async () => {
    const { workspace, welcome } = await createWorkspace(camille, { title: 'Direction', restricted: true });
    const { body } = await invite(camille, workspace._id, { users: [yann.id] });
    const [newcomer, owner] = [await yann.connect(), await camille.connect()];
    const joined = await accept(yann, ` ${body.inviteCode.toLowerCase()} `);
    expect(joined.status).toBe(200);
    expect(joined.body.message).toBe('Vous avez rejoint le workspace avec succès !');
    expect(joined.body.workspace).toMatchObject({ welcomeChannel: welcome._id, members: [camille.id, yann.id] });
    expect(await newcomer.next('newWorkspace')).toEqual(joined.body.workspace);
    expect((await owner.next('updateWorkspace')).membersCount).toBe(2);
    expect((await accept(karim, body.invite._id)).status).toBe(200);
    const { invites } = await camille.ok(api.invites.list, { query: { workspaceId: workspace._id } });
    expect(invites[0]?.users).toEqual([yann.id, karim.id]);
  });

  test('counts no use for a person who is a member already, and lets each person in once', async () => {
    const team = await gather(camille, karim);
    const code = await codeOf(team);
    expect((await accept(karim, code)).body.workspace._id).toBe(team.id);
    await accept(yann, code);
    expect((await accept(yann, code)).status).toBe(200);
    const { invites } = await camille.ok(api.invites.list, { query: { workspaceId: team.id } });
    expect(invites[0]?.users).toEqual([yann.id]);
    await camille.ok(api.members.kick, { params: team.params, body: { userId: yann.id } });
    expect(outcome(await accept(yann, code))).toEqual(spent);
    expect((await accept(yann, await codeOf(team))).status).toBe(200);
  });

  test('fails with the same answer when the code is unknown, expired, of a banned person or of a deleted workspace', async () => {
    const [team, doomed] = [await gather(camille), await gather(camille)];
    const [code, old, gone] = [await codeOf(team), await codeOf(team), await codeOf(doomed)];
    await palabre.services.database.kysely
      .updateTable('invites')
      .set({ created_at: new Date(Date.now() - 3_601_000) })
      .where('code', '=', old)
      .execute();
    await camille.ok(api.workspaces.remove, { params: doomed.params });
    await camille.ok(api.members.ban, { params: team.params, body: { userId: karim.id } });
    const replies = await Promise.all([
      accept(yann, 'ZZZZZZZZ'),
      accept(yann, newId()),
      accept(yann, '%'),
      accept(yann, old),
      accept(yann, gone),
      accept(karim, code),
    ]);
    for (const reply of replies) {
      expect(outcome(reply)).toEqual(spent);
      expect(reply.body.message).toBe("Impossible de rejoindre le workspace. Vérifiez le code d'invitation.");
    }
    expect((await accept(yann, code)).status).toBe(200);
  });

  test('by thirty people at once lets ten in and refuses twenty', async () => {
    const team = await gather(camille);
    const code = await codeOf(team);
    const crowd = await Promise.all(Array.from({ length: 30 }, () => palabre.register()));
    const replies = await Promise.all(crowd.map(person => accept(person, code)));
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(10);
    expect(replies.filter(reply => reply.body.code === 'invite_not_found')).toHaveLength(20);
    const { membersCount, members } = await team.now();
    expect([membersCount, members.length]).toEqual([11, 11]);
    const { invites } = await camille.ok(api.invites.list, { query: { workspaceId: team.id } });
    expect(invites[0]?.users).toHaveLength(10);
  });

  test('by two people at once lets one in when one use is left', async () => {
    const team = await gather(camille);
    const { inviteCode } = (await invite(camille, team.id, { uses: 1 })).body;
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const replies = [accept(yann, inviteCode), accept(karim, inviteCode)];
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    expect((await Promise.all(replies)).map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await team.now()).membersCount).toBe(2);
  });

  test('lets in as many people as its maker said, one to a hundred', async () => {
    const team = await gather(camille);
    const { inviteCode, invite: made } = (await invite(camille, team.id, { uses: 1 })).body;
    expect(made.maxUses).toBe(1);
    expect((await accept(yann, inviteCode)).status).toBe(200);
    expect(outcome(await accept(karim, inviteCode))).toEqual(spent);
    expect((await invite(camille, team.id)).body.invite.maxUses).toBe(10);
    for (const uses of [0, 101, 1.5]) expect((await invite(camille, team.id, { uses })).status).toBe(400);
  });

  test('keeps out a person who is banned while they accept', async () => {
    const team = await gather(camille);
    const code = await codeOf(team);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const accepted = accept(yann, code);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('INSERT INTO workspace_bans (workspace_id, user_id) VALUES ($1, $2)', [team.id, yann.id]);
    await held.query('COMMIT');
    expect(outcome(await accepted)).toEqual(spent);
    expect((await team.now()).membersCount).toBe(1);
  });

  test('is refused when the invitation is deleted while it is accepted', async () => {
    const team = await gather(camille);
    const code = await codeOf(team);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const accepted = accept(yann, code);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('DELETE FROM invites WHERE workspace_id = $1', [team.id]);
    await held.query('COMMIT');
    expect(outcome(await accepted)).toEqual(spent);
    expect((await team.now()).membersCount).toBe(1);
  });

  test('that another process deletes while it is being deleted is not there, and no second line tells of it', async () => {
    const team = await gather(camille);
    const { invite: made } = (await invite(camille, team.id)).body;
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const removing = camille.call(api.invites.remove, { params: { id: made._id } });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('DELETE FROM invites WHERE id = $1', [made._id]);
    await held.query('COMMIT');
    expect(outcome(await removing)).toEqual({ status: 404, code: 'not_found' });
    const { rows } = await palabre.services.database.pool.query('SELECT FROM audit WHERE target_id = $1', [made._id]);
    expect(rows).toEqual([]);
  });

  test('goes on when the invitation is deleted once it was found to open, and the next one finds none', async () => {
    const team = await gather(camille);
    const { inviteCode: code, invite: made } = (await invite(camille, team.id)).body;
    // Holds the request between its check of the invitation and its count of the use.
    const held = await holdLock(palabre, 'LOCK TABLE invite_uses IN SHARE ROW EXCLUSIVE MODE');
    const accepted = accept(yann, code);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    const { pool } = palabre.services.database;
    const removed = pool.query('DELETE FROM invites WHERE id = $1', [made._id]);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    await removed;
    expect((await accepted).status).toBe(200);
    expect([outcome(await accept(karim, code)), (await team.now()).membersCount]).toEqual([spent, 2]);
  });

  test('many times at once by the same person counts once', async () => {
    const team = await gather(camille);
    const code = await codeOf(team);
    const replies = await Promise.all(Array.from({ length: 10 }, () => accept(yann, code)));
    expect(replies.map(reply => reply.status)).toEqual(Array(10).fill(200));
    const { invites } = await camille.ok(api.invites.list, { query: { workspaceId: team.id } });
    expect(invites[0]?.users).toEqual([yann.id]);
  });
});

test('An account made by a code is in the workspace at once, its address unproven, is told to administrators, and counts as a person who came by it', async () => {
  const team = await gather(camille);
  const { inviteCode: code } = (await invite(camille, team.id, { uses: 1 })).body;
  const person = { firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' };
  const register = (email: string) =>
    palabre.nobody.call(api.invites.register, { params: { code }, body: { ...person, email } });
  const root = await palabre.register();
  await palabre.makeAdministrator(root);
  const [spending, refunding] = (['spend', 'refund'] as const).map(what => vi.spyOn(palabre.services.limits, what));
  const choose = (body: { who: 'domains' | 'everybody'; domains?: string[] }) =>
    root.ok(api.registration.choose, { body });
  // Typing an address of a listed domain does not prove it.
  await choose({ who: 'domains', domains: ['exemple.fr'] });
  const unproven = await register(`${newId()}@exemple.fr`);
  await choose({ who: 'everybody' });
  expect(outcome(unproven)).toEqual({ status: 403, code: 'registration_by_domain' });
  const told = await root.connect();
  const { status, body } = await register(`${newId()}@exemple.fr`);
  expect((await told.next('newUser'))._id).toBe(body.newUser?._id);
  expect([status, body.workspace?.members]).toEqual([201, [camille.id, body.newUser?._id]]);
  const { user } = await new Client(palabre.url, body.token).ok(api.users.me);
  expect(user).toMatchObject({ _id: body.newUser._id, emailProven: false });
  const late = `${newId()}@exemple.fr`;
  expect(outcome(await register(late))).toEqual(spent);
  // Each request counts for its address, as a new account and as a try of a code.
  for (const limit of ['register', 'inviteCode'])
    expect([limit, spending?.mock.calls.filter(([name]) => name === limit).length]).toEqual([limit, 3]);
  // A right code is no try, whether or not an account comes of it.
  expect(refunding?.mock.calls.map(([name]) => name)).toEqual(['inviteCode', 'inviteCode']);
  for (const spy of [spending, refunding]) spy?.mockRestore();
  expect((await camille.call(api.users.byEmail, { query: { email: late } })).status).toBe(404);
});

test('Invitation codes: twenty wrong ones from an address, ids among them, block its tries, right codes included; right ones are not counted', async () => {
  const limited = await startPalabre({ limits: true });
  const [owner, guest] = [await limited.register(), await limited.register()];
  const team = await gather(owner);
  const code = await codeOf(team);
  for (let i = 0; i < 25; i++) expect((await accept(owner, code)).status).toBe(200);
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, n) => accept(guest, n % 2 ? newId() : 'ZZZZZZZZ')));
  expect(wrong.map(reply => reply.status).toSorted()).toEqual([...Array(20).fill(404), ...Array(10).fill(429)]);
  const refused = await accept(guest, code);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await team.now()).membersCount).toBe(1);
});
