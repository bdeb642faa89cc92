import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { found } from '../../../test/people/societies.ts';
import { gather, type Team } from '../../../test/people/team.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  team = await gather(camille, karim);
});

/** Replaces the typographic spaces of a notification by plain ones. */
const typed = <T extends { content: string }>(one: T): T => ({ ...one, content: one.content.replace(/\s/g, ' ') });
const inbox = async (person: Person) => (await person.ok(api.notifications.list)).notifications.map(typed);
const unread = async (person: Person) =>
  (await inbox(person)).filter(({ isRead }) => !isRead).map(({ content }) => content);
const makeSociety = async (owner: Person, name: string) => (await found(owner, name))._id;

describe('a lifted ban', () => {
  const act = (person: Person, which: 'ban' | 'unban') =>
    camille.ok(api.members[which], { params: team.params, body: { userId: person.id } });

  it('is notified at once', async () => {
    const person = await palabre.register();
    await person.ok(api.workspaces.join, { params: team.params });
    await act(person, 'ban');
    const ears = await person.connect();
    await act(person, 'unban');
    const told = typed(await ears.next('newNotification'));
    expect(told).toMatchObject({ type: 'workspace', link: '/workspaces', actor: { _id: camille.id } });
    expect(told.content).toMatch(/^Vous n’êtes plus banni du workspace « .+ » : vous pouvez y revenir\.$/);
  });

  it('is not notified to a person who never knew of the ban', async () => {
    const stranger = await palabre.register();
    await act(stranger, 'ban');
    await act(stranger, 'unban');
    expect(await inbox(stranger)).toEqual([]);
  });
});

describe('an invitation', () => {
  it('that comes a second time is unread again, before what came meanwhile, and one all the same', async () => {
    const person = await palabre.register();
    const [first, other] = [team, await gather(camille)];
    const invite = ({ params }: Team, by = camille) =>
      by.ok(api.invites.create, { params, body: { users: [person.id] } });
    for (const one of [first, other]) await invite(one);
    const [latest, renewed] = await inbox(person);
    const ids = [latest?._id ?? '', renewed?._id ?? ''];
    await person.ok(api.notifications.markSeveral, { body: { ids } });
    const ears = await person.connect();
    await invite(first, karim);
    // The notification shows the latest inviter.
    expect(renewed?.actor?._id).toBe(camille.id);
    const again = { _id: renewed?._id, isRead: false, actor: { _id: karim.id } };
    expect(await ears.next('updateNotification')).toMatchObject(again);
    expect((await inbox(person)).map(({ _id, isRead }) => [_id, isRead])).toEqual([
      [renewed?._id, false],
      [latest?._id, true],
    ]);
  });

  it('is marked as read once its person joins the workspace in any way, for themself alone', async () => {
    const [person, other] = [await palabre.register(), await palabre.register()];
    await camille.ok(api.invites.create, { params: team.params, body: { users: [person.id, other.id] } });
    expect(await unread(person)).toHaveLength(1);
    const ears = await person.connect();
    await person.ok(api.workspaces.join, { params: team.params });
    expect(typed(await ears.next('updateNotification'))).toMatchObject({ type: 'invite', isRead: true });
    expect(await unread(person)).toEqual([]);
    expect(await unread(other)).toHaveLength(1);
  });
});

