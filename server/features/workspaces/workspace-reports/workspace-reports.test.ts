import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let administrator: Person;
let owner: Person;
let karim: Person;
let lea: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
  owner = await palabre.register({ firstName: 'Camille', lastName: 'Moreau' });
});
// The same person is reported once a day.
beforeEach(async () => {
  [karim, lea] = [
    await palabre.register({ firstName: 'Karim', lastName: 'Benali' }),
    await palabre.register({ firstName: 'Léa', lastName: 'Petit' }),
  ];
  team = await gather(owner, karim, lea);
});

/** Has a member report a message that another wrote in the welcome channel. */
async function reported(more: object = {}, of = karim, by = lea) {
  const message = await post(of, team.welcome, 'Tais-toi.');
  const { report } = await by.ok(api.reports.create, {
    body: { reportedUser: of.id, reason: 'harcèlement', messageId: message._id, ...more },
  });
  return { message, reportId: report._id, params: { id: team.id, reportId: report._id } };
}
const listOf = async (by: Person, query: object = {}) =>
  (await by.ok(api.workspaceReports.list, { params: team.params, query })).reports;
const asAdministrator = async (reportId: string) =>
  (await administrator.ok(api.reports.one, { params: { id: reportId } })).report;
const told = async (person: Person) =>
  (await person.ok(api.notifications.list)).notifications
    .filter(({ type }) => type === 'report')
    .map(({ content, link, isRead }) => [content.replaceAll('\u00a0', ' '), link, isRead]);

