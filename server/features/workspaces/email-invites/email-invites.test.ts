import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { Client } from '../../../test/client.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { inDays } from '../../../test/people/guests.ts';
import { invitationsTo, inviteByMail, tokenIn, tokenSentTo } from '../../../test/people/invited.ts';
import { gather } from '../../../test/people/team.ts';
import { createWorkspace, registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim, yann } = await registerNamed(palabre, 'camille', 'karim', 'yann');
await palabre.prove(camille, karim);
const root = await palabre.register();
await palabre.makeAdministrator(root);
const { kysely } = palabre.services.database;

const fresh = () => `${newId()}@exemple.fr`;
const invite = (by: Person, id: string, ...emails: string[]) =>
  by.call(api.emailInvites.create, { params: { id }, body: { emails } });
const list = async (by: Person, id: string, query: object = {}) =>
  (await by.ok(api.emailInvites.list, { params: { id }, query })).invites.map(({ email }) => email);
const read = (token: string) => palabre.nobody.call(api.emailInvites.read, { params: { token } });
const accept = (by: Person, token: string) => by.call(api.emailInvites.accept, { params: { token } });
const zoe = { firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' };
const register = (token: string) => palabre.nobody.call(api.emailInvites.register, { params: { token }, body: zoe });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const gone = [404, 'invite_not_found'];

describe('inviting addresses', () => {
  test('mails each who asks and where to, and says which is a member or cannot be sent to', async () => {
    const team = await gather(camille, karim);
    const [one, two, banned, shut] = [fresh(), fresh(), await palabre.register(), fresh()];
    await camille.ok(api.members.ban, { params: team.params, body: { userId: banned.id } });
    await sql`INSERT INTO banned_users (id, email) VALUES (${newId()}, ${shut})`.execute(kysely);
    const { status, body } = await invite(
      karim,
      team.id,
      one,
      two.toUpperCase(),
      one,
      karim.user.email,
      banned.user.email,
      shut,
    );
    expect(status).toBe(201);
    expect(body.outcomes).toEqual([
      { email: one, outcome: 'sent' },
      { email: two, outcome: 'sent' },
      { email: karim.user.email, outcome: 'member' },
      { email: banned.user.email, outcome: 'refused' },
      { email: shut, outcome: 'refused' },
    ]);
    await tokenSentTo(palabre, two);
    const [mail] = await mailsTo(palabre.dataDir, two);
    expect(mail?.subject).toBe('Karim Benali vous invite à rejoindre «\u202fChantier\u202f»');
    const { invites } = await camille.ok(api.emailInvites.list, { params: team.params, query: { search: two } });
    const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long' }).format(new Date(invites[0]?.expiresAt ?? ''));
    for (const said of [
      ...[`Demande de : Karim Benali (${karim.user.email})`, `Valable jusqu’au : ${day}`],
      ...['où son équipe discute.', 'Sans compte, vous créerez le vôtre en acceptant', 'Ne transmettez pas ce lien'],
    ])
      expect(mail?.text?.replace(/\s+/g, ' ')).toContain(said);
    const { entries } = await root.ok(api.audit.list, { query: { action: 'email_invited', limit: 2 } });
    expect(entries.map(({ target, actorId, place, placeId }) => [target, actorId, place, placeId]).toSorted()).toEqual(
      [one, two].toSorted().map(email => [email, karim.id, 'Chantier', team.id]),
    );
    expect(JSON.stringify(body)).not.toContain(tokenIn(mail as NonNullable<typeof mail>));
    expect(await mailsTo(palabre.dataDir, banned.user.email)).toEqual([]);
  });

  test('writes in English for who asks in English, and in the language of the place if it has one', async () => {
    const team = await gather(camille);
    const mailOf = async (guest?: object) => {
      const email = fresh();
      await camille.raw('POST', `/api/workspace/${team.id}/email-invites`, {
        body: { emails: [email], ...(guest && { guest }) },
        headers: { 'accept-language': 'en' },
      });
      await tokenSentTo(palabre, email);
      return (await mailsTo(palabre.dataDir, email))[0];
    };
    const subjectOf = async () => (await mailOf())?.subject;
    expect(await subjectOf()).toBe('Camille Moreau invites you to join “Chantier”');
    // Dates are in the inviter's time zone: at noon in UTC, it is the next day there.
    await sql`UPDATE users SET time_zone = 'Pacific/Kiritimati' WHERE id = ${camille.id}`.execute(kysely);
    const noon = `${inDays(10).slice(0, 10)}T12:00:00.000Z`;
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' });
    const stay = await mailOf({ channels: [team.welcome._id], endsAt: noon });
    await sql`UPDATE users SET time_zone = NULL WHERE id = ${camille.id}`.execute(kysely);
    const text = stay?.text?.replace(/\s+/g, ' ') ?? '';
    const last = day.format(new Date(noon));
    const lead = `Camille Moreau invites you into the workspace “Chantier” on Palabre, as a guest, until ${last}.`;
    for (const said of ['Hello,', lead, 'Join “Chantier” http', `Stay until: ${last} `]) expect(text).toContain(said);
    const speak = async (language: 'fr' | null) => {
      const { version } = await root.ok(api.settings.read);
      await root.ok(api.settings.change, { body: { version, language } });
    };
    await speak('fr');
    expect(await subjectOf()).toBe('Camille Moreau vous invite à rejoindre «\u202fChantier\u202f»');
    const stayFr = await mailOf({ channels: [team.welcome._id], endsAt: noon });
    const dayFr = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long' }).format(new Date(noon));
    expect(stayFr?.text?.replace(/\s+/g, ' ')).toContain(
      `Camille Moreau vous invite dans le workspace « Chantier » sur Palabre, comme personne de l’extérieur, jusqu’au ${dayFr}.`,
    );
    await speak(null);
  });

  test('fails as a whole when the limit of an address could not be read', async () => {
    const team = await gather(camille);
    const { limits } = palabre.services;
    const spend = limits.spend.bind(limits);
    const spending = vi.spyOn(limits, 'spend').mockImplementation(async (name, ...more) => {
      if (name === 'inviteMailsToAddress') throw new Error('the database is away');
      return spend(name, ...more);
    });
    const path = `/api/workspace/${team.id}/email-invites`;
    const { status } = await camille.raw('POST', path, { body: { emails: [fresh()] } });
    spending.mockRestore();
    expect([status, await list(camille, team.id)]).toEqual([500, []]);
  });

  test('does not tell whether an address has an account', async () => {
    const team = await gather(camille);
    const { body } = await invite(camille, team.id, fresh(), yann.user.email);
    expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
  });

  test('is for members whose address is proven, of fifty addresses at most, each a valid one', async () => {
    const team = await gather(camille, yann);
    expect(outcome(await invite(yann, team.id, fresh()))).toEqual([403, 'address_unproven']);
    expect(outcome(await invite(karim, team.id, fresh()))).toEqual([403, 'members_only']);
    expect((await invite(camille, team.id, ...Array.from({ length: 51 }, fresh))).status).toBe(400);
    const wrong = await invite(camille, team.id, fresh(), 'Zoé <zoe@exemple.fr>');
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'emails.1']);
    expect((await invite(camille, team.id)).status).toBe(400);
    expect(await list(camille, team.id)).toEqual([]);
  });

  test('again makes no second invitation: the same link is sent, and who asked last asks', async () => {
    const team = await gather(camille, karim);
    const email = fresh();
    const { token } = await inviteByMail(palabre, camille, team.id, email);
    await invite(karim, team.id, email);
    expect(await tokenSentTo(palabre, email, 2)).toBe(token);
    const { invites } = await camille.ok(api.emailInvites.list, { params: team.params });
    expect(invites.map(one => [one.email, one.invitedBy._id])).toEqual([[email, karim.id]]);
    // The invitation gives the latest offer: a stay, or none.
    const guest = { channels: [team.welcome._id], endsAt: inDays(10) };
    await camille.ok(api.emailInvites.create, { params: team.params, body: { emails: [email], guest } });
    const offered = async () => (await read(token)).body.invite.guest?.endsAt;
    expect(await offered()).toBe(guest.endsAt);
    await invite(camille, team.id, email);
    expect(await offered()).toBeUndefined();
  });

  test('runs as many queries for many addresses as for one, and queues one mail for an address asked twice', async () => {
    const quiet = await startPalabre();
    const owner = await quiet.register();
    const team = await gather(owner);
    await quiet.prove(owner);
    await quiet.endJobs();
    // Jobs of the other server of this file may still run.
    const own = new URL(quiet.services.env.databaseUrl ?? '').pathname.slice(1);
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const count = async (length: number) => {
      queries.mockClear();
      expect((await invite(owner, team.id, ...Array.from({ length }, fresh))).status).toBe(201);
      return queries.mock.contexts.filter(client => (client as pg.Client).database === own).length;
    };
    await count(1);
    expect(await count(50)).toBe(await count(2));
    queries.mockRestore();
    const twice = fresh();
    for (let n = 0; n < 2; n += 1) await invite(owner, team.id, twice);
    const { rowCount } = await quiet.services.database.pool.query(
      "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'emailInvites.send'",
    );
    expect(rowCount).toBe(1 + 50 + 2 + 1);
  });
});

