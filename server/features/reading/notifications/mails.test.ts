import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { codeIn, Mailbox } from '../../../test/outside/mailbox.ts';
import { check, pair } from '../../../test/people/codes.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { subjects } from '../../people/otp/open/told.mails.ts';

const minuteMs = 60_000;
const mailbox = new Mailbox();
let palabre: Palabre;
let camille: Person;
let team: Team;
/** Lead of the clock of the jobs over the clock of everything else. */
let aheadMs = 0;

beforeAll(async () => {
  await mailbox.open();
  palabre = await startPalabre({
    env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://palabre.exemple.fr' },
    now: () => new Date(Date.now() + aheadMs),
  });
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  team = await gather(camille);
});
afterAll(() => mailbox.close());

const wish = (person: Person, notificationMail = true) =>
  person.ok(api.accounts.update, { params: { id: person.id }, body: { notificationMail } });

/** Registers a person of the team who wants mails. */
async function wishing(firstName: string): Promise<Person> {
  const person = await palabre.register({ firstName });
  await person.ok(api.workspaces.join, { params: team.params });
  await wish(person);
  return person;
}

/** Counts the mail jobs that are not done, those of them that have failed once, and those that run. */
const jobsLeft = async () =>
  (
    await sql<{ left: number; failed: number; running: number }>`
      SELECT count(*)::int AS left, count(last_error)::int AS failed, count(locked_at)::int AS running FROM graphile_worker._private_jobs AS job
      JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
      WHERE task.identifier LIKE 'notifications.%'`.execute(palabre.services.database.kysely)
  ).rows[0];

/** Runs the mail jobs as of a time from now, until all are done. */
async function at(minutes: number): Promise<void> {
  aheadMs = minutes * minuteMs;
  await palabre.jobs.now('notifications.mails');
  await vi.waitUntil(async () => (await jobsLeft())?.left === 0, { interval: 30 });
}

/** Mails to a person about messages, and no other mail. */
const mailsTo = (person: Person) =>
  mailbox.to(person.user.email).filter(({ subject }) => !Object.values(subjects.mailsChanged).includes(subject ?? ''));
const header = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
const read = (person: Person, body: object) => person.ok(api.unread.mark, { body: body as never });

test('A message unread after fifteen minutes comes by mail, with its sender, place, beginning and link; several share one mail', async () => {
  const karim = await wishing('Karim');
  const conversation = await talk(camille, karim);
  const direct = await write(camille, conversation, 'Tu as une minute ? ||le code est 4912||');
  const mention = await post(camille, team.welcome, `<@${karim.id}> la démo est à **14 h** <b>!</b>`);
  await post(camille, team.welcome, 'Ceci ne nomme personne.');
  await at(14);
  expect(mailsTo(karim)).toEqual([]);
  await at(16);
  await at(17);
  const [mail, ...more] = mailsTo(karim);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('2 messages vous attendent sur Palabre');
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain('Camille Riou');
    expect(text).toContain('#général · Chantier');
    expect(text).toContain('Message direct');
    expect(text).toContain('@Karim Moreau la démo est à 14 h !');
    expect(text).not.toMatch(/4912|ne nomme personne/);
    const links = [
      `/workspace/${team.id}/channel/${team.welcome._id}?message=${mention._id}`,
      `/conversation/${conversation._id}?message=${direct._id}`,
    ];
    for (const link of links) expect(text).toContain(`https://palabre.exemple.fr${link}`);
  }
});

test('No second mail comes within the hour; messages of that hour are in the next mail, alone', async () => {
  const karim = await wishing('Karim');
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Le premier.');
  await at(16);
  await write(camille, conversation, 'Le deuxième.');
  await write(camille, conversation, 'Le troisième.');
  await at(70);
  expect(mailsTo(karim)).toHaveLength(1);
  await at(77);
  const [first, second, ...more] = mailsTo(karim);
  expect(more).toEqual([]);
  expect(first?.subject).toBe('Camille Riou vous a écrit');
  expect(second?.text).toMatch(/Le deuxième\.[\s\S]*Le troisième\./);
  expect(second?.text).not.toContain('Le premier.');
  // Mail programs drop a mail whose id they already have.
  expect(header(second, 'message-id')).not.toBe(header(first, 'message-id'));
  await at(200);
  expect(mailsTo(karim)).toHaveLength(2);
});

