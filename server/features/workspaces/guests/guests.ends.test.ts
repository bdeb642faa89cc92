import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nowhere } from '../../../platform/access/access.workspaces.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { hostGuest, inDays, letGuestIn, letInto, offerStay } from '../../../test/people/guests.ts';
import { gather } from '../../../test/people/team.ts';
import { post, registerNamed } from '../../../test/people/world.ts';
import { Endings } from './ending.ts';

const palabre = await startPalabre();
const { camille, karim } = await registerNamed(palabre, 'camille', 'karim');
await palabre.prove(camille, karim);
const { kysely } = palabre.services.database;

const host = () => hostGuest(palabre, camille, karim);
const list = (by: Person, id: string, query: object = {}) => by.call(api.guests.list, { params: { id }, query });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const say = (by: Person, channelId: string) => by.call(api.messages.send, { body: { channelId, content: 'Bonjour' } });
const titlesOf = async (guest: Person, id: string) =>
  (await guest.ok(api.channels.ofWorkspace, { params: { id } })).channels.map(({ title }) => title);
/** Lets time pass for a stay: as if it had begun and ended earlier. */
const age = (guest: Person, by: string) =>
  sql`WITH aged AS (
      UPDATE guests SET ends_at = ends_at - ${by}::interval, joined_at = joined_at - ${by}::interval
      WHERE user_id = ${guest.id} RETURNING user_id, ends_at
    ) UPDATE users SET guest_until = aged.ends_at FROM aged WHERE users.id = aged.user_id`.execute(kysely);

/** Makes guests of a workspace whose stay began long ago; their ends are a minute apart, the first in three days. */
const seat = (workspaceId: string, sponsor: Person, count: number) =>
  sql`WITH made AS (
      INSERT INTO users (id, first_name, last_name, email, guest_until)
      SELECT gen_random_uuid(), 'Invité', n::text, gen_random_uuid() || '@ailleurs.fr', now() + interval '3 days'
      FROM generate_series(1, ${count}::int) AS n RETURNING id, last_name
    ) INSERT INTO guests (workspace_id, user_id, sponsor_id, joined_at, ends_at)
    SELECT ${workspaceId}::uuid, id, ${sponsor.id}::uuid, now() - interval '30 days',
      now() + interval '3 days' + last_name::int * interval '1 minute' FROM made`.execute(kysely);

/** Has a job of guests run. */
async function run(job: 'guests.end' | 'guests.watch'): Promise<void> {
  await palabre.jobs.now(job);
  await jobsDone(palabre, job);
}

