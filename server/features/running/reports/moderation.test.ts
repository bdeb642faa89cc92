import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { reply } from '../../../test/people/repliers.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let administrator: Person;
let second: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  [administrator, second] = [
    await palabre.register({ firstName: 'Agathe', lastName: 'Roy' }),
    await palabre.register({ firstName: 'Bruno', lastName: 'Petit' }),
  ];
  for (const person of [administrator, second]) await palabre.makeAdministrator(person);
});

/** Has somebody report somebody else; returns the reporter and the report's parameters. */
async function reported() {
  const [by, of] = [await palabre.register(), await palabre.register({ firstName: 'Bastien', lastName: 'Kermarrec' })];
  const { report } = await by.ok(api.reports.create, { body: { reportedUser: of.id, reason: 'spam' } });
  return { by, of, params: { id: report._id } };
}
const read = async (params: { id: string }) => (await administrator.ok(api.reports.one, { params })).report;
/** Returns the contents of a person's inbox. */
const inbox = async (person: Person) =>
  (await person.ok(api.notifications.list)).notifications.map(({ content }) => content.replaceAll('\u00a0', ' '));

describe('who takes care of a report', () => {
  it('is an administrator, told in their inbox, seen by the others at once, and may be nobody again', async () => {
    const { params } = await reported();
    const ears = await second.connect();
    await administrator.ok(api.reports.assign, { params, body: { userId: second.id } });
    const told = await ears.next('updateReport', ({ _id }) => _id === params.id);
    expect(told.assignee).toEqual({ _id: second.id, firstName: 'Bruno', lastName: 'Petit' });
    expect((await second.ok(api.notifications.list)).notifications[0]).toMatchObject({
      ...{ type: 'report', content: 'Un signalement de Bastien Kermarrec vous est confié.' },
      ...{ link: '/settings/admin', actor: { _id: administrator.id }, isRead: false },
    });
    await second.ok(api.reports.assign, { params, body: { userId: null } });
    expect((await read(params)).assignee).toBeNull();
    // Once the report is handled, nothing of it is left to read.
    await administrator.ok(api.reports.update, { params, body: { status: 'handled' } });
    const { notifications } = await second.ok(api.notifications.list);
    expect(notifications.filter(({ isRead }) => !isRead)).toEqual([]);
  });

  it('is told nothing of what they took themselves, nor twice of the same', async () => {
    const { params } = await reported();
    const before = await inbox(administrator);
    await administrator.ok(api.reports.assign, { params, body: { userId: administrator.id } });
    expect(await inbox(administrator)).toEqual(before);
    const ears = await second.connect();
    await administrator.ok(api.reports.assign, { params, body: { userId: administrator.id } });
    await ears.none('updateReport');
  });

  it('is found among the administrators whose account is open, by name or address', async () => {
    const found = async (search?: string) =>
      (await administrator.ok(api.reports.assignees, { query: { search } })).administrators.map(({ _id }) => _id);
    // The order is by name, whoever came last.
    const abel = await palabre.register({ firstName: 'Abel' });
    await palabre.makeAdministrator(abel);
    expect(await found()).toEqual([abel.id, administrator.id, second.id]);
    const change = (what: string) =>
      palabre.services.database.pool.query(`UPDATE users SET ${what} WHERE id = $1`, [abel.id]);
    await change('suspended_at = now()');
    expect(await found()).toEqual([administrator.id, second.id]);
    await change('suspended_at = NULL, admin = false');
    expect(await found()).toEqual([administrator.id, second.id]);
    expect(await found('PETIT bruno')).toEqual([second.id]);
    expect(await found(administrator.user.email)).toEqual([administrator.id]);
    expect(await found('personne')).toEqual([]);
    // A search returns twenty at most: a further word narrows it.
    await palabre.services.database.pool.query(
      `INSERT INTO users (id, first_name, last_name, email, admin)
       SELECT gen_random_uuid(), 'Zoé', n::text, n || '@zones.fr', true FROM generate_series(1, 21) AS n`,
    );
    expect((await found('zoé')).length).toBe(20);
    expect((await found('zoé 21@zones')).length).toBe(1);
    await palabre.services.database.pool.query(`DELETE FROM users WHERE email LIKE '%@zones.fr'`);
    const { by } = await reported();
    expect((await by.call(api.reports.assignees, { query: {} })).status).toBe(404);
  });

  it('is never somebody who is no administrator', async () => {
    const { by, params } = await reported();
    const refused = await administrator.call(api.reports.assign, { params, body: { userId: by.id } });
    expect([refused.status, refused.body.code]).toEqual([404, 'user_not_found']);
  });
});