test('A reply has a mail subject that says so, and a role that it names its name', async () => {
  const karim = await wishing('Karim');
  const { _id: replyTo } = await post(karim, team.welcome, 'Qui vient ?');
  const { _id: role } = await team.role({ name: 'Toiture' });
  const content = `Moi, et <@&${role}>.`;
  await camille.ok(api.messages.send, { body: { channelId: team.welcome._id, content, replyTo } });
  await at(16);
  const [mail, ...more] = mailsTo(karim);
  expect([mail?.subject, more]).toEqual(['Camille Riou vous a répondu', []]);
  expect(mail?.text).toContain('Moi, et @Toiture.');
});

test('No mail tells of a message that was read elsewhere, deleted, muted, out of sight, or said before mails were wanted', async () => {
  const names = ['Témoin', 'Rouvert', 'Lu', 'Muet', 'Rien', 'Coché', 'Éteint', 'Parti', 'Tard', 'Sourd'];
  const people = await Promise.all(names.map(wishing));
  const [witness, reopened, reader, mute, none, marked, off, gone, late, deaf] = people as [
    ...[Person, Person, Person, Person, Person, Person, Person, Person, Person, Person],
  ];
  await wish(late, false);
  // Someone who comes after the call, and calls that are of nobody here: of oneself, of a role of elsewhere, by an id.
  const newcomer = await palabre.register();
  await wish(newcomer);
  const foreign = await (await gather(camille, marked)).role({ users: [marked.id] });
  await post(marked, team.welcome, `<@${marked.id}>`);
  await post(camille, team.welcome, `<@&${foreign._id}>`);
  await post(witness, team.welcome, `<@${team.id}>`);
  const talks = await Promise.all([reader, mute, gone].map(person => talk(camille, person)));
  const said = await Promise.all(talks.map(conversation => write(camille, conversation, 'Seul à seul.')));
  const call = await post(camille, team.welcome, '<@everyone> réunion à midi');
  const channelId = team.welcome._id;
  await read(reader, { channelId, position: call.position });
  await read(reader, { conversationId: talks[0]?._id, position: said[0]?.position });
  await mute.ok(api.unread.setLevel, { body: { channelId, muted: true } });
  await mute.ok(api.unread.setLevel, { body: { conversationId: talks[1]?._id, level: 'mentions' } });
  await none.ok(api.unread.setLevel, { body: { channelId, level: 'nothing' } });
  for (const one of [marked, deaf]) await one.ok(api.notifications.mark, { params: { id: call._id } });
  await read(reopened, { channelId, position: call.position });
  await reopened.ok(api.notifications.mark, { params: { id: call._id }, body: { isRead: false } });
  const noise = await talk(camille, deaf);
  await write(camille, noise, 'Du bruit.');
  await deaf.ok(api.unread.setLevel, { body: { conversationId: noise._id, muted: true } });
  const own = await talk(camille, marked);
  await write(marked, own, 'De moi.');
  await read(marked, { conversationId: own._id, position: 0, back: true });
  await newcomer.ok(api.workspaces.join, { params: team.params });
  await read(newcomer, { channelId, position: 0, back: true });
  await wish(off, false);
  await gone.ok(api.workspaces.leave, { params: team.params });
  await camille.ok(api.messages.remove, { params: { id: said[2]?._id ?? '' } });
  await wish(late);
  await at(16);
  expect([...people, newcomer].map(person => mailsTo(person).length)).toEqual([1, 1, ...Array(9).fill(0)]);
  expect(mailsTo(witness)[0]?.subject).toBe('Camille Riou vous mentionne');
  expect(mailsTo(witness)[0]?.text).toContain('@tous réunion à midi');
});