describe('a society', () => {
  const move = (by: Person, id: string, action: string, target: Person) =>
    by.raw('PUT', `/api/society/${id}`, { body: { action, targetUserId: target.id } });

  it.each(['accept', 'decline'])(
    'has a request marked as read for all owners once one of them answers (%s)',
    async action => {
      const [owner, second, asker] = await Promise.all([palabre.register(), palabre.register(), palabre.register()]);
      const id = await makeSociety(owner, `Société ${action}`);
      for (const [by, what, whom] of [
        [second, 'join', second],
        [owner, 'accept', second],
        [owner, 'addOwner', second],
        [asker, 'join', asker],
      ] as const)
        expect((await move(by, id, what, whom)).status, what).toBe(200);
      const request = `Demande à rejoindre la société « Société ${action} ».`;
      expect(await unread(second)).toContain(request);
      const ears = await second.connect();
      expect((await move(owner, id, action, asker)).status).toBe(200);
      expect(typed(await ears.next('updateNotification'))).toMatchObject({ content: request, isRead: true });
      expect(await unread(second)).not.toContain(request);
      expect(await unread(owner)).not.toContain(request);
    },
  );

  it('has a request marked as read once the whitelist lets its person in', async () => {
    const [owner, asker] = [await palabre.register(), await palabre.register()];
    await palabre.prove(asker);
    const id = await makeSociety(owner, 'Société Liste');
    await move(asker, id, 'join', asker);
    expect(await unread(owner)).toHaveLength(1);
    const body = { action: 'addWhitelist', email: asker.user.email };
    expect((await owner.raw('PUT', `/api/society/${id}`, { body })).status).toBe(200);
    expect(await unread(owner)).toEqual([]);
    expect(await unread(asker)).toEqual(['Votre demande pour rejoindre la société « Société Liste » a été acceptée.']);
  });

  it('has a request marked as read when it is taken back', async () => {
    const [owner, asker] = [await palabre.register(), await palabre.register()];
    const id = await makeSociety(owner, 'Société Retrait');
    await move(asker, id, 'join', asker);
    expect(await unread(owner)).toHaveLength(1);
    await move(asker, id, 'removePendingUser', asker);
    expect(await unread(owner)).toEqual([]);
  });

  it('has a request marked as read once the society is deleted', async () => {
    const [owner, asker] = [await palabre.register(), await palabre.register()];
    const id = await makeSociety(owner, 'Société Fin');
    await move(asker, id, 'join', asker);
    expect(await unread(owner)).toHaveLength(1);
    await owner.ok(api.societies.remove, { params: { id } });
    expect(await unread(owner)).toEqual([]);
  });

  it('notifies a person made an owner, and a person removed', async () => {
    const [owner, person] = [await palabre.register(), await palabre.register()];
    const id = await makeSociety(owner, 'Société Rôles');
    await move(person, id, 'join', person);
    await move(owner, id, 'accept', person);
    await move(owner, id, 'addOwner', person);
    expect(await unread(person)).toContain('Vous êtes maintenant propriétaire de la société « Société Rôles ».');
    await move(owner, id, 'removeUser', person);
    const [last] = await inbox(person);
    expect(last).toMatchObject({
      type: 'society',
      content: 'Vous ne faites plus partie de la société « Société Rôles ».',
    });
  });
});

describe('a report', () => {
  it('is in the inbox of every administrator but its author, until one of them has handled it', async () => {
    const administrators = await Promise.all([palabre.register(), palabre.register()]);
    for (const one of administrators) await palabre.makeAdministrator(one);
    const [first, second] = administrators as [Person, Person];
    const reported = await palabre.register({ firstName: 'Bastien', lastName: 'Kermarrec' });
    const waiting = async (one: Person) => (await one.ok(api.reports.waiting)).count;
    const before = await waiting(first);
    const ears = await second.connect();
    await karim.ok(api.reports.create, { body: { reportedUser: reported.id, reason: 'spam' } });
    const told = typed(await ears.next('newNotification'));
    expect(told).toMatchObject({
      type: 'report',
      content: 'Signalement de Bastien Kermarrec : spam.',
      link: '/settings/admin',
      actor: null,
    });
    expect(await waiting(first)).toBe(before + 1);
    const { reports } = await first.ok(api.reports.ofUser, { params: { id: reported.id } });
    const params = { id: reports[0]?._id ?? '' };
    await first.ok(api.reports.update, { params, body: { status: 'handled' } });
    expect(typed(await ears.next('updateNotification'))).toEqual({ ...told, isRead: true });
    for (const one of administrators) expect(await unread(one)).toEqual([]);
    expect(await waiting(second)).toBe(before);
    await first.ok(api.reports.update, { params, body: { status: 'new' } });
    for (const one of administrators) expect(await unread(one)).toEqual([told.content]);
    expect(await waiting(second)).toBe(before + 1);
    // Banning the reported person deletes their account, and with it the report.
    await first.ok(api.administration.ban, { body: { email: reported.user.email } });
    for (const one of administrators) expect(await unread(one)).toEqual([]);
    expect(await waiting(second)).toBe(before);
    await first.ok(api.reports.create, { body: { reportedUser: karim.id, reason: 'spam' } });
    expect(await unread(first)).toEqual([]);
    expect(await unread(second)).toHaveLength(1);
    expect((await karim.call(api.reports.waiting)).status).toBe(404);
  });

  it('is marked as read for every administrator once one of them deletes it', async () => {
    const administrators = await Promise.all([palabre.register(), palabre.register()]);
    for (const one of administrators) await palabre.makeAdministrator(one);
    const reported = await palabre.register();
    await karim.ok(api.reports.create, { body: { reportedUser: reported.id, reason: 'spam' } });
    for (const one of administrators) expect(await unread(one)).toHaveLength(1);
    const [first] = administrators as [Person, Person];
    const { reports } = await first.ok(api.reports.ofUser, { params: { id: reported.id } });
    await first.ok(api.reports.remove, { params: { id: reports[0]?._id ?? '' } });
    for (const one of administrators) expect(await unread(one)).toEqual([]);
  });
});