describe('pending invitations', () => {
  test('are listed page by page and searched, one’s own alone for who does not run the workspace', async () => {
    const team = await gather(camille, karim);
    const [one, two, three] = [`un.${fresh()}`, `deux.${fresh()}`, `trois.${fresh()}`];
    await invite(camille, team.id, one);
    await invite(camille, team.id, two);
    await invite(karim, team.id, three);
    expect(await list(camille, team.id)).toEqual([three, two, one]);
    expect(await list(karim, team.id)).toEqual([three]);
    expect(await list(camille, team.id, { search: 'DEUX.' })).toEqual([two]);
    expect(await list(camille, team.id, { search: '%' })).toEqual([]);
    const first = await camille.ok(api.emailInvites.list, { params: team.params, query: { limit: 2 } });
    expect(first.invites.map(({ email }) => email)).toEqual([three, two]);
    const query = { limit: 2, cursor: first.nextCursor ?? '' };
    const second = await camille.ok(api.emailInvites.list, { params: team.params, query });
    expect([second.invites.map(({ email }) => email), second.nextCursor]).toEqual([[one], null]);
    expect((await yann.call(api.emailInvites.list, { params: team.params })).status).toBe(403);
  });

  test('are sent again with another week, and withdrawn, by who sent them or runs the workspace', async () => {
    const team = await gather(camille, karim, yann);
    const email = fresh();
    const { id, token } = await inviteByMail(palabre, karim, team.id, email);
    await sql`UPDATE email_invites SET expires_at = now() - interval '1 second', sent_at = now() - interval '8 days'
      WHERE id = ${id}`.execute(kysely);
    expect(outcome(await read(token))).toEqual(gone);
    expect((await yann.call(api.emailInvites.send, { params: { id } })).status).toBe(403);
    expect((await yann.call(api.emailInvites.withdraw, { params: { id } })).status).toBe(403);
    const theirs = await inviteByMail(palabre, karim, (await gather(yann, karim)).id, fresh());
    expect(outcome(await yann.call(api.emailInvites.send, { params: { id: theirs.id } }))).toEqual([
      403,
      'address_unproven',
    ]);
    const sent = await camille.ok(api.emailInvites.send, { params: { id } });
    expect(sent).toMatchObject({
      ...{ message: 'L’invitation est partie.', invite: { _id: id, email, invitedBy: { _id: camille.id } } },
    });
    const dayMs = 86_400_000;
    expect(Date.parse(sent.invite.sentAt)).toBeGreaterThan(Date.now() - dayMs);
    // A week, which is how long its link is good.
    expect(Math.ceil((Date.parse(sent.invite.expiresAt) - Date.now()) / dayMs)).toBe(7);
    expect(await tokenSentTo(palabre, email, 2)).toBe(token);
    const { entries } = await root.ok(api.audit.list, { query: { target: email } });
    expect(entries.map(({ action, actorId, place }) => [action, actorId, place])).toEqual([
      ['email_invited', camille.id, 'Chantier'],
      ['email_invited', karim.id, 'Chantier'],
    ]);
    expect((await read(token)).status).toBe(200);
    expect(outcome(await karim.call(api.emailInvites.withdraw, { params: { id } }))).toEqual([403, 'forbidden']);
    expect((await camille.ok(api.emailInvites.withdraw, { params: { id } })).message).toBe(
      'L’invitation a été retirée.',
    );
    expect(await list(camille, team.id)).toEqual([]);
    expect([outcome(await read(token)), outcome(await register(token))]).toEqual([gone, gone]);
    expect((await camille.call(api.emailInvites.send, { params: { id } })).status).toBe(404);
    expect((await read(theirs.token)).status).toBe(200);
  });

  test('of guests are sent again with the same stay, by which no member comes', async () => {
    const team = await gather(camille);
    const email = fresh();
    const guest = { channels: [team.welcome._id, team.welcome._id], endsAt: inDays(10) };
    await camille.ok(api.emailInvites.create, { params: team.params, body: { emails: [email], guest } });
    const [pending] = (await camille.ok(api.emailInvites.list, { params: team.params })).invites;
    const { invite } = await camille.ok(api.emailInvites.send, { params: { id: pending?._id ?? '' } });
    expect(invite.guest).toEqual({ endsAt: guest.endsAt });
    const { body } = await register(await tokenSentTo(palabre, email, 2));
    const { entries } = await root.ok(api.audit.list, { query: { target: email } });
    expect(entries.map(({ action }) => action)).toEqual(['guest_joined', 'guest_invited', 'guest_invited']);
    expect([body.newUser.guest, (await team.now()).membersCount]).toEqual([true, 1]);
    const { channels } = await new Client(palabre.url, body.token).ok(api.channels.list);
    expect(channels.map(({ _id }) => _id)).toEqual([team.welcome._id]);
  });

  test('end: a month after, the job deletes them, and no other', async () => {
    const team = await gather(camille);
    const [old, recent, person] = [fresh(), fresh(), await palabre.register()];
    const [other, waiting] = [await gather(camille), fresh()];
    await invite(camille, other.id, waiting);
    const accepted = await inviteByMail(palabre, camille, team.id, person.user.email);
    await accept(person, accepted.token);
    await invite(camille, team.id, old, recent);
    await sql`UPDATE email_invites SET expires_at = now() - interval '31 days' WHERE id = ${accepted.id}`.execute(
      kysely,
    );
    await sql`UPDATE email_invites SET expires_at = now() - interval '31 days' WHERE email = ${old}`.execute(kysely);
    await sql`UPDATE email_invites SET expires_at = now() - interval '29 days' WHERE email = ${recent}`.execute(kysely);
    await palabre.jobs.now('emailInvites.prune');
    await vi.waitUntil(async () => (await list(camille, team.id)).length === 1);
    expect(await list(camille, team.id)).toEqual([recent]);
    // A person who accepted lately may follow the link again.
    expect((await accept(person, accepted.token)).status).toBe(200);
    expect(await list(camille, other.id)).toEqual([waiting]);
  });
});