test('A person who is online gets no mail; once offline, they get one about messages still unread', async () => {
  const karim = await wishing('Karim');
  const ears = await karim.connect();
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await at(16);
  expect(mailsTo(karim)).toEqual([]);
  ears.close();
  await vi.waitUntil(
    async () => (await camille.ok(api.users.one, { params: { id: karim.id } })).user.status === 'offline',
  );
  await at(17);
  expect(mailsTo(karim)).toHaveLength(1);
});

test('A person who comes online between the look and the letter gets no mail', async () => {
  const karim = await wishing('Karim');
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  const { jobs } = palabre.services;
  const really = jobs.addAll.bind(jobs);
  let ears: Awaited<ReturnType<typeof karim.connect>> | undefined;
  const asking = vi.spyOn(jobs, 'addAll').mockImplementation(async (name, asked, keeping) => {
    if (JSON.stringify(asked).includes(karim.id)) ears ??= await karim.connect();
    return really(name, asked, keeping);
  });
  await at(16);
  asking.mockRestore();
  expect([ears !== undefined, mailsTo(karim)]).toEqual([true, []]);
  // Loses nothing: the mail is sent once they are offline.
  ears?.close();
  await vi.waitUntil(
    async () => (await camille.ok(api.users.one, { params: { id: karim.id } })).user.status === 'offline',
  );
  await at(17);
  expect(mailsTo(karim)).toHaveLength(1);
});

test('A mail is in the language of the person who turned mails on', async () => {
  const karim = await palabre.register({ firstName: 'Karim' });
  const answer = await fetch(`${palabre.url}/api/user/${karim.id}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${karim.token}`,
      'content-type': 'application/json',
      'accept-language': 'en-GB',
    },
    body: JSON.stringify({ notificationMail: true }),
  });
  expect((await answer.json()).user.notificationMail).toBe(true);
  await write(camille, await talk(camille, karim), 'Hello.');
  await at(16);
  const [mail] = mailsTo(karim);
  expect(mail?.subject).toBe('Camille Riou wrote to you');
  expect(mail?.text).toContain('Stop these e-mails');
  // Turning mails on again in another language keeps the waiting messages.
  await write(camille, await talk(camille, karim), 'Bonjour.');
  await wish(karim);
  await at(80);
  expect(mailsTo(karim)[1]?.subject).toBe('Camille Riou vous a écrit');
});

test("Mails are turned off by one POST of the mail program, without a session, and the person's devices know", async () => {
  const karim = await wishing('Karim');
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Un mot.');
  await at(16);
  const [mail] = mailsTo(karim);
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const address = /^<https:\/\/palabre\.exemple\.fr(\/mails-off\/([\w-]{40,}))>$/.exec(
    header(mail, 'list-unsubscribe'),
  );
  const [, path = '', token = ''] = address ?? [];
  expect(mail?.text).toContain(`https://palabre.exemple.fr${path}`);
  const device = await karim.connect();
  const pressed = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  const press = (to: string, body: BodyInit = pressed) => fetch(palabre.url + to, { method: 'POST', body });
  const wrong = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const other of [wrong, 'x', camille.id]) expect((await press(`/mails-off/${other}`)).status).toBe(404);
  const stop = (by: string) => palabre.nobody.call(api.notifications.stopMails, { body: { token: by } });
  expect(await stop(wrong)).toMatchObject({ status: 404, body: { code: 'mail_link_invalid' } });
  expect((await karim.ok(api.users.me)).user.notificationMail).toBe(true);
  for (const body of [form, pressed]) expect((await press(path, body)).status).toBe(200);
  await device.next('updateUser', ({ _id }) => _id === karim.id);
  expect((await karim.ok(api.users.me)).user.notificationMail).toBe(false);
  device.close();
  // The owner of the mailbox has refused the mails: the account alone does not turn them on again.
  const again = () => karim.call(api.accounts.update, { params: { id: karim.id }, body: { notificationMail: true } });
  expect(await again()).toMatchObject({ status: 409, body: { code: 'mails_refused' } });
  expect((await karim.ok(api.users.me)).user.notificationMail).toBe(false);
  const before = mailsTo(karim).length;
  await karim.ok(api.otp.sent, { body: pair(karim) });
  const code = await vi.waitUntil(() => mailsTo(karim).map(codeIn).find(Boolean));
  expect((await check(karim, karim, code ?? '', 'email')).status).toBe(200);
  await wish(karim);
  const { message } = await palabre.nobody.ok(api.notifications.stopMails, { body: { token } });
  expect(message).toBe('Vous ne recevrez plus ces e-mails.');
  await write(camille, conversation, 'Un autre.');
  await at(120);
  expect(mailsTo(karim)).toHaveLength(before + 1);
  // The link is invalid once the account is deleted.
  await karim.ok(api.accounts.remove, { params: { id: karim.id }, body: { password: karim.password } });
  expect(await stop(token)).toMatchObject({ status: 404, body: { code: 'mail_link_invalid' } });
});

