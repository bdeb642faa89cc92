import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { Mailbox } from '../../../test/outside/mailbox.ts';
import { hoursFrom } from '../../../test/people/duty.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { waitingAtMost } from './open/waiting.store.ts';

const minuteMs = 60_000;
const mailbox = new Mailbox();
let palabre: Palabre;
let camille: Person;
/** Lead of the clock of jobs, of duty too, over the clock of everything else. */
let aheadMs = 0;

beforeAll(async () => {
  await mailbox.open();
  palabre = await startPalabre({
    env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://palabre.exemple.fr' },
    now: () => new Date(Date.now() + aheadMs),
  });
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
});
afterAll(() => mailbox.close());

async function wishing(firstName: string): Promise<Person> {
  aheadMs = 0;
  const person = await palabre.register({ firstName });
  await person.ok(api.accounts.update, { params: { id: person.id }, body: { notificationMail: true } });
  return person;
}

/** Runs the mail jobs as of a time from now, until all are done. */
async function at(minutes: number): Promise<void> {
  aheadMs = minutes * minuteMs;
  await palabre.jobs.now('notifications.mails');
  await vi.waitUntil(
    async () => {
      const { rows } = await sql<{ left: number }>`
        SELECT count(*)::int AS left FROM graphile_worker._private_jobs AS job
        JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
        WHERE task.identifier LIKE 'notifications.%'`.execute(palabre.services.database.kysely);
      return rows[0]?.left === 0;
    },
    { interval: 30 },
  );
}

const mailsTo = (person: Person) =>
  mailbox.to(person.user.email).filter(({ subject }) => /écrit|mentionne|attendent/.test(subject ?? ''));

test('A mail waits for the end of its person’s rest, and tells then all that came meanwhile, once', async () => {
  const [karim, witness] = [await wishing('Karim'), await wishing('Témoin')];
  await karim.ok(api.availability.setHours, { body: { hours: hoursFrom(3, 12) } });
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Le premier.');
  await write(camille, await talk(camille, witness), 'Le premier.');
  await at(16);
  await write(camille, conversation, 'Le deuxième.');
  await at(100);
  await at(178);
  expect([mailsTo(karim).length, mailsTo(witness).length]).toEqual([0, 1]);
  expect((await karim.ok(api.unread.list)).unread).toMatchObject([{ conversationId: conversation._id }]);
  await at(181);
  await at(182);
  await at(250);
  const [summary, ...more] = mailsTo(karim);
  expect(more).toEqual([]);
  expect(summary?.text).toMatch(/Le premier\.[\s\S]*Le deuxième\./);
});

test('A person who goes off duty between the look and the letter gets no mail', async () => {
  const karim = await wishing('Karim');
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  const { jobs } = palabre.services;
  const really = jobs.addAll.bind(jobs);
  const asking = vi.spyOn(jobs, 'addAll').mockImplementation(async (name, asked, keeping) => {
    if (JSON.stringify(asked).includes(karim.id))
      await karim.ok(api.availability.setHours, { body: { hours: hoursFrom(2, 12) } });
    return really(name, asked, keeping);
  });
  await at(16);
  asking.mockRestore();
  expect([(await karim.ok(api.availability.own)).own.source, mailsTo(karim)]).toEqual(['own', []]);
  await at(125);
  expect(mailsTo(karim)).toHaveLength(1);
});

test('A letter that could not be queued is queued by the next look, within the hour all the same', async () => {
  const karim = await wishing('Karim');
  await write(camille, await talk(camille, karim), `<@${karim.id}> es-tu là ?`);
  const queueing = vi.spyOn(palabre.services.jobs, 'addAll').mockRejectedValueOnce(new Error('the database is away'));
  const { kysely } = palabre.services.database;
  aheadMs = 16 * minuteMs;
  await palabre.jobs.now('notifications.mails');
  // Has the look that failed run again at once.
  const again = sql`WITH again AS (
      UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL RETURNING id
    ) SELECT pg_notify('jobs:insert', '{"count":1}') FROM again`;
  await vi.waitUntil(async () => (await again.execute(kysely)).rows.length === 1);
  queueing.mockRestore();
  await at(16);
  // A message of a conversation that calls its reader by name is mailed once, as a mention.
  expect(mailsTo(karim).map(({ subject }) => subject)).toEqual(['Camille Riou vous mentionne']);
});

test('An urgent message alone is mailed to who is off duty; what came before it and follows it waits, and is told without it', async () => {
  const karim = await wishing('Karim');
  await karim.ok(api.availability.setHours, { body: { hours: hoursFrom(5, 12) } });
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Rien ne presse.');
  await at(16);
  expect(mailsTo(karim)).toEqual([]);
  const nonce = randomUUID();
  await camille.ok(api.availability.urgent, { body: { nonce, reason: 'Le serveur du client est en panne.' } });
  await camille.ok(api.messages.send, {
    body: { conversationId: conversation._id, content: 'Tout est en panne.', nonce },
  });
  await at(33);
  expect(mailsTo(karim)).toHaveLength(1);
  expect(mailsTo(karim)[0]?.text).toMatch(/Tout est en panne\./);
  expect(mailsTo(karim)[0]?.text).not.toMatch(/Rien ne presse\./);
  await write(camille, conversation, 'C’est réparé.');
  await at(120);
  expect(mailsTo(karim)).toHaveLength(1);
  await at(301);
  expect(mailsTo(karim)[1]?.text).toMatch(/Rien ne presse\.[\s\S]*C’est réparé\./);
  expect(mailsTo(karim)[1]?.text).not.toMatch(/Tout est en panne\./);
  await at(400);
  expect(mailsTo(karim)).toHaveLength(2);
});

test('An urgent message is mailed to who is off duty, however many others follow it in its place', async () => {
  const karim = await wishing('Karim');
  await karim.ok(api.availability.setHours, { body: { hours: hoursFrom(5, 12) } });
  const conversation = await talk(camille, karim);
  const nonce = randomUUID();
  await camille.ok(api.availability.urgent, { body: { nonce, reason: 'Le serveur du client est en panne.' } });
  await camille.ok(api.messages.send, {
    body: { conversationId: conversation._id, content: 'Tout est en panne.', nonce },
  });
  // One message more than the job reads in a place.
  await Promise.all(Array.from({ length: waitingAtMost + 1 }, (_, n) => write(camille, conversation, `Suite ${n}.`)));
  await at(16);
  expect(mailsTo(karim).map(({ text }) => /Tout est en panne\./.test(text ?? ''))).toEqual([true]);
});
