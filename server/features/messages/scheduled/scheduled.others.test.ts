import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { inAnHour } from '../../../test/people/later.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests scheduled messages beside what else their authors, and other people, have said or lost. */

let now = new Date();
const palabre = await startPalabre({ now: () => now });
let camille: Person;
let karim: Person;
let team: Team;

beforeEach(async () => {
  now = new Date();
  [camille, karim] = (await Promise.all(['Camille', 'Karim'].map(firstName => palabre.register({ firstName })))) as [
    Person,
    Person,
  ];
  team = await gather(camille, karim);
});

const schedule = (person: Person, channelId = team.welcome._id) =>
  person.call(api.scheduled.create, {
    body: { channelId, content: `De ${person.user.firstName}`, ...inAnHour(), nonce: randomUUID() },
  });

/** Runs the job that sends what is due in two hours. */
async function twoHoursLater(): Promise<void> {
  now = new Date(Date.now() + 2 * 3_600_000);
  await palabre.jobs.now('scheduled.leave');
  await jobsDone(palabre, 'scheduled.leave');
}

it('A scheduled reply says in its author’s list where it goes, and under which nonce', async () => {
  const { _id: threadOf } = await post(camille, team.welcome, 'Qui vient ?');
  const nonce = randomUUID();
  const where = { threadOf, alsoInPlace: true, replyTo: threadOf };
  const body = { ...where, content: 'Moi', ...inAnHour(), nonce };
  const { scheduled } = await karim.ok(api.scheduled.create, { body });
  expect(scheduled).toMatchObject({ ...where, channelId: team.welcome._id, nonce });
  expect((await karim.ok(api.scheduled.list)).scheduled).toEqual([scheduled]);
});

it('A reminder of a message of a conversation leads to it there', async () => {
  const pair = await talk(camille, karim);
  const { _id: id } = await write(camille, pair, 'À revoir');
  const asked = { params: { id }, body: { ...inAnHour(), nonce: randomUUID() } };
  const { scheduled } = await karim.ok(api.scheduled.remind, asked);
  expect(scheduled).toMatchObject({ channelId: null, conversationId: pair._id, workspaceId: null });
  await twoHoursLater();
  const { notifications } = await karim.ok(api.notifications.list);
  const link = `/conversation/${pair._id}?message=${id}`;
  expect(notifications.filter(({ type }) => type === 'reminder')).toMatchObject([{ link, actor: { _id: camille.id } }]);
});

it('A scheduled message that fails is kept, whatever its author has said before', async () => {
  const channel = await team.channel('chantier');
  const said = { channelId: channel._id, content: 'Avant', nonce: randomUUID() };
  await karim.ok(api.messages.send, { body: said });
  expect((await schedule(karim, channel._id)).status).toBe(201);
  await camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'protected' } });
  await twoHoursLater();
  const { scheduled } = await karim.ok(api.scheduled.list);
  expect(scheduled).toMatchObject([{ content: 'De Karim', state: 'failed', failure: 'cannot_write' }]);
  await camille.ok(api.channels.remove, { params: { id: channel._id } });
  const when = inAnHour();
  const [{ _id: id, version }] = scheduled as [(typeof scheduled)[0]];
  const why = 'Votre message programmé n’est pas parti\u00a0:';
  const told = async () => (await karim.ok(api.notifications.list)).notifications.map(({ content }) => content);
  const kept = 'Son texte est gardé.';
  expect(await told()).toEqual([`${why} vous ne pouvez plus écrire dans ce salon. ${kept}`]);
  now = new Date();
  await karim.ok(api.scheduled.edit, { params: { id }, body: { version, when } });
  await twoHoursLater();
  expect(await told()).toEqual([`${why} le salon ou la conversation n’existe plus, ou vous n’y êtes plus. ${kept}`]);
});

it('A scheduled message leaves though another person’s does not, whose account is suspended', async () => {
  const administrator = await palabre.register();
  await palabre.makeAdministrator(administrator);
  for (const person of [camille, karim]) expect((await schedule(person)).status).toBe(201);
  await administrator.ok(api.administration.suspend, { params: { id: karim.id } });
  await twoHoursLater();
  const { messages } = await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } });
  expect(messages.map(({ content }) => content)).toEqual(['De Camille']);
});

it('A message scheduled, or a reminder set, while its author’s account is being deleted is refused as its sessions are', async () => {
  const { _id: id } = await post(camille, team.welcome, 'À revoir');
  const held = await holdLock(palabre, 'DELETE FROM users WHERE id = $1', [karim.id]);
  const asked = [
    schedule(karim),
    karim.call(api.scheduled.remind, { params: { id }, body: { ...inAnHour(), nonce: randomUUID() } }),
  ];
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
  await held.query('COMMIT');
  for (const { status, body } of await Promise.all(asked)) expect([status, body.code]).toEqual([401, 'unauthorized']);
});