test('Mails that are turned off by their link while a profile is being changed leave it as it was changed to', async () => {
  const karim = await wishing('Karim');
  await write(camille, await talk(camille, karim), 'Bonjour.');
  await at(aheadMs / minuteMs + 100);
  const [mail] = mailsTo(karim);
  const [, token = ''] = /mails-off\/([\w.-]+)/.exec(header(mail, 'list-unsubscribe')) ?? [];
  const held = await holdLock(palabre, `UPDATE users SET job_title = 'Couvreur' WHERE id = $1`, [karim.id]);
  const stopping = palabre.nobody.call(api.notifications.stopMails, { body: { token } });
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  await held.query('COMMIT');
  expect((await stopping).status).toBe(200);
  const { notificationMail, jobTitle } = (await karim.ok(api.users.me)).user;
  expect([notificationMail, jobTitle]).toEqual([false, 'Couvreur']);
});

test('Looking for people to mail costs as many queries for many people and places as for few', async () => {
  /** Lists the statements of a look for people to mail: Kysely runs these, and the job queue runs its own. */
  const looked = async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await at(aheadMs / minuteMs + 100);
    const texts = query.mock.calls.map(([asked]) =>
      typeof asked === 'string' ? asked : (asked as { text: string }).text,
    );
    query.mockRestore();
    return texts.filter(text => text?.includes('message_mails'));
  };
  const cost = async (people: number, places: number) => {
    const all = await Promise.all(
      Array.from({ length: people }, (_, n) => palabre.register({ firstName: `Cam ${n}` })),
    );
    const here = await gather(camille, ...all);
    for (const person of all) await wish(person);
    for (let n = 0; n < places; n += 1) {
      const channel = await here.channel(`lieu-${n}`);
      await post(camille, channel, '<@everyone>');
    }
    for (const person of all) await write(camille, await talk(camille, person), 'Un mot');
    const texts = await looked();
    expect(all.map(person => mailsTo(person).length)).toEqual(all.map(() => 1));
    const of = (part: string) => texts.filter(text => text.includes(part)).length;
    return {
      looks: of('AS waits'),
      asks: of('UPDATE message_mails SET asked_at'),
      // Each letter takes one statement to read its messages, and one to record that it left.
      letters: [of('AS messages'), of('mailed_at =')],
    };
  };
  // Sends first the messages that still wait for people of other tests.
  await at(aheadMs / minuteMs + 100);
  expect(await cost(1, 1)).toEqual({ looks: 1, asks: 1, letters: [1, 1] });
  expect(await cost(4, 3)).toEqual({ looks: 1, asks: 1, letters: [4, 4] });
});