describe('the end of a stay', () => {
  test('comes on its day: sockets close, sessions and logins are refused by name, until it is renewed', async () => {
    const { team, site, guest, params } = await host();
    const ears = await guest.connect();
    await age(guest, '31 days');
    expect(outcome(await say(guest, site._id))).toEqual([404, 'not_found']);
    await run('guests.end');
    await ears.closed;
    expect(outcome(await guest.call(api.users.me))).toEqual([401, 'session_stay_over']);
    const login = { body: { email: guest.user.email, password: guest.password } };
    expect(outcome(await palabre.nobody.call(api.users.login, login))).toEqual([403, 'account_stay_over']);
    expect((await list(camille, team.id)).body.guests).toEqual([]);
    expect((await list(camille, team.id, { over: 'true' })).body.guests.map(({ _id }) => _id)).toEqual([guest.id]);
    await camille.ok(api.guests.update, { params, body: { endsAt: inDays(10) } });
    const back = await guest.elsewhere();
    expect(await titlesOf(back, team.id)).toEqual(['chantier-nord']);
    const again = await back.connect();
    const heard = again.next('newMessage');
    await post(karim, site, 'Re-bonjour');
    await heard;
  });

  test('lets the mail leave that offers its guest another one', async () => {
    const { team, site, guest } = await host();
    await age(guest, '31 days');
    await run('guests.end');
    const { email } = guest.user;
    const before = (await mailsTo(palabre.dataDir, email)).length;
    const others = async () => {
      const words = { subject: 'Autre chose', title: 'Bonjour', paragraphs: [], facts: [], closing: [] };
      await palabre.services.mails.send({ to: email, language: 'fr', ...words });
      await jobsDone(palabre, 'mail.send');
      return (await mailsTo(palabre.dataDir, email)).length;
    };
    // An accepted invitation offers nothing any more.
    expect(await others()).toBe(before);
    const offer = { channels: [site._id], endsAt: inDays(10) };
    const body = { emails: [email], guest: offer };
    const { outcomes } = await camille.ok(api.emailInvites.create, { params: team.params, body });
    expect(outcomes).toEqual([{ email, outcome: 'sent' }]);
    for (const job of ['emailInvites.send', 'mail.send']) await jobsDone(palabre, job);
    expect((await mailsTo(palabre.dataDir, email)).length).toBe(before + 1);
    await sql`UPDATE email_invites SET expires_at = now() WHERE email = ${email} AND accepted_at IS NULL`.execute(
      kysely,
    );
    expect(await others()).toBe(before + 1);
  });

  test('comes at once when it is ended, and leaves a guest of another workspace there', async () => {
    const { team, site, guest, params } = await host();
    const other = await gather(camille);
    const token = await offerStay(palabre, camille, {
      ...{ workspaceId: other.id, channels: [other.welcome._id], email: guest.user.email },
    });
    await guest.ok(api.emailInvites.accept, { params: { token } });
    const doomed = await gather(camille);
    await letInto(palabre, guest, { workspaceId: doomed.id, sponsorId: camille.id, channels: [doomed.welcome._id] });
    const ears = await guest.connect();
    await camille.ok(api.workspaces.remove, { params: doomed.params, body: { title: 'Chantier' } });
    expect(await ears.next('deleteWorkspace')).toEqual({ _id: doomed.id });
    const gone = ears.next('deleteWorkspace');
    await camille.ok(api.guests.end, { params });
    expect(await gone).toEqual({ _id: team.id });
    expect(await ears.next('deleteChannel')).toEqual({ _id: site._id, workspaceId: team.id });
    await ears.none('deleteChannel', ({ _id }) => _id === other.welcome._id);
    expect(outcome(await guest.call(api.workspaces.one, { params: team.params }))).toEqual([404, 'not_found']);
    expect(await titlesOf(guest, other.id)).toEqual(['général']);
    await camille.ok(api.workspaces.remove, { params: other.params, body: { title: 'Chantier' } });
    expect(outcome(await guest.call(api.users.me))).toEqual([401, 'session_stay_over']);
  });

  test('comes within the minute by itself, in one workspace alone, and is told to the guest and to who is around', async () => {
    const { team, site, guest } = await host();
    const other = await gather(camille);
    await letInto(palabre, guest, { workspaceId: other.id, sponsorId: camille.id, channels: [other.welcome._id] });
    const [ears, members] = [await guest.connect(), await karim.connect()];
    const seen = () =>
      Promise.all([
        guest.call(api.workspaces.one, { params: team.params }),
        guest.call(api.channels.ofWorkspace, { params: team.params }),
        guest.call(api.members.list, { params: team.params, query: {} }),
        guest.call(api.channels.one, { params: { id: site._id } }),
      ]);
    const end = (at: string) =>
      sql`UPDATE guests SET ends_at = now() + ${at}::interval
        WHERE user_id = ${guest.id} AND workspace_id = ${team.id}`.execute(kysely);
    await end('-1 minute');
    // The stay is over by the clock, though no job has run.
    expect((await seen()).map(outcome)).toEqual(Array(4).fill([404, 'not_found']));
    const { workspaces } = await guest.ok(api.workspaces.mine, { params: { id: guest.id } });
    expect(workspaces.map(({ _id }) => _id)).toEqual([other.id]);
    await end('1 day');
    await post(karim, site, 'Avec vous');
    await ears.next('newMessage', ({ content }) => content === 'Avec vous');
    await end('300 milliseconds');
    await run('guests.end');
    expect(await ears.next('deleteWorkspace')).toEqual({ _id: team.id });
    expect(await ears.next('deleteChannel')).toEqual({ _id: site._id, workspaceId: team.id });
    // Their open page hears no more of what is said there.
    await post(karim, site, 'Sans vous');
    await members.next('newMessage', ({ content }) => content === 'Sans vous');
    await ears.none('newMessage', ({ content }) => content === 'Sans vous');
    await ears.none('deleteChannel', ({ _id }) => _id === other.welcome._id);
    expect(await members.next('updateGuests')).toEqual({ workspaceId: team.id });
    expect(await titlesOf(guest, other.id)).toEqual(['général']);
    // A renewed stay goes on at once where the guest is still connected.
    await camille.ok(api.guests.update, {
      params: { ...team.params, userId: guest.id },
      body: { endsAt: inDays(10) },
    });
    expect(await ears.next('newWorkspace')).toMatchObject({ _id: team.id });
    // A renewed stay ends as any other, and so does a stay that began anew after its end.
    await end('-1 second');
    await run('guests.end');
    expect(await ears.next('deleteWorkspace')).toEqual({ _id: team.id });
    await letInto(palabre, guest, { workspaceId: team.id, sponsorId: camille.id, channels: [site._id] });
    expect(await ears.next('newWorkspace')).toMatchObject({ _id: team.id });
    // While the database is away at that moment, the next job acts upon it, and the log says why.
    const { endings } = palabre.services;
    const [act, lines] = [endings.run.bind(endings), logOf(palabre)];
    const acting = vi.spyOn(endings, 'run');
    onTestFinished(() => acting.mockRestore());
    acting.mockImplementationOnce(act).mockRejectedValueOnce(new Error('the database is away'));
    await end('300 milliseconds');
    await run('guests.end');
    const away = [{ level: 40, err: { message: 'the database is away' } }];
    await vi.waitFor(() => expect(linesOf(lines, 'ends of stays not acted upon')).toMatchObject(away));
    await run('guests.end');
    expect(await ears.next('deleteWorkspace')).toEqual({ _id: team.id });
    // No timer is left, neither for stays that are over nor for those that end later than the next job.
    const times = acting.mock.calls.length;
    await letInto(palabre, guest, { workspaceId: team.id, sponsorId: camille.id, channels: [site._id] });
    await run('guests.end');
    await run('guests.watch');
    expect(acting).toHaveBeenCalledTimes(times + 1);
    // Nor is one set once the server stops.
    const stopped = new Endings(palabre.services);
    const late = vi.spyOn(stopped, 'run');
    stopped.stop();
    await end('300 milliseconds');
    await stopped.run();
    await run('guests.end');
    expect(await ears.next('deleteWorkspace')).toEqual({ _id: team.id });
    expect(late).toHaveBeenCalledTimes(1);
  });

  test('of more guests than are acted upon at once is acted upon for all, each warned of in one mail, listed by pages', async () => {
    const team = await gather(camille);
    await camille.ok(api.workspaces.update, { params: team.params, body: { title: 'Foule' } });
    await seat(team.id, camille, 101);
    await run('guests.watch');
    const told = async () =>
      (await mailsTo(palabre.dataDir, camille.user.email)).filter(({ subject }) => subject?.includes('Foule'));
    await vi.waitFor(async () => expect(await told()).toHaveLength(1));
    const [mail] = await told();
    expect(mail?.subject).toBe('Les séjours de 101 personnes invitées dans «\u202fFoule\u202f» se terminent bientôt');
    expect(mail?.text).toContain('Invité 20');
    expect(mail?.text).not.toContain('Invité 21');
    const text = mail?.text?.replace(/\s+/g, ' ');
    for (const said of [
      ...['et 81 autres', 'Voir les invités http', 'Bonjour Camille,', 'Vous répondez de ces personnes.'],
      ...['leur accès s’arrête au jour dit', 'parce que vous répondez de ces personnes dans ce workspace.'],
    ])
      expect(text).toContain(said);
    await sql`UPDATE guests SET ends_at = ends_at - interval '4 days' WHERE workspace_id = ${team.id}`.execute(kysely);
    await run('guests.end');
    const { rows } = await sql`SELECT FROM guests WHERE NOT ended AND ends_at <= now()`.execute(kysely);
    expect(rows).toEqual([]);
    const listed = async () => {
      const names: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = (await list(camille, team.id, { over: 'true', limit: 60, ...(cursor && { cursor }) })).body;
        names.push(...page.guests.map(({ lastName }) => lastName));
        cursor = page.nextCursor;
      }
      return names;
    };
    expect(await listed()).toEqual(Array.from({ length: 101 }, (_, n) => String(101 - n)));
    // Each guest is listed once, though all stays ended at the same instant.
    await sql`UPDATE guests SET ends_at = '2020-01-01' WHERE workspace_id = ${team.id}`.execute(kysely);
    expect(new Set(await listed()).size).toBe(101);
  });

  test('is told in the language and the days of the sponsor, and never of a stay that was short from the beginning', async () => {
    const team = await gather(camille);
    await seat(team.id, camille, 1);
    const lea = await palabre.register({ firstName: 'Léa' });
    await sql`UPDATE users SET time_zone = 'Pacific/Kiritimati' WHERE id = ${lea.id}`.execute(kysely);
    await sql`INSERT INTO message_mails (user_id, language, since) VALUES (${lea.id}, 'en', now())`.execute(kysely);
    await sql`INSERT INTO workspace_members (workspace_id, user_id) VALUES (${team.id}, ${lea.id})`.execute(kysely);
    await sql`UPDATE guests SET sponsor_id = ${lea.id}, ends_at = date_trunc('day', now(), 'UTC') + interval '3 days 12 hours'
      WHERE workspace_id = ${team.id}`.execute(kysely);
    await letGuestIn(palabre, camille, {
      workspaceId: team.id,
      channels: [team.welcome._id],
      days: 3,
      firstName: 'Bref',
    });
    await run('guests.watch');
    await vi.waitFor(async () => expect(await mailsTo(palabre.dataDir, lea.user.email)).toHaveLength(1));
    const [mail] = await mailsTo(palabre.dataDir, lea.user.email);
    expect(mail?.subject).toBe('The stay of Invité 1 in “Chantier” is about to end');
    for (const said of ['Hello Léa,', 'See the guests\n']) expect(mail?.text).toContain(said);
    const text = mail?.text?.replace(/\s+/g, ' ');
    for (const said of ['If you do nothing, their access ends on that day', 'because you stand for these people'])
      expect(text).toContain(said);
    const there = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain(`until ${there.format(Date.now() + 4 * 86_400_000)}`);
    const other = await gather(camille);
    await seat(other.id, camille, 21);
    await lea.ok(api.workspaces.join, { params: other.params });
    await sql`UPDATE guests SET sponsor_id = ${lea.id} WHERE workspace_id = ${other.id}`.execute(kysely);
    await run('guests.watch');
    await vi.waitFor(async () => expect(await mailsTo(palabre.dataDir, lea.user.email)).toHaveLength(2));
    const many = (await mailsTo(palabre.dataDir, lea.user.email))
      .map(({ subject, text }) => `${subject} ${text}`)
      .find(said => said.includes('21 guests'));
    expect(many).toMatch(/The stays of 21 guests in “Chantier” are about to end[\s\S]*and one other/);
    // Two more than a mail names, and one more in French.
    const [two, one] = [await gather(camille, lea), await gather(camille)];
    await camille.ok(api.workspaces.update, { params: one.params, body: { title: 'Vingt et un' } });
    await seat(two.id, lea, 22);
    await seat(one.id, camille, 21);
    await run('guests.watch');
    await jobsDone(palabre, 'mail.send');
    const textOf = async ({ user }: Person, words: string) =>
      (await mailsTo(palabre.dataDir, user.email)).find(({ subject }) => subject?.includes(words))?.text;
    expect(await textOf(lea, '22 guests')).toContain('and 2 others');
    expect(await textOf(camille, 'Vingt et un')).toContain('et une autre');
    await jobsDone(palabre, 'mail.send');
    expect(JSON.stringify((await mailsTo(palabre.dataDir, camille.user.email)).map(({ text }) => text))).not.toContain(
      'Bref',
    );
  });

  test('passes the guests of a suspended sponsor on to the owner who came first, unless that one is suspended too', async () => {
    // The owner who came first has the younger account.
    const [second, first, sponsor] = [await palabre.register(), await palabre.register(), await palabre.register()];
    const team = await gather(first, second, sponsor);
    await sql`UPDATE workspace_members SET owner = true, joined_at = joined_at + interval '1 minute'
      WHERE workspace_id = ${team.id} AND user_id = ${second.id}`.execute(kysely);
    await seat(team.id, sponsor, 1);
    const suspend = (person: Person) =>
      sql`UPDATE users SET suspended_at = now() WHERE id = ${person.id}`.execute(kysely);
    const standing = async () => {
      await run('guests.watch');
      const { rows } = await sql<{ sponsor_id: string }>`
        SELECT sponsor_id FROM guests WHERE workspace_id = ${team.id}`.execute(kysely);
      return rows[0]?.sponsor_id;
    };
    expect(await standing()).toBe(sponsor.id);
    await suspend(sponsor);
    // The list shows the new sponsor before the job has passed the guests on.
    expect((await list(first, team.id)).body.guests.map(one => one.sponsor?._id)).toEqual([first.id]);
    expect(await standing()).toBe(first.id);
    await suspend(first);
    expect(await standing()).toBe(second.id);
    // Once nobody can stand for the guests, they keep who did.
    await suspend(second);
    expect(await standing()).toBe(second.id);
  });

  test('is told to the sponsor a week before, once; an owner stands for guests whose sponsor is gone, and is told', async () => {
    const { team, site, guest, params: ofGuest } = await host();
    await team.role({ users: [karim.id], creator: true });
    const his = await letGuestIn(palabre, karim, { workspaceId: team.id, channels: [site._id], firstName: 'Noé' });
    // Eight days before the end is too early.
    await age(guest, '22 days');
    await run('guests.watch');
    const early = sql<{ day: Date | null }>`SELECT warned_of AS day FROM guests WHERE user_id = ${guest.id}`;
    expect((await early.execute(kysely)).rows).toEqual([{ day: null }]);
    await age(guest, '3 days');
    await run('guests.watch');
    await run('guests.watch');
    const warned = async () =>
      (await mailsTo(palabre.dataDir, camille.user.email)).flatMap(({ subject }) =>
        subject?.includes('Inès Vidal') ? [subject] : [],
      );
    await vi.waitFor(async () => expect(await warned()).not.toEqual([]));
    await jobsDone(palabre, 'mail.send');
    const subject = 'Le séjour d’Inès Vidal dans «\u202fChantier\u202f» se termine bientôt';
    expect(await warned()).toEqual([subject]);
    // A stay that was prolonged since is warned of again.
    await camille.ok(api.guests.update, { params: ofGuest, body: { endsAt: inDays(6) } });
    await run('guests.watch');
    await jobsDone(palabre, 'mail.send');
    expect(await warned()).toEqual([subject, subject]);
    // Guests who are gone need nobody; of many, three are named.
    const other = await gather(camille, karim);
    await seat(other.id, karim, 5);
    await sql`UPDATE guests SET ends_at = now() FROM users
      WHERE workspace_id = ${other.id} AND users.id = user_id AND last_name = '1'`.execute(kysely);
    for (const { params } of [team, other]) await karim.ok(api.workspaces.leave, { params });
    await run('guests.watch');
    const { guests } = (await list(camille, team.id)).body;
    expect(guests.find(({ _id }) => _id === his.id)?.sponsor?._id).toBe(camille.id);
    const { notifications } = await camille.ok(api.notifications.list);
    expect(notifications.filter(({ content }) => content.includes('Noé Vidal'))).toHaveLength(1);
    const told = notifications.filter(({ content }) => content.includes('Invité')).map(({ content }) => content);
    // A person who left is not named as the actor.
    expect(notifications.flatMap(({ content, actor }) => (content.includes('est partie') ? [actor] : []))).toEqual([
      ...[null, null],
    ]);
    await jobsDone(palabre, 'mail.send');
    const page = `/settings/workspace/${other.id}/guests`;
    const mails = (await mailsTo(palabre.dataDir, camille.user.email)).filter(({ text }) => text?.includes(page));
    expect([notifications.filter(({ link }) => link === page).length, mails.length]).toEqual([1, 1]);
    expect(told).toEqual([
      'Vous répondez maintenant des invités du workspace «\u202fChantier\u202f» dont la personne référente est partie\u00a0: Invité 2, Invité 3, Invité 4….',
    ]);
  });
});

test('A guest whose last channel is deleted stays in a workspace that shows them nobody, until they are let into another', async () => {
  const { team, site, guest, params } = await host();
  const ears = await guest.connect();
  await camille.ok(api.channels.remove, { params: { id: site._id } });
  expect(await ears.next('deleteChannel')).toEqual({ _id: site._id, workspaceId: team.id });
  const { workspace } = await guest.ok(api.workspaces.one, { params: team.params });
  const alone = { _id: team.id, owner: [], membersCount: 0, welcomeChannel: nowhere };
  expect(workspace).toMatchObject({ ...alone, members: [], channels: [] });
  const { workspaces } = await guest.ok(api.workspaces.mine, { params: { id: guest.id } });
  expect(workspaces).toMatchObject([{ ...alone, owners: [], guest: { channels: [] } }]);
  await camille.ok(api.guests.update, { params, body: { channels: [team.welcome._id] } });
  expect((await ears.next('newChannel'))._id).toBe(team.welcome._id);
  expect(await titlesOf(guest, team.id)).toEqual(['général']);
});

test('A server that stops ends no more stays', async () => {
  const stopping = vi.spyOn(palabre.services.endings, 'stop');
  await palabre.stop();
  expect(stopping).toHaveBeenCalledOnce();
});
