import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Society } from '@palabre/common/contract/societies.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, startPalabre } from '../../test/harness.ts';
import { countLockWaits, holdLock } from '../../test/locks.ts';
import { ownMany } from '../../test/people/many-workspaces.ts';
import { admit, found } from '../../test/people/societies.ts';
import { gather } from '../../test/people/team.ts';

const palabre = await startPalabre();
let boss: Person;
let second: Person;
let society: Society;

beforeAll(async () => {
  boss = await palabre.register({ firstName: 'Hélène' });
  second = await palabre.register({ firstName: 'Karim' });
  society = await found(boss);
  await admit(boss, society, 'owner', second);
});

/** Makes a restricted workspace of the society, which others join. */
async function workspaceOf(by: Person, title: string, ...members: Person[]): Promise<string> {
  const body = { title, restricted: true, societyId: society._id };
  const { workspace } = await by.ok(api.workspaces.create, { body });
  for (const person of members) await person.ok(api.workspaces.join, { params: { id: workspace._id } });
  return workspace._id;
}

/** Makes a restricted workspace of no society, which both people are in. */
async function restrictedElsewhere(member: Person): Promise<string> {
  const { id, params } = await gather(boss, member);
  await boss.ok(api.workspaces.update, { params, body: { restricted: true } });
  return id;
}

const employee = async (): Promise<Person> => {
  const person = await palabre.register({ firstName: 'Yann' });
  await admit(boss, society, 'member', person);
  return person;
};

const workspacesOf = async (person: Person) =>
  (await person.ok(api.workspaces.mine, { params: { id: person.id } })).workspaces.map(({ _id }) => _id);
const shared = async (by: Person, who: Person) =>
  (await by.ok(api.societies.workspaces, { params: { id: society._id }, query: { userId: who.id } })).workspaces;
const remove = (by: Person, who: Person, workspaces?: string[]) =>
  by.call(api.societies.update, {
    params: { id: society._id },
    body: { action: 'removeUser', targetUserId: who.id, workspaces },
  });

test('A person removed from a society stays in its restricted workspaces', async () => {
  const yann = await employee();
  const direction = await workspaceOf(boss, 'Direction', yann);
  expect((await remove(boss, yann)).status).toBe(200);
  expect(await workspacesOf(yann)).toContain(direction);
});

test('An owner sees the restricted workspaces that both people are in, by title, with their own rights there, and no other workspace', async () => {
  const yann = await employee();
  const mine = await workspaceOf(boss, 'Achats', yann);
  const theirs = await workspaceOf(second, 'bureau', yann, boss);
  const apart = await workspaceOf(second, 'Cabinet', yann);
  const alone = await workspaceOf(boss, 'Direction');
  const open = await boss.ok(api.workspaces.create, { body: { title: 'Entrée', societyId: society._id } });
  await yann.ok(api.workspaces.join, { params: { id: open.workspace._id } });
  await restrictedElsewhere(yann);
  expect((await shared(boss, yann)).map(({ _id, mayRemove }) => [_id, mayRemove])).toEqual([
    [mine, true],
    [theirs, false],
  ]);
  expect((await shared(second, yann)).map(({ _id }) => _id)).toEqual([theirs, apart]);
  expect(await workspacesOf(boss)).toContain(alone);
  const params = { id: society._id };
  const { status, body } = await yann.call(api.societies.workspaces, { params, query: { userId: boss.id } });
  expect([status, body.code]).toEqual([403, 'forbidden']);
});

test('An owner sees fifty of the restricted workspaces that both people are in, by title: as many as a removal takes', async () => {
  const yann = await employee();
  await ownMany(palabre, [boss, yann], limits.restrictedTogether + 1, society._id);
  const titles = (await shared(boss, yann)).map(({ title }) => title);
  expect([titles.length, titles[0], titles.at(-1)]).toEqual([50, 'Lot 001', 'Lot 050']);
});

test('The restricted workspaces chosen with a removal are left at once and live, and the person is notified', async () => {
  const yann = await employee();
  const [left, kept] = [await workspaceOf(boss, 'Achats', yann), await workspaceOf(boss, 'Bureau', yann)];
  const [his, hers] = [await yann.connect(), await boss.connect()];
  expect((await remove(boss, yann, [left, left])).status).toBe(200);
  expect(await workspacesOf(yann)).toEqual([kept]);
  expect(await his.next('deleteWorkspace')).toEqual({ _id: left });
  expect(await hers.next('updateWorkspace', ({ _id }) => _id === left)).toMatchObject({ members: [boss.id] });
  const { notifications } = await yann.ok(api.notifications.list);
  expect(notifications.map(({ content }) => content)).toContain(
    'Votre accès au workspace «\u202fAchats\u202f» vous a été retiré.',
  );
  const { status } = await yann.call(api.workspaces.join, { params: { id: left } });
  expect(status).toBe(403);
});

test('A removal that names a workspace without right, out of sight, of another kind or with another action changes nothing', async () => {
  const yann = await employee();
  const mine = await workspaceOf(boss, 'Achats', yann);
  const theirs = await workspaceOf(second, 'Bureau', yann, boss);
  const apart = await workspaceOf(second, 'Cabinet', yann);
  const { workspace: open } = await boss.ok(api.workspaces.create, { body: { title: 'Ouvert' } });
  const body = { title: 'Entrée', societyId: society._id };
  const { workspace: openOfTheirs } = await boss.ok(api.workspaces.create, { body });
  for (const { _id: id } of [open, openOfTheirs]) await yann.ok(api.workspaces.join, { params: { id } });
  const elsewhere = await restrictedElsewhere(yann);
  for (const [id, status, code] of [
    [theirs, 403, 'forbidden'],
    [apart, 404, 'not_found'],
    [open._id, 404, 'not_found'],
    [openOfTheirs._id, 404, 'not_found'],
    [elsewhere, 404, 'not_found'],
  ] as const) {
    const reply = await remove(boss, yann, [mine, id]);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  }
  const addOwner = { action: 'addOwner' as const, targetUserId: yann.id, workspaces: [mine] };
  expect((await boss.call(api.societies.update, { params: { id: society._id }, body: addOwner })).status).toBe(400);
  expect(await workspacesOf(yann)).toHaveLength(6);
  const { society: his } = await yann.ok(api.societies.mine, { params: { id: yann.id } });
  expect(his?.membership).toBe('member');
});

test('A removal waits for what changes a workspace meanwhile, and is refused to who is no owner of it any more', async () => {
  const yann = await employee();
  const id = await workspaceOf(boss, 'Achats', yann);
  const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [id]);
  const removing = remove(boss, yann, [id]);
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  await held.query('UPDATE workspace_members SET owner = false WHERE workspace_id = $1 AND user_id = $2', [
    id,
    boss.id,
  ]);
  await held.query('DELETE FROM role_users WHERE workspace_id = $1', [id]);
  await held.query('COMMIT');
  expect((await removing).body.code).toBe('forbidden');
  expect(await workspacesOf(yann)).toContain(id);
});

test('A workspace that the person has left meanwhile does not stop the removal', async () => {
  const yann = await employee();
  const left = await workspaceOf(boss, 'Achats', yann);
  await yann.ok(api.workspaces.leave, { params: { id: left } });
  expect((await remove(boss, yann, [left])).status).toBe(200);
});