describe('notes', () => {
  it('are read by all administrators in order, with their authors, on several lines', async () => {
    const { by, params } = await reported();
    const [ears, others] = [await second.connect(), await by.connect()];
    await administrator.ok(api.reports.note, { params, body: { content: ' Appelé.\nPas de réponse. ' } });
    await ears.next('updateReport', ({ notes }) => notes.length === 1);
    await second.ok(api.reports.note, { params, body: { content: 'Vu.' } });
    await others.none('updateReport');
    const { notes } = await read(params);
    expect(notes).toMatchObject([
      {
        author: { _id: administrator.id },
        content: 'Appelé.\nPas de réponse.',
        createdAt: expect.stringMatching(/Z$/),
      },
      { author: { _id: second.id }, content: 'Vu.' },
    ]);
  });

  it('are twenty at most, however many come at once, and none is empty', async () => {
    const { params } = await reported();
    const note = (content: string) => second.call(api.reports.note, { params, body: { content } });
    const answers = await Promise.all(Array.from({ length: limits.reportNotes + 3 }, (_, i) => note(`note ${i}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.reportNotes);
    expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('too_many_notes');
    expect((await note(' ')).status).toBe(400);
    expect((await read(params)).notes).toHaveLength(limits.reportNotes);
  });
});

it('A note waits for others that are being added, and is refused if these are as many as may be', async () => {
  const { params } = await reported();
  const add = `INSERT INTO report_notes (id, report_id, author_id, content)
    SELECT gen_random_uuid(), $1, $2, 'Vu.' FROM generate_series(1, $3)`;
  await palabre.services.database.pool.query(add, [params.id, second.id, limits.reportNotes - 1]);
  const held = await holdLock(palabre, 'SELECT FROM reports WHERE id = $1 FOR NO KEY UPDATE', [params.id]);
  await held.query(add, [params.id, second.id, 1]);
  let isAnswered = false;
  const noting = administrator.call(api.reports.note, { params, body: { content: 'De trop.' } }).finally(() => {
    isAnswered = true;
  });
  await vi.waitUntil(async () => isAnswered || (await countLockWaits(palabre)) === 1);
  await held.query('COMMIT');
  expect((await noting).body.code).toBe('too_many_notes');
  expect((await read(params)).notes).toHaveLength(limits.reportNotes);
});

describe('the answer to who reported', () => {
  it('comes into their inbox once, signed by nobody, and stands with the report', async () => {
    const { by, of, params } = await reported();
    const answer = (text: string) => second.call(api.reports.answer, { params, body: { text } });
    const answers = await Promise.all([answer('Merci, c’est réglé.'), answer('Merci, c’est réglé.')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_answered');
    expect(await inbox(by)).toEqual(['Réponse à votre signalement de Bastien Kermarrec : Merci, c’est réglé.']);
    expect((await by.ok(api.notifications.list)).notifications).toMatchObject([
      { type: 'report', actor: null, link: '/workspaces' },
    ]);
    expect(await inbox(of)).toEqual([]);
    expect((await read(params)).answer).toMatchObject({ text: 'Merci, c’est réglé.', by: { _id: second.id } });
    // What is done about the report afterwards does not read the answer for them.
    await second.ok(api.reports.update, { params, body: { status: 'handled' } });
    expect((await by.ok(api.notifications.list)).notifications).toMatchObject([{ isRead: false }]);
  });

  it('is refused once their account is deleted', async () => {
    const { by, params } = await reported();
    await administrator.ok(api.administration.ban, { body: { email: by.user.email } });
    const refused = await administrator.call(api.reports.answer, { params, body: { text: 'Merci.' } });
    expect(refused.body.code).toBe('user_not_found');
  });
});

it('A report of a reply names the channel of its thread, is for the owners of its workspace, and deletes the reply alone', async () => {
  const [owner, by, of] = [await palabre.register(), await palabre.register(), await palabre.register()];
  const team = await gather(owner, by, of);
  const root = await post(owner, team.welcome, 'Racine');
  const message = await reply(of, root, 'Tais-toi.');
  const { report } = await by.ok(api.reports.create, {
    body: { reportedUser: of.id, reason: 'spam', messageId: message._id, attachContext: true },
  });
  const params = { id: report._id };
  expect(await read(params)).toMatchObject({
    ...{ workspace: { _id: team.id }, forOwners: true, context: [] },
    message: { content: 'Tais-toi.', place: 'Chantier › général', time: message.time },
  });
  await administrator.ok(api.reports.removeMessage, { params });
  const { entries } = await administrator.ok(api.audit.list, { query: { action: 'message_deleted', limit: 1 } });
  expect(entries).toMatchObject([{ targetId: of.id, place: 'Chantier › général', placeId: team.welcome._id }]);
  const { messages } = await owner.ok(api.messages.page, { query: { channelId: team.welcome._id } });
  expect(messages.map(({ _id }) => _id)).toEqual([root._id]);
});

it('A report about somebody who has become an owner since is told to no owner, whatever becomes of it', async () => {
  const [owner, by, of] = [await palabre.register(), await palabre.register(), await palabre.register()];
  const team = await gather(owner, by, of);
  const message = await post(of, team.welcome, 'Tais-toi.');
  const { report } = await by.ok(api.reports.create, {
    body: { reportedUser: of.id, reason: 'spam', messageId: message._id },
  });
  const params = { id: report._id };
  const ears = await owner.connect();
  await administrator.ok(api.reports.note, { params, body: { content: 'Vu.' } });
  expect(await ears.next('updateWorkspaceReports')).toEqual({ workspaceId: team.id });
  await palabre.services.database.pool.query('UPDATE workspace_members SET owner = true WHERE user_id = $1', [of.id]);
  const theirs = await of.connect();
  await administrator.ok(api.reports.note, { params, body: { content: 'Revu.' } });
  await administrator.ok(api.reports.remove, { params });
  for (const heard of [ears, theirs]) await heard.settled();
  expect([ears.all('updateWorkspaceReports').length, theirs.all('updateWorkspaceReports').length]).toEqual([1, 0]);
});

it('A report that is there no more is answered as if it had never been, whatever an administrator does about it', async () => {
  const { params } = await reported();
  await administrator.ok(api.reports.remove, { params });
  const { one, update, assign, note, answer, removeMessage, remove } = api.reports;
  const refused = [
    await administrator.call(one, { params }),
    await administrator.call(update, { params, body: { status: 'handled' } }),
    await administrator.call(assign, { params, body: { userId: null } }),
    await administrator.call(note, { params, body: { content: 'Vu.' } }),
    await administrator.call(answer, { params, body: { text: 'Merci.' } }),
    await administrator.call(removeMessage, { params }),
    await administrator.call(remove, { params }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(7).fill([404, 'not_found']));
  // A report of no message has none to delete.
  const other = await reported();
  const { status, body } = await administrator.call(removeMessage, { params: other.params });
  expect([status, body.code]).toEqual([404, 'message_not_found']);
});

it('What is done about one report is done about no other', async () => {
  const [{ params }, other] = [await reported(), await reported()];
  const before = await read(other.params);
  await administrator.ok(api.reports.assign, { params, body: { userId: second.id } });
  await administrator.ok(api.reports.note, { params, body: { content: 'Vu.' } });
  await administrator.ok(api.reports.answer, { params, body: { text: 'Merci.' } });
  await administrator.ok(api.reports.update, { params, body: { status: 'handled' } });
  expect(await read(other.params)).toEqual(before);
  await administrator.ok(api.reports.remove, { params });
  expect(await read(other.params)).toEqual(before);
});

it('Who reported, and who was reported, read and write nothing of this', async () => {
  const { by, of, params } = await reported();
  for (const person of [by, of]) {
    const statuses = [
      await person.call(api.reports.assign, { params, body: { userId: null } }),
      await person.call(api.reports.note, { params, body: { content: 'Moi.' } }),
      await person.call(api.reports.answer, { params, body: { text: 'Moi.' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
  }
});
