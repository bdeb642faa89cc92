import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { reportReasons } from '@palabre/common/contract/running/reports.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdPlace } from '../../../test/locks.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { createWorld, post, type World } from '../../../test/people/world.ts';

let palabre: Palabre;
let world: World;
let administrator: Person;
let second: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  world = await createWorld(palabre);
  [administrator, second] = (await Promise.all([palabre.register(), palabre.register()])) as [Person, Person];
  for (const person of [administrator, second]) await palabre.makeAdministrator(person);
});

const spam = (of: Person, more: object = {}) => ({ body: { reportedUser: of.id, reason: 'spam', ...more } });
/** Registers a person whom nobody has reported. */
const someone = () => palabre.register({ firstName: 'Bastien', lastName: 'Kermarrec' });
const listed = async () => (await administrator.ok(api.reports.list)).reports;
/** Has somebody report a message of somebody else in the workspace of Camille. */
async function reportedInAtelier(lastName: string, by?: Person) {
  const [author, of] = [by ?? (await someone()), await palabre.register({ firstName: 'Gaston', lastName })];
  for (const person of [author, of]) await person.ok(api.workspaces.join, { params: { id: world.atelier._id } });
  const message = await post(of, world.general, 'Tais-toi.');
  const { report: made } = await author.ok(api.reports.create, spam(of, { messageId: message._id }));
  const { report } = await administrator.ok(api.reports.one, { params: { id: made._id } });
  return { by: author, of, report };
}

