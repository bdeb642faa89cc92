import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, leonie, yann } = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');

const passOn = (actor: Person, team: Team, target: { id: string }) =>
  actor.call(api.members.passOn, { params: team.params, body: { userId: target.id } });
const titles = async (person: Person, { params }: Team) =>
  (await person.ok(api.channels.ofWorkspace, { params })).channels.map(({ title }) => title);

test('An owner passes the workspace on: the new owner has all rights, the old one those of their roles, and both pages are told', async () => {
  const [team, other] = [await gather(camille, karim), await gather(camille, karim)];
  const secret = await team.channel('direction', 'private');
  const [hers, his] = [await camille.connect(), await karim.connect()];
  const { status, body } = await passOn(camille, team, karim);
  expect([status, body.message]).toEqual([200, 'Le workspace a changé de propriétaire.']);
  // « Créateur », the role that its maker keeps.
  expect((await camille.ok(api.roles.mine, { params: team.params })).roles).toMatchObject([{ creator: true }]);
  // Both are listed as creators: she by that role, he as owner without a role.
  const creators = await camille.ok(api.members.list, { params: team.params, query: { roleId: 'creator' } });
  expect(creators.users.map(({ firstName }) => firstName).sort()).toEqual(['Camille', 'Karim']);
  expect(body.workspace).toMatchObject({ owner: [karim.id], bans: [] });
  expect(await hers.next('updateWorkspace', ({ owner }) => owner.includes(karim.id))).toMatchObject({ _id: team.id });
  expect(await hers.next('deleteChannel')).toEqual({ _id: secret._id, workspaceId: team.id });
  expect(await his.next('updateWorkspace', ({ owner }) => owner.includes(karim.id))).toHaveProperty('bans');
  expect(await his.next('newChannel')).toMatchObject({ _id: secret._id });
  expect([await titles(camille, team), await titles(karim, team)]).toEqual([['général'], ['général', 'direction']]);
  const cards = (await yann.ok(api.workspaces.list, { query: {} })).workspaces.filter(card => card._id === team.id);
  expect(cards).toMatchObject([{ owner: [karim.id], owners: [{ firstName: 'Karim' }] }]);
  expect((await camille.call(api.workspaces.remove, { params: team.params })).status).toBe(403);
  // Another workspace of the two stays hers.
  expect((await other.now()).owner).toEqual([camille.id]);
  expect((await karim.call(api.workspaces.leave, { params: team.params })).body.code).toBe('last_owner');
  expect((await camille.call(api.workspaces.leave, { params: team.params })).status).toBe(200);
});

test('A former owner without a role is a plain member, and no longer hears of bans', async () => {
  const team = await gather(camille, karim, leonie);
  const { roles } = await camille.ok(api.roles.list, { params: team.params });
  await camille.ok(api.roles.update, { params: { id: roles[0]?._id ?? '' }, body: { users: [leonie.id] } });
  const hers = await camille.connect();
  const { body } = await passOn(camille, team, karim);
  expect(body.workspace).not.toHaveProperty('bans');
  await hers.next('updateWorkspace', ({ owner }) => owner.includes(karim.id));
  await karim.ok(api.members.ban, { params: team.params, body: { userId: yann.id } });
  await hers.none('updateWorkspace', workspace => 'bans' in workspace && (workspace.bans ?? []).includes(yann.id));
  expect((await camille.call(api.members.banned, { params: team.params })).status).toBe(403);
});

test('Owners are named in the order in which they came, whoever has the older account', async () => {
  const [older, younger] = [await palabre.register(), await palabre.register()];
  const team = await gather(younger, older);
  await palabre.services.database.pool.query('UPDATE workspace_members SET owner = true WHERE workspace_id = $1', [
    team.id,
  ]);
  const inOrder = [younger.id, older.id];
  const { workspaces } = await yann.ok(api.workspaces.list, { query: { search: 'chantier' } });
  const card = workspaces.find(({ _id }) => _id === team.id);
  expect([card?.owner, card?.owners.map(({ _id }) => _id)]).toEqual([inOrder, inOrder]);
  expect(await team.now()).toMatchObject({ owner: inOrder, members: inOrder });
});

test('The new owner is notified, and nobody else', async () => {
  const team = await gather(camille, karim, leonie);
  const [his, other] = [await karim.connect(), await leonie.connect()];
  await passOn(camille, team, karim);
  const told = await his.next('newNotification');
  expect(told).toMatchObject({
    type: 'workspace',
    content: 'Vous êtes maintenant propriétaire du workspace «\u202fChantier\u202f».',
    link: `/workspace/${team.id}/channel/${team.welcome._id}`,
    actor: { _id: camille.id },
  });
  await other.none('newNotification');
});

test('A workspace is passed on by an owner alone, to a member who is not an owner', async () => {
  const team = await gather(camille, karim, leonie);
  await team.role({ creator: true, users: [leonie.id] });
  const codes = [];
  for (const [actor, target] of [
    [leonie, karim],
    [karim, karim],
    [camille, camille],
    [camille, yann],
    [yann, karim],
  ] as const) {
    const { status, body } = await passOn(actor, team, target);
    codes.push([status, body.code]);
  }
  const forbidden = [403, 'forbidden'];
  expect(codes).toEqual([forbidden, forbidden, forbidden, [409, 'not_member'], [403, 'members_only']]);
  expect((await team.now()).owner).toEqual([camille.id]);
});