test('A message said before a person joined its group is not mailed, even marked as unread', async () => {
  const [karim, late] = [await wishing('Karim'), await wishing('Tard')];
  const group = await talk(camille, karim, await palabre.register());
  await write(camille, group, 'Dit avant.');
  await camille.ok(api.conversations.add, { params: { id: group._id }, body: { users: [late.id] } });
  await read(late, { conversationId: group._id, position: 0, back: true });
  await at(aheadMs / minuteMs + 100);
  expect([mailsTo(karim).length, mailsTo(late)]).toEqual([1, []]);
});

test('A person is mailed however many others want mails', async () => {
  const { kysely } = palabre.services.database;
  // Their ids come before all others: the look meets them first, more of them than it reads at once.
  await sql`
    WITH people AS (
      INSERT INTO users (id, first_name, last_name, email, notification_mail)
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Foule', n::text, 'foule' || n || '@exemple.fr', true
      FROM generate_series(1, 401) AS n RETURNING id
    )
    INSERT INTO message_mails (user_id, language, since) SELECT id, 'fr', now() FROM people`.execute(kysely);
  const karim = await wishing('Karim');
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await at(aheadMs / minuteMs + 100);
  await sql`DELETE FROM users WHERE first_name = 'Foule'`.execute(kysely);
  expect(mailsTo(karim)).toHaveLength(1);
});

test('A mail that leaves twice, since its process ended before it noted so, has one id', async () => {
  const karim = await wishing('Karim');
  const { mails } = palabre.services;
  const deliver = mails.deliver.bind(mails);
  const delivering = vi.spyOn(mails, 'deliver').mockImplementationOnce(async mail => {
    await deliver(mail);
    throw new Error('the process ends');
  });
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await at(16);
  delivering.mockRestore();
  const ids = mailsTo(karim).map(mail => header(mail, 'message-id'));
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('A mail server that is away loses no mail and has none wait twice, and messages read meanwhile are not mailed once it is back', async () => {
  const [karim, yann] = [await wishing('Karim'), await wishing('Yann')];
  const [his, other] = [await talk(camille, karim), await talk(camille, yann)];
  const first = await write(camille, his, 'Lu entre-temps.');
  await write(camille, other, 'Toujours là.');
  await mailbox.close();
  aheadMs = 16 * minuteMs;
  await palabre.jobs.now('notifications.mails');
  // Both letters have read their messages, and have failed to leave.
  await vi.waitUntil(async () => (await jobsLeft())?.failed === 2, { interval: 30 });
  // A look meanwhile leaves the letters as they wait; an hour later each is asked for again, in place of the pending job.
  const asked = async () =>
    (
      await sql<{ revision: number; max_attempts: number }>`
        SELECT revision, max_attempts FROM graphile_worker._private_jobs WHERE key LIKE 'notifications.letter:%'`.execute(
        palabre.services.database.kysely,
      )
    ).rows;
  aheadMs += minuteMs;
  await palabre.jobs.now('notifications.mails');
  await jobsDone(palabre, 'notifications.mails');
  expect(await asked()).toEqual(Array(2).fill({ revision: 0, max_attempts: 9 }));
  aheadMs = 80 * minuteMs;
  await palabre.jobs.now('notifications.mails');
  await jobsDone(palabre, 'notifications.mails');
  // Each has failed again: a job that ran now would have read its messages, and might leave once the server is back.
  await vi.waitUntil(
    async () => {
      const jobs = await jobsLeft();
      return jobs?.failed === 2 && jobs.running === 0;
    },
    { interval: 30 },
  );
  expect((await jobsLeft())?.left).toBe(2);
  await read(karim, { conversationId: his._id, position: first.position });
  await mailbox.open();
  const mail = await vi.waitUntil(() => mailsTo(yann)[0]);
  expect(mail?.text).toContain('Toujours là.');
  await vi.waitUntil(async () => (await jobsLeft())?.left === 0, { interval: 30 });
  expect([mailsTo(karim).length, mailsTo(yann).length]).toEqual([0, 1]);
});