describe('reports of messages of a workspace', () => {
  it('reach its owners, live and in their inbox, without who reported', async () => {
    const ears = await owner.connect();
    const { reportId } = await reported({ description: 'Encore.' });
    expect(await ears.next('updateWorkspaceReports')).toEqual({ workspaceId: team.id });
    const [report] = await listOf(owner);
    expect(report).toMatchObject({
      ...{ _id: reportId, reason: 'harcèlement', description: 'Encore.', status: 'new', isMember: true },
      reportedUser: { _id: karim.id, firstName: 'Karim' },
      message: { content: 'Tais-toi.', place: 'Chantier › général', deleted: false },
    });
    expect(JSON.stringify(report)).not.toContain(lea.id);
    expect(JSON.stringify(report)).not.toContain('Petit');
    expect(await told(owner)).toContainEqual([
      'Un message de Karim Benali est signalé dans Chantier : harcèlement.',
      `/settings/workspace/${team.id}/reports`,
      false,
    ]);
    const { notifications } = await owner.ok(api.notifications.list);
    const actors = notifications.flatMap(({ type, actor }) => (type === 'report' ? [actor] : []));
    expect(new Set(actors)).toEqual(new Set([null]));
  });

  it('are in the inbox of an owner who is administrator as in that of any administrator', async () => {
    const boss = await palabre.register();
    await palabre.makeAdministrator(boss);
    const theirs = await gather(boss, lea, karim);
    const message = await post(karim, theirs.welcome, 'Tais-toi.');
    await lea.ok(api.reports.create, { body: { reportedUser: karim.id, reason: 'spam', messageId: message._id } });
    expect(await told(boss)).toEqual([['Signalement de Karim Benali : spam.', '/settings/admin', false]]);
  });

  it('are for owners alone: not for members, holders of a creator role, administrators, or owners elsewhere', async () => {
    const { params } = await reported();
    const manager = await palabre.register();
    await manager.ok(api.workspaces.join, { params: team.params });
    await team.role({ creator: true, users: [manager.id] });
    const elsewhere = await gather(lea);
    // An open workspace is known to everyone: other people's refusals tell only that they may not.
    for (const person of [lea, karim, manager, administrator]) {
      for (const refused of [
        await person.call(api.workspaceReports.list, { params: team.params }),
        await person.call(api.workspaceReports.passOn, { params }),
        await person.call(api.workspaceReports.update, { params, body: { status: 'handled' } }),
        await person.call(api.workspaceReports.note, { params, body: { content: 'x' } }),
      ]) {
        expect(refused.status).toBe(403);
      }
    }
    const there = { id: elsewhere.id, reportId: params.reportId };
    expect((await lea.call(api.workspaceReports.passOn, { params: there })).status).toBe(404);
  });

  it('about an owner are for administrators alone, also those made before they were one', async () => {
    const about = await reported({}, owner);
    expect(await listOf(owner)).toEqual([]);
    expect((await owner.call(api.workspaceReports.passOn, { params: about.params })).status).toBe(404);
    const before = await reported();
    expect(await listOf(owner)).toHaveLength(1);
    await owner.ok(api.members.passOn, { params: team.params, body: { userId: karim.id } });
    expect(await listOf(karim)).toEqual([]);
    expect(
      (await karim.call(api.workspaceReports.update, { params: before.params, body: { status: 'handled' } })).status,
    ).toBe(404);
    expect((await asAdministrator(before.reportId)).status).toBe('new');
  });

  it('are kept from owners when who reported wished it, and when no message is reported', async () => {
    const before = (await told(owner)).length;
    await reported({ onlyAdministrators: true });
    await karim.ok(api.reports.create, { body: { reportedUser: lea.id, reason: 'spam', workspaceId: team.id } });
    expect(await listOf(owner)).toEqual([]);
    expect(await told(owner)).toHaveLength(before);
  });

  it('are listed in pages, newest first, those to handle or the others', async () => {
    const people = await Promise.all([1, 2, 3].map(() => palabre.register()));
    const ids: string[] = [];
    for (const person of people) {
      await person.ok(api.workspaces.join, { params: team.params });
      ids.unshift((await reported({}, person)).reportId);
    }
    const first = await owner.ok(api.workspaceReports.list, { params: team.params, query: { limit: 2 } });
    expect(first.reports.map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
    const rest = await listOf(owner, { cursor: first.nextCursor });
    expect(rest.map(({ _id }) => _id)).toEqual(ids.slice(2));
    const at = (n: number) => ({ id: team.id, reportId: ids[n] ?? '' });
    await owner.ok(api.workspaceReports.update, { params: at(0), body: { status: 'handled' } });
    await owner.ok(api.workspaceReports.passOn, { params: at(1) });
    expect((await listOf(owner, { status: 'new' })).map(({ _id }) => _id)).toEqual(ids.slice(2));
    expect((await listOf(owner, { status: 'handled' })).map(({ _id }) => _id)).toEqual(ids.slice(0, 2));
  });
});

describe('an owner', () => {
  it('who reports a message is not told of it in their inbox', async () => {
    const before = await told(owner);
    await reported({}, karim, owner);
    expect(await told(owner)).toEqual(before);
  });

  it('handles a report, which administrators see, and reopens it', async () => {
    const { params, reportId } = await reported();
    const ears = await administrator.connect();
    const { report } = await owner.ok(api.workspaceReports.update, { params, body: { status: 'handled' } });
    expect(report).toMatchObject({ status: 'handled', handledByOwner: true, handledBy: { _id: owner.id } });
    expect(await ears.next('updateReport')).toMatchObject({ _id: reportId, handledByOwner: true });
    expect((await told(owner))[0]?.[2]).toBe(true);
    const refused = await administrator.call(api.reports.update, {
      params: { id: reportId },
      body: { status: 'handled' },
    });
    expect(refused.body.code).toBe('already_handled');
    await owner.ok(api.workspaceReports.update, { params, body: { status: 'new' } });
    expect((await asAdministrator(reportId)).status).toBe('new');
    const { entries } = await administrator.ok(api.audit.list, { query: { target: 'Karim Benali', limit: 2 } });
    expect(entries).toMatchObject([
      { action: 'report_reopened', actorId: owner.id, place: 'Chantier' },
      { action: 'report_handled', actorId: owner.id, place: 'Chantier' },
    ]);
  });

  it('does not reopen what administrators handled, nor handle what was left to them', async () => {
    const { params, reportId } = await reported();
    await administrator.ok(api.reports.update, { params: { id: reportId }, body: { status: 'handled' } });
    const reopened = await owner.call(api.workspaceReports.update, { params, body: { status: 'new' } });
    expect(reopened.body.code).toBe('already_handled');
    expect((await listOf(owner))[0]).toMatchObject({ status: 'handled', handledBy: null, handledByOwner: false });
    expect((await owner.call(api.workspaceReports.passOn, { params })).body.code).toBe('already_handled');
    // Administrators' changes show at once on the owners' pages.
    const ears = await owner.connect();
    const acts = [
      () => administrator.ok(api.reports.update, { params: { id: reportId }, body: { status: 'new' } }),
      () => administrator.ok(api.reports.note, { params: { id: reportId }, body: { content: 'Vu.' } }),
    ];
    for (const act of acts) {
      await act();
      expect(await ears.next('updateWorkspaceReports')).toEqual({ workspaceId: team.id });
    }
    await owner.ok(api.workspaceReports.passOn, { params });
    for (const again of [
      await owner.call(api.workspaceReports.update, { params, body: { status: 'handled' } }),
      await owner.call(api.workspaceReports.passOn, { params }),
    ])
      expect(again.body.code).toBe('already_handled');
    await ears.settled();
    const before = ears.all('updateWorkspaceReports').length;
    await administrator.ok(api.reports.remove, { params: { id: reportId } });
    await ears.settled();
    expect(ears.all('updateWorkspaceReports')).toHaveLength(before + 1);
    expect(await listOf(owner)).toEqual([]);
  });

  it('who runs Palabre too is not told of what they leave to administrators', async () => {
    const both = await palabre.register();
    await palabre.makeAdministrator(both);
    team = await gather(both, karim, lea);
    const { params } = await reported();
    await both.ok(api.workspaceReports.passOn, { params });
    expect(await told(both)).toEqual([['Signalement de Karim Benali : harcèlement.', '/settings/admin', true]]);
  });

  it('leaves a report to administrators, who are told', async () => {
    const { params, reportId } = await reported();
    const { report } = await owner.ok(api.workspaceReports.passOn, { params });
    expect(report.passedOnAt).not.toBeNull();
    // Nothing is left for owners to do.
    expect((await told(owner))[0]).toEqual([expect.stringContaining('Karim Benali'), expect.any(String), true]);
    expect(await asAdministrator(reportId)).toMatchObject({ passedOn: { by: { _id: owner.id } }, status: 'new' });
    expect((await told(administrator))[0]).toEqual([
      'Les propriétaires de Chantier vous transmettent un signalement de Karim Benali.',
      '/settings/admin',
      false,
    ]);
  });

  it('writes notes, read by owners and administrators; those of administrators stay among them', async () => {
    const { params, reportId } = await reported();
    await administrator.ok(api.reports.note, { params: { id: reportId }, body: { content: 'Déjà vu.' } });
    const { report } = await owner.ok(api.workspaceReports.note, { params, body: { content: 'Je lui ai parlé.' } });
    expect(report.notes.map(({ content }) => content)).toEqual(['Je lui ai parlé.']);
    expect((await asAdministrator(reportId)).notes).toMatchObject([
      { content: 'Déjà vu.', byOwner: false },
      { content: 'Je lui ai parlé.', byOwner: true, author: { _id: owner.id } },
    ]);
    for (let n = 2; n < limits.reportNotes; n += 1)
      await owner.ok(api.workspaceReports.note, { params, body: { content: 'Encore.' } });
    const refused = await owner.call(api.workspaceReports.note, { params, body: { content: 'De trop.' } });
    expect(refused.body.code).toBe('too_many_notes');
  });

  it('sees that a message is deleted and its author excluded', async () => {
    const { message } = await reported();
    await owner.ok(api.messages.remove, { params: { id: message._id } });
    await owner.ok(api.members.ban, { params: team.params, body: { userId: karim.id } });
    expect((await listOf(owner))[0]).toMatchObject({ isMember: false, message: { deleted: true } });
  });
});

describe('what is around a reported message', () => {
  it('is not read at all otherwise, nor opens the place to administrators', async () => {
    const group = await talk(karim, lea, owner);
    await write(lea, group, 'Entre nous.');
    const message = await write(karim, group, 'Tais-toi.');
    const { report } = await lea.ok(api.reports.create, {
      body: { reportedUser: karim.id, reason: 'spam', messageId: message._id },
    });
    const seen = await asAdministrator(report._id);
    expect(seen.context).toBeNull();
    expect(JSON.stringify(seen)).not.toContain('Entre nous.');
    const params = { id: group._id };
    expect((await administrator.call(api.conversations.one, { params })).status).toBe(404);
  });

  it('no longer tells what somebody wrote whose account is deleted', async () => {
    const leaver = await palabre.register();
    await leaver.ok(api.workspaces.join, { params: team.params });
    await post(leaver, team.welcome, 'Je m’en vais.');
    const { reportId } = await reported({ attachContext: true });
    const near = async () => (await asAdministrator(reportId)).context?.at(-1);
    expect(await near()).toMatchObject({ author: { _id: leaver.id }, content: 'Je m’en vais.' });
    expect((await listOf(owner))[0]?.context?.at(-1)).toEqual(await near());
    await leaver.ok(api.accounts.remove, { params: { id: leaver.id }, body: { password: leaver.password } });
    expect(await near()).toMatchObject({ author: null, content: '' });
  });
});