describe('the link of an invitation', () => {
  test('says who asks and where to, and makes an account with its address proven, in the workspace', async () => {
    const { workspace } = await createWorkspace(camille, { title: 'Direction', restricted: true });
    const email = fresh();
    const { token } = await inviteByMail(palabre, camille, workspace._id, email);
    const owner = await camille.connect();
    expect((await read(token)).body).toEqual({
      invite: {
        email,
        workspace: { _id: workspace._id, title: 'Direction' },
        invitedBy: { _id: camille.id, firstName: 'Camille', lastName: 'Moreau' },
        hasAccount: false,
        mayRegister: true,
      },
    });
    const { status, body } = await register(token);
    expect([status, body.newUser.email, body.newUser.emailProven]).toEqual([201, email, true]);
    expect(body.workspace.members).toEqual([camille.id, body.newUser._id]);
    expect((await owner.next('updateWorkspace')).membersCount).toBe(2);
    const login = { body: { email, password: zoe.password } };
    expect((await palabre.nobody.call(api.users.login, login)).status).toBe(200);
    expect(await list(camille, workspace._id)).toEqual([]);
    expect(outcome(await register(token))).toEqual(gone);
    expect((await read(token)).body.invite.hasAccount).toBe(true);
  });

  test('lets in who has the account, once more than once, and tells who has another', async () => {
    const team = await gather(camille);
    const person = await palabre.register();
    const { id, token } = await inviteByMail(palabre, camille, team.id, person.user.email);
    expect(outcome(await accept(karim, token))).toEqual([403, 'invite_other_address']);
    expect(outcome(await register(token))).toEqual([409, 'email_taken']);
    const replies = await Promise.all([accept(person, token), accept(person, token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body.workspace.welcomeChannel).toBe(team.workspace.welcomeChannel);
    expect((await person.ok(api.users.me)).user.emailProven).toBe(true);
    expect((await team.now()).membersCount).toBe(2);
    // A person who joined by another way meanwhile can follow it all the same, and is one member.
    const early = await palabre.register();
    const other = await inviteByMail(palabre, camille, team.id, early.user.email);
    await early.ok(api.workspaces.join, { params: team.params });
    expect((await accept(early, other.token)).status).toBe(200);
    expect([(await team.now()).membersCount, await list(camille, team.id)]).toEqual([3, []]);
    // A manager whose list still shows the invitation can neither resend nor withdraw it.
    for (const endpoint of [api.emailInvites.send, api.emailInvites.withdraw])
      expect((await camille.call(endpoint, { params: { id } })).status).toBe(404);
    await camille.ok(api.members.kick, { params: team.params, body: { userId: person.id } });
    expect([outcome(await accept(person, token)), outcome(await read(token))]).toEqual([gone, gone]);
    expect(outcome(await accept(karim, token))).toEqual(gone);
  });

  test('opens nothing once who asks has left, the workspace is gone, its time is over or its address is banned', async () => {
    const [left, doomed, late, banned] = [
      await gather(camille, karim),
      await gather(camille),
      await gather(camille),
      await gather(camille),
    ];
    const person = await palabre.register();
    const { email } = person.user;
    const made = [
      await inviteByMail(palabre, karim, left.id, fresh()),
      await inviteByMail(palabre, camille, doomed.id, fresh()),
      await inviteByMail(palabre, camille, late.id, fresh()),
    ];
    const toBanned = (await camille.ok(api.emailInvites.create, { params: banned.params, body: { emails: [email] } }))
      .outcomes;
    expect(toBanned).toEqual([{ email, outcome: 'sent' }]);
    const token = await tokenSentTo(palabre, email);
    await camille.ok(api.members.ban, { params: banned.params, body: { userId: person.id } });
    await karim.ok(api.workspaces.leave, { params: left.params });
    await camille.ok(api.workspaces.remove, { params: doomed.params });
    await sql`UPDATE email_invites SET expires_at = now() WHERE id = ${made[2]?.id}`.execute(kysely);
    for (const one of made) {
      expect([outcome(await read(one.token)), outcome(await register(one.token))]).toEqual([gone, gone]);
    }
    expect(outcome(await accept(person, token))).toEqual(gone);
    for (const wrong of ['x', 'k'.repeat(43), '%']) expect(outcome(await accept(person, wrong))).toEqual(gone);
  });

  test('says that its address may not register where administrators chose so', async () => {
    const { token } = await inviteByMail(palabre, camille, (await gather(camille)).id, fresh());
    await root.ok(api.registration.choose, { body: { who: 'approval' } });
    const { invite: found } = (await read(token)).body;
    await root.ok(api.registration.choose, { body: { who: 'everybody' } });
    expect([found.mayRegister, (await read(token)).body.invite.mayRegister]).toEqual([false, true]);
  });

  test('followed twice at once makes one account', async () => {
    const team = await gather(camille);
    const { token } = await inviteByMail(palabre, camille, team.id, fresh());
    const statuses = (await Promise.all([register(token), register(token), register(token)])).map(one => one.status);
    expect(statuses.filter(status => status === 201)).toHaveLength(1);
    expect((await team.now()).membersCount).toBe(2);
  });

  test('accepted twice at once lets its person in once', async () => {
    const team = await gather(camille);
    const person = await palabre.register();
    const { token } = await inviteByMail(palabre, camille, team.id, person.user.email);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const both = [accept(person, token), accept(person, token)];
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 2);
    await held.query('ROLLBACK');
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    const { entries } = await root.ok(api.audit.list, { query: { action: 'email_invite_accepted' } });
    expect(entries.filter(({ actorId }) => actorId === person.id)).toHaveLength(1);
  });

  test('opens nothing when it is withdrawn while it is followed', async () => {
    const team = await gather(camille);
    const email = fresh();
    const { id, token } = await inviteByMail(palabre, camille, team.id, email);
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const registered = register(token);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await held.query('DELETE FROM email_invites WHERE id = $1', [id]);
    await held.query('COMMIT');
    expect(outcome(await registered)).toEqual(gone);
    const lookup = await palabre.nobody.call(api.users.byEmail, { query: { email } });
    expect([lookup.status, (await team.now()).membersCount]).toEqual([404, 1]);
  });
});

test('The mail of an invitation that waited does not leave once it is accepted, or its time is over', async () => {
  const team = await gather(camille);
  const [person, late] = [await palabre.register(), fresh()];
  const accepted = await inviteByMail(palabre, camille, team.id, person.user.email);
  const over = await inviteByMail(palabre, camille, team.id, late);
  await accept(person, accepted.token);
  await sql`UPDATE email_invites SET expires_at = now() WHERE id = ${over.id}`.execute(kysely);
  const payloads = [accepted, over].map(({ id }) => ({ payload: { id, language: 'fr' } }));
  await palabre.services.jobs.addAll('emailInvites.send', payloads);
  for (const job of ['emailInvites.send', 'mail.send']) await jobsDone(palabre, job);
  const sent = await Promise.all([person.user.email, late].map(address => invitationsTo(palabre, address)));
  expect(sent.map(({ length }) => length)).toEqual([1, 1]);
});