describe('reporting someone', () => {
  it('reaches administrators at once, signed by its real author whatever the client says', async () => {
    const { camille, karim, yann } = world;
    const [ears, others] = [await administrator.connect(), await karim.connect()];
    const spending = vi.spyOn(palabre.services.limits, 'spend');
    const { status, body } = await camille.raw('POST', '/api/report', {
      body: {
        reportedBy: yann.id,
        reportedUser: karim.id,
        reason: 'harcèlement',
        description: ' Trois messages\ndepuis lundi. ',
        status: 'handled',
      },
    });
    expect(status).toBe(201);
    expect(spending.mock.calls).toContainEqual(['report', camille.id]);
    spending.mockRestore();
    expect(body.report).toMatchObject({ reportedBy: camille.id, reportedUser: karim.id, reason: 'harcèlement' });
    expect(JSON.stringify(body)).not.toContain('@');
    const told = await ears.next('newReport', ({ reportedUser }) => reportedUser._id === karim.id);
    expect(told).toMatchObject({
      description: 'Trois messages\ndepuis lundi.',
      status: 'new',
      reportedBy: { _id: camille.id, email: camille.user.email },
      reportedUser: { _id: karim.id, email: karim.user.email },
      message: null,
    });
    expect((await administrator.ok(api.reports.one, { params: { id: told._id } })).report).toEqual(told);
    await others.none('newReport');
  });

  it('accepts each reason that the dialog offers, with either apostrophe, and no other', async () => {
    for (const reason of [...reportReasons, 'usurpation d’identité', ' Spam']) {
      expect((await world.camille.call(api.reports.create, spam(await someone(), { reason }))).status, reason).toBe(
        201,
      );
    }
    for (const reason of ['', 'ennuyeux', 3, null, undefined]) {
      const refused = await world.camille.raw('POST', '/api/report', {
        body: { reportedUser: world.karim.id, reason },
      });
      expect(refused.status, String(reason)).toBe(400);
    }
  });

  it('works once a day for the same two people, however often at once', async () => {
    const [reported, by] = [await someone(), await someone()];
    const replies = await Promise.all(Array.from({ length: 5 }, () => by.call(api.reports.create, spam(reported))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe('already_reported');
    expect((await world.camille.call(api.reports.create, spam(reported))).status).toBe(201);
    const { reports } = await administrator.ok(api.reports.ofUser, { params: { id: reported.id } });
    expect(reports.map(report => report.reportedBy?._id)).toEqual([world.camille.id, by.id]);
    // A person's reports come by page too.
    const page = (cursor?: string) =>
      administrator.ok(api.reports.ofUser, { params: { id: reported.id }, query: { limit: 1, cursor } });
    const first = await page();
    expect(first.reports).toEqual(reports.slice(0, 1));
    expect(await page(first.nextCursor ?? '')).toEqual({ reports: reports.slice(1), nextCursor: null });
  });

  it('is refused of oneself and of an unknown person', async () => {
    const { camille, atelier } = world;
    expect((await camille.call(api.reports.create, spam(camille))).body.code).toBe('forbidden');
    const nobody = { body: { reportedUser: atelier._id, reason: 'spam' } };
    expect((await camille.call(api.reports.create, nobody)).body.code).toBe('user_not_found');
  });

  it('keeps the message as it was, edited or deleted since', async () => {
    const { camille, karim, general } = world;
    const message = await post(karim, general, 'Tu n’as rien à faire ici.');
    const reporter = await someone();
    await reporter.ok(api.workspaces.join, { params: { id: world.atelier._id } });
    await reporter.ok(api.reports.create, spam(karim, { messageId: message._id }));
    await karim.ok(api.messages.edit, { params: { id: message._id }, body: { content: 'Bonjour !' } });
    const mine = async () => (await listed()).find(({ reportedBy }) => reportedBy?._id === reporter.id);
    expect(await mine()).toMatchObject({
      workspace: { _id: world.atelier._id, title: 'Atelier Tilleul' },
      message: { content: 'Tu n’as rien à faire ici.', place: 'Atelier Tilleul › général', deleted: false },
    });
    await camille.ok(api.messages.remove, { params: { id: message._id } });
    expect((await mine())?.message).toMatchObject({ content: 'Tu n’as rien à faire ici.', deleted: true });
  });

  it('names the files of the message', async () => {
    const { karim, general } = world;
    const reporter = await someone();
    await reporter.ok(api.workspaces.join, { params: { id: world.atelier._id } });
    const files = ['plan.txt', 'coupe.txt'].map(name => ({ bytes: Buffer.from(name), name }));
    const body = { channelId: general._id, content: '' };
    const { message } = await karim.ok(api.messages.send, { body, files });
    await reporter.ok(api.reports.create, spam(karim, { messageId: message._id }));
    const mine = (await listed()).find(({ reportedBy }) => reportedBy?._id === reporter.id);
    expect(mine?.message).toMatchObject({ content: '', files: ['plan.txt', 'coupe.txt'] });
  });

  it('refuses an unreadable message, a message of somebody else, and a workspace without the reporter', async () => {
    const { helene, karim, camille, messages, atelier } = world;
    for (const refused of [
      await karim.call(api.reports.create, spam(camille, { messageId: messages.direction._id })),
      await helene.call(api.reports.create, spam(camille, { messageId: messages.general._id })),
      await karim.call(api.reports.create, spam(helene, { messageId: messages.general._id })),
    ]) {
      expect(refused.status).toBe(404);
    }
    expect((await helene.call(api.reports.create, spam(camille, { workspaceId: atelier._id }))).body.code).toBe(
      'members_only',
    );
    expect((await listed()).filter(({ reportedUser }) => reportedUser._id === camille.id)).toEqual([]);
  });
});

describe('a report', () => {
  it('answers 404 to people who are no administrators', async () => {
    const id = (await listed())[0]?._id ?? '';
    for (const [method, path] of [
      ['GET', '/api/report'],
      ['GET', `/api/report/${id}`],
      ['GET', `/api/report/user/${world.karim.id}`],
      ['PUT', `/api/report/${id}`],
      ['DELETE', `/api/report/${id}/message`],
      ['DELETE', `/api/report/${id}`],
    ] as const) {
      const body = method === 'PUT' ? { status: 'handled' } : {};
      const refused = await world.camille.raw(method, path, method === 'GET' ? {} : { body });
      expect([refused.status, refused.body.code], `${method} ${path}`).toEqual([404, 'not_found']);
    }
  });

  it('is listed in pages, newest first, with all reports or only those to handle', async () => {
    const all = await listed();
    expect(all.length).toBeGreaterThan(3);
    const first = await administrator.ok(api.reports.list, { query: { limit: 2 } });
    expect(first.reports).toEqual(all.slice(0, 2));
    const rest = await administrator.ok(api.reports.list, { query: { cursor: first.nextCursor ?? '' } });
    expect(rest).toEqual({ reports: all.slice(2), nextCursor: null });
    // Each page has those of one kind alone, where one is asked for.
    const [, second] = all;
    await administrator.ok(api.reports.update, { params: { id: second?._id ?? '' }, body: { status: 'handled' } });
    for (const status of ['new', 'handled'] as const) {
      const paged: string[] = [];
      for (let cursor: string | undefined | null; cursor !== null; ) {
        const page = await administrator.ok(api.reports.list, { query: { status, limit: 1, cursor } });
        paged.push(...page.reports.map(({ _id }) => _id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual((await listed()).filter(one => one.status === status).map(({ _id }) => _id));
    }
  });

  it('is handled by the first administrator who says so, and the others see it at once', async () => {
    const reported = await someone();
    await world.camille.ok(api.reports.create, spam(reported));
    const [report] = (await administrator.ok(api.reports.ofUser, { params: { id: reported.id } })).reports;
    const params = { id: report?._id ?? '' };
    const ears = await second.connect();
    const handle = (person: Person) => person.call(api.reports.update, { params, body: { status: 'handled' } });
    const replies = await Promise.all([handle(administrator), handle(second)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, loser] = replies[0]?.status === 200 ? [administrator, second] : [second, administrator];
    expect((await handle(loser)).body.code).toBe('already_handled');
    expect((await handle(winner)).body.report).toMatchObject({
      ...{ status: 'handled', handledBy: { _id: winner.id }, handledAt: expect.stringMatching(/Z$/) },
    });
    expect(await ears.next('updateReport')).toMatchObject({ _id: params.id, handledBy: { _id: winner.id } });
    const open = await administrator.ok(api.reports.list, { query: { status: 'new', limit: 100 } });
    expect(open.reports.map(({ _id }) => _id)).not.toContain(params.id);

    const reopened = await loser.ok(api.reports.update, { params, body: { status: 'new' } });
    expect(reopened.report).toMatchObject({ status: 'new', handledBy: null, handledAt: null });
    expect((await handle(loser)).body.report).toMatchObject({ handledBy: { _id: loser.id } });
    const { entries } = await administrator.ok(api.audit.list, { query: { limit: 3 } });
    expect(entries).toMatchObject([
      { action: 'report_handled', actorId: loser.id, targetId: reported.id },
      { action: 'report_reopened', actorId: loser.id },
      { action: 'report_handled', actorId: winner.id },
    ]);
  });

  it('lets an administrator delete the message wherever it is, and do nothing else there', async () => {
    const { camille, karim, souleymane } = world;
    const group = await talk(camille, karim, souleymane);
    const message = await write(souleymane, group, 'Retire-toi.');
    const [ears, others] = [await karim.connect(), await second.connect()];
    const { report } = await camille.ok(api.reports.create, spam(souleymane, { messageId: message._id }));
    const params = { id: report._id };
    expect((await administrator.call(api.messages.remove, { params: { id: message._id } })).status).toBe(404);
    const after = await administrator.ok(api.reports.removeMessage, { params });
    expect(after.report.message).toMatchObject({ content: 'Retire-toi.', deleted: true });
    expect(await ears.next('deleteMessage')).toMatchObject({ _id: message._id, conversationId: group._id });
    expect(await others.next('updateReport', ({ _id }) => _id === params.id)).toEqual(after.report);
    expect((await administrator.call(api.reports.removeMessage, { params })).body.code).toBe('message_not_found');
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'message_deleted' } });
    expect(entries[0]).toMatchObject({ actorId: administrator.id, targetId: souleymane.id, place: '' });
  });

  it('that is deleted while its message is being deleted leaves the message', async () => {
    const { report } = await reportedInAtelier('Kerloc’h');
    const params = { id: report._id };
    const held = await holdPlace(palabre, world.general._id);
    const removing = administrator.call(api.reports.removeMessage, { params });
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await second.ok(api.reports.remove, { params });
    await held.query('COMMIT');
    const { status, body } = await removing;
    expect([status, body.code]).toEqual([404, 'not_found']);
    const { messages } = await world.camille.ok(api.messages.page, { query: { channelId: world.general._id } });
    expect(messages.map(({ _id }) => _id)).toContain(report.message?._id);
  });

  it('is in the inbox of administrators but its author, and of owners of its workspace, until it is handled or deleted', async () => {
    const { camille } = world;
    const { by, of, report } = await reportedInAtelier('Brisset', second);
    const inboxes = async () =>
      Promise.all(
        [administrator, second, camille].map(async person =>
          (await person.ok(api.notifications.list)).notifications.flatMap(({ content, isRead }) =>
            content.includes('Brisset') ? [`${isRead ? 'read' : 'unread'}: ${content.replaceAll('\u00a0', ' ')}`] : [],
          ),
        ),
      );
    const said = (state: string) => [
      [`${state}: Signalement de Gaston Brisset : spam.`],
      [],
      [`${state}: Un message de Gaston Brisset est signalé dans Atelier Tilleul : spam.`],
    ];
    expect(await inboxes()).toEqual(said('unread'));
    const params = { id: report._id };
    for (const status of ['handled', 'new'] as const) {
      await administrator.ok(api.reports.update, { params, body: { status } });
      expect(await inboxes()).toEqual(said(status === 'new' ? 'unread' : 'read'));
    }
    await administrator.ok(api.reports.remove, { params });
    expect(await inboxes()).toEqual(said('read'));
    // Of an owner, or as its author wishes, it is for administrators alone.
    const message = await post(camille, world.general, 'Tais-toi.');
    await of.ok(api.reports.create, spam(camille, { messageId: message._id }));
    const other = await post(by, world.general, 'Tais-toi.');
    await of.ok(api.reports.create, spam(by, { messageId: other._id, onlyAdministrators: true }));
    const mine = (await listed()).filter(({ reportedBy }) => reportedBy?._id === of.id);
    expect(mine.map(({ forOwners }) => forOwners)).toEqual([false, false]);
  });

  it('is read in every inbox once the account that it is about is deleted', async () => {
    const { of } = await reportedInAtelier('Lanvin');
    await reportedInAtelier('Morvan');
    const states = async (name: string) =>
      (await administrator.ok(api.notifications.list)).notifications.flatMap(({ content, isRead }) =>
        content.includes(name) ? [isRead] : [],
      );
    expect(await states('Lanvin')).toEqual([false]);
    await of.ok(api.accounts.remove, { params: { id: of.id } });
    // A report about somebody else is still to handle.
    expect([await states('Lanvin'), await states('Morvan')]).toEqual([[true], [false]]);
  });

  it('is no longer its owners’ once they left it to administrators, or these have handled it', async () => {
    const { camille, atelier } = world;
    const [left, handled] = [await reportedInAtelier('Un'), await reportedInAtelier('Deux')].map(({ report }) => ({
      id: atelier._id,
      reportId: report._id,
    })) as [{ id: string; reportId: string }, { id: string; reportId: string }];
    const note = await camille.ok(api.workspaceReports.note, { params: left, body: { content: 'Je lui ai parlé.' } });
    expect(note.report.notes).toMatchObject([{ content: 'Je lui ai parlé.' }]);
    await camille.ok(api.workspaceReports.passOn, { params: left });
    await administrator.ok(api.reports.update, { params: { id: handled.reportId }, body: { status: 'handled' } });
    const change = (params: typeof left, status: 'new' | 'handled') =>
      camille.call(api.workspaceReports.update, { params, body: { status } });
    const refused = [
      await camille.call(api.workspaceReports.passOn, { params: left }),
      await change(left, 'handled'),
      await camille.call(api.workspaceReports.passOn, { params: handled }),
      await change(handled, 'new'),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('already_handled'));
    const { report } = await administrator.ok(api.reports.one, { params: { id: handled.reportId } });
    expect(report.passedOn).toBeNull();
  });

  it('names five workspaces in common at most, by title, none of one of the two alone, and the one it was made in', async () => {
    const [reporter, reported] = [await someone(), await someone()];
    const titles = ['Cinq', 'Deux', 'Quatre', 'Six', 'Trois', 'Un'];
    for (const one of [reporter, reported]) {
      const { params } = await gather(one);
      await one.ok(api.workspaces.update, { params, body: { title: 'Apart' } });
    }
    let workspaceId = '';
    for (const title of titles.toReversed()) {
      const { id } = await gather(reporter, reported);
      await reporter.ok(api.workspaces.update, { params: { id }, body: { title } });
      if (title === 'Un') workspaceId = id;
    }
    await reporter.ok(api.reports.create, spam(reported, { workspaceId }));
    const { reports } = await administrator.ok(api.reports.ofUser, { params: { id: reported.id } });
    expect(reports[0]?.common.map(({ title }) => title)).toEqual(titles.slice(0, limits.reportCommon));
    expect(reports[0]?.workspace).toEqual({ _id: workspaceId, title: 'Un' });
  });

  it('has what was said around its message, if its author wishes: five before and after, shortened, none that was deleted', async () => {
    const { camille, karim, souleymane, atelier } = world;
    const body = { title: 'autour', workspaceId: atelier._id };
    const { channel } = await camille.ok(api.channels.create, { body });
    for (let n = 0; n < 5; n += 1) await post(camille, channel, `avant ${n}`);
    const gone = await someone();
    await gone.ok(api.workspaces.join, { params: { id: atelier._id } });
    await post(gone, channel, 'avant 5');
    const { _id: id } = await post(camille, channel, 'effacé');
    await camille.ok(api.messages.remove, { params: { id } });
    const message = await post(souleymane, channel, 'Tais-toi.');
    await post(camille, channel, 'x'.repeat(limits.nearMessage + 1));
    const files = ['plan.txt', 'coupe.txt'].map(name => ({ bytes: Buffer.from(name), name }));
    const sent = { channelId: channel._id, content: 'après 0' };
    const { message: first } = await camille.ok(api.messages.send, { body: sent, files });
    for (let n = 1; n < 5; n += 1) await post(camille, channel, `après ${n}`);
    const { report } = await karim.ok(
      api.reports.create,
      spam(souleymane, { messageId: message._id, attachContext: true }),
    );
    const read = async () => (await administrator.ok(api.reports.one, { params: { id: report._id } })).report.context;
    const context = await read();
    expect(context?.map(({ content }) => content)).toEqual([
      ...['avant 1', 'avant 2', 'avant 3', 'avant 4', 'avant 5', 'x'.repeat(limits.nearMessage)],
      ...['après 0', 'après 1', 'après 2', 'après 3'],
    ]);
    expect(context?.[6]).toMatchObject({ _id: first._id, files: 2, time: first.time });
    expect(context?.[7]).toMatchObject({ files: 0 });
    // Content by a person whose account is deleted is no longer shown.
    await gone.ok(api.accounts.remove, { params: { id: gone.id }, body: {} });
    expect((await read())?.[4]).toMatchObject({ author: null, content: '' });
    expect((await read())?.[3]).toMatchObject({ author: { _id: camille.id }, content: 'avant 4' });
  });

  it('has a history: what became of others about the same person, what they reported, and how often they were suspended', async () => {
    const { camille, karim, souleymane } = world;
    const { of, report } = await reportedInAtelier('Dubois');
    await camille.ok(api.messages.remove, { params: { id: report.message?._id ?? '' } });
    await administrator.ok(api.reports.update, { params: { id: report._id }, body: { status: 'handled' } });
    const stays = await post(of, world.general, 'Encore.');
    await karim.ok(api.reports.create, spam(of, { messageId: stays._id }));
    await of.ok(api.reports.create, spam(karim));
    // A report of no message tells of no deleted one.
    await souleymane.ok(api.reports.create, spam(of));
    await administrator.ok(api.administration.suspend, { params: { id: of.id } });
    const historyOf = (id: string, by = administrator) => by.call(api.reports.historyOf, { params: { id } });
    expect((await historyOf(of.id)).body.history).toEqual({
      ...{ open: 2, handled: 1, deletedMessages: 1, made: 1, suspensions: 1, since: expect.any(String) },
    });
    expect((await historyOf(of.id, camille)).status).toBe(404);
    expect((await historyOf(report._id)).body.code).toBe('user_not_found');
    const { reports } = await administrator.ok(api.reports.ofUser, { params: { id: of.id } });
    expect(reports.map(({ common }) => common.map(({ title }) => title))).toEqual(Array(3).fill(['Atelier Tilleul']));
  });

  it.each(['new', 'handled'] as const)('that is %s is deleted, and administrators are told', async status => {
    const [reported, ears] = [await someone(), await second.connect()];
    const { report } = await world.camille.ok(api.reports.create, spam(reported));
    const params = { id: report._id };
    if (status === 'handled') await administrator.ok(api.reports.update, { params, body: { status } });
    await administrator.ok(api.reports.remove, { params });
    expect(await ears.next('deleteReport')).toEqual({ _id: report._id, reportedUser: reported.id });
    expect((await administrator.call(api.reports.one, { params })).status).toBe(404);
    const { entries } = await administrator.ok(api.audit.list, { query: { action: 'report_deleted', limit: 1 } });
    expect(entries).toMatchObject([{ actorId: administrator.id, targetId: reported.id }]);
  });

  it('is counted among those to handle up to a hundred: there, more of them are a hundred too', async () => {
    const { id } = await someone();
    await palabre.services.database.pool.query(
      `INSERT INTO reports (id, reported_by, reported_user, reason, description)
       SELECT gen_random_uuid(), NULL, $1, 'spam', '' FROM generate_series(1, 101)`,
      [id],
    );
    expect((await administrator.ok(api.reports.waiting)).count).toBe(100);
    await palabre.services.database.pool.query('DELETE FROM reports WHERE reported_user = $1', [id]);
  });
});
