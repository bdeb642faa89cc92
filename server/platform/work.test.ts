import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../test/harness.ts';
import { holdRooms } from '../test/hold-rooms.ts';
import { countLockWaits, holdLock } from '../test/locks.ts';
import { gather, type Team } from '../test/people/team.ts';
import { newId } from './postgres/db.ts';
import { inTransaction } from './work.ts';

/** Order of the events of changes when reading the rooms of one change takes long. */

let palabre: Palabre;
let camille: Person;
let yann: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille' });
  yann = await palabre.register({ firstName: 'Yann' });
});

beforeEach(async () => {
  team = await gather(camille, yann);
});

const kick = (person: Person) => camille.ok(api.members.kick, { params: team.params, body: { userId: person.id } });
const rename = (of: Team, title: string) => camille.ok(api.workspaces.update, { params: of.params, body: { title } });

test('a workspace whose rooms are slow to read delays no other workspace', async () => {
  const other = await gather(camille, yann);
  const socket = await camille.connect();
  const { held, letGo } = holdRooms(palabre);
  const kicked = kick(yann);
  await held;
  await rename(other, 'Autre chantier');
  expect((await socket.next('updateWorkspace')).title).toBe('Autre chantier');
  letGo();
  await kicked;
  expect((await socket.next('updateWorkspace'))._id).toBe(team.id);
});

test('the events of two changes to one workspace arrive in commit order, however slowly the rooms of the first are read', async () => {
  const socket = await camille.connect();
  const { held, letGo } = holdRooms(palabre);
  const kicked = kick(yann);
  await held;
  const renamed = rename(team, 'Nouveau nom');
  // The second change has committed, and waits for the events of the first.
  await vi.waitFor(async () => expect((await team.now()).title).toBe('Nouveau nom'));
  await socket.none('updateWorkspace');
  letGo();
  await Promise.all([kicked, renamed]);
  await socket.settled();
  const heard = socket.all('updateWorkspace').map(({ title, membersCount }) => [title, membersCount]);
  expect(heard).toEqual([
    ['Chantier', 1],
    ['Nouveau nom', 1],
  ]);
});

test('a change whose event cannot be sent succeeds all the same, and the next is told', async () => {
  const socket = await yann.connect();
  const { broadcaster, logger } = palabre.services;
  const logged = vi.spyOn(logger, 'error');
  const sending = vi.spyOn(broadcaster, 'send').mockImplementation(() => {
    throw new Error('no socket takes it');
  });
  expect((await rename(team, 'Sans bruit')).workspace.title).toBe('Sans bruit');
  sending.mockRestore();
  expect(logged.mock.calls).toContainEqual([{ err: expect.any(Error), event: 'updateWorkspace' }, 'event not sent']);
  logged.mockRestore();
  await rename(team, 'Dit');
  await socket.settled();
  expect(socket.all('updateWorkspace').map(({ title }) => title)).toEqual(['Dit']);
});

test('newNotification arrives before the updateNotification that marks it read', async () => {
  const socket = await yann.connect();
  const { held, letGo } = holdRooms(palabre);
  const kicked = kick(yann);
  await held;
  const [notification] = (await yann.ok(api.notifications.list)).notifications;
  const params = { id: notification?._id ?? '' };
  const marked = yann.ok(api.notifications.mark, { params });
  await vi.waitFor(async () => {
    expect((await yann.ok(api.notifications.one, { params })).notification.isRead).toBe(true);
  });
  await socket.none('updateNotification');
  letGo();
  await Promise.all([kicked, marked]);
  await socket.settled();
  const names = socket.heard.map(event => event.name).filter(name => name.endsWith('Notification'));
  expect(names).toEqual(['newNotification', 'updateNotification']);
});

test('a change that fails emits nothing, does nothing of what was to follow, and holds up no other', async () => {
  const { broadcaster, database } = palabre.services;
  const sent = vi.spyOn(broadcaster, 'send');
  const [followed, ran] = [vi.fn(), vi.fn()];
  const change = (fails: boolean) =>
    inTransaction(
      palabre.services,
      async ({ db, emit, afterCommit, rightsChanged }) => {
        ran();
        await db.updateTable('workspaces').set({ title: 'Perdu' }).where('id', '=', team.id).execute();
        emit('deleteConversation', { _id: team.id }, { rooms: [`user:${yann.id}`] });
        rightsChanged([yann.id]);
        afterCommit(followed);
        if (fails) throw new Error('changed my mind');
        return 'done';
      },
      team.id,
    );
  await expect(change(true)).rejects.toThrow('changed my mind');
  const named = sent.mock.calls.filter(([name]) => name === 'deleteConversation');
  expect([named, followed.mock.calls]).toEqual([[], []]);
  const title = database.kysely.selectFrom('workspaces').select('title').where('id', '=', team.id);
  expect((await title.executeTakeFirstOrThrow()).title).not.toBe('Perdu');
  expect(await change(false)).toBe('done');
  expect([followed.mock.calls.length, ran.mock.calls.length]).toEqual([1, 2]);
  expect(sent.mock.calls.filter(([name]) => name === 'deleteConversation')).toHaveLength(1);
  sent.mockRestore();
});

test('changes to one workspace wait for one another without a connection, and those to another do not wait', async () => {
  const { database } = palabre.services;
  const free = () => database.pool.totalCount - database.pool.idleCount;
  let end = () => {};
  const begun: string[] = [];
  const change = (name: string, id: string, waits = false) =>
    inTransaction(
      palabre.services,
      async () => {
        begun.push(name);
        if (waits) await new Promise<void>(resolve => (end = resolve));
      },
      id,
    );
  const before = free();
  const first = change('first', team.id, true);
  await vi.waitUntil(() => begun.includes('first'));
  const waiting = Array.from({ length: 5 }, (_, n) => change(`waits ${n}`, team.id));
  await change('other', newId());
  expect(begun).toEqual(['first', 'other']);
  // The first one alone holds a connection.
  await vi.waitFor(() => expect(free()).toBeLessThanOrEqual(before + 1));
  end();
  await Promise.all([first, ...waiting]);
  expect(begun.slice(2)).toEqual(Array.from({ length: 5 }, (_, n) => `waits ${n}`));
});

test('requests that change one workspace wait for one another without a connection: one of them alone waits in the database', async () => {
  const { locked } = palabre.services;
  const queued = vi.spyOn(locked, 'run');
  const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
  const body = { channels: [team.welcome._id] };
  const changes = Array.from({ length: 5 }, () => camille.ok(api.channels.order, { params: team.params, body }));
  await vi.waitUntil(() => queued.mock.calls.length === 5);
  expect(queued.mock.calls.map(([things]) => things)).toEqual(Array(5).fill([team.id]));
  queued.mockRestore();
  await vi.waitFor(async () => expect(await countLockWaits(palabre)).toBe(1));
  // Others are served meanwhile.
  await yann.ok(api.users.me);
  expect(await countLockWaits(palabre)).toBe(1);
  await held.query('ROLLBACK');
  await Promise.all(changes);
});
