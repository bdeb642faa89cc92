import { api } from '@palabre/common/contract/index.ts';
import type { PushDetail } from '@palabre/common/contract/reading/push.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { type Browser, PushService } from '../../../test/outside/push-service.ts';
import { come, talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

const service = new PushService();
let palabre: Palabre;
let camille: Person;
let team: Team;
let key: string;
/** Lead of the clock of the jobs over the clock of everything else. */
let aheadMs = 0;

beforeAll(async () => {
  await service.open();
  palabre = await startPalabre({
    env: { PUBLIC_URL: 'https://palabre.exemple.fr', PUSH_SERVICES: `https://push.exemple.fr, ${service.url}` },
    now: () => new Date(Date.now() + aheadMs),
  });
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  team = await gather(camille);
  key = (await camille.ok(api.push.key)).key ?? '';
});
afterAll(() => service.close());

const db = () => palabre.services.database.kysely;

/** Subscribes the device of a person's session. */
async function subscribe(person: Person, detail: PushDetail = 'all') {
  const browser = service.browser(key);
  const { device } = await person.ok(api.push.subscribe, { body: { ...browser.subscription, detail } });
  return { browser, device };
}

/** Registers a person of the team with a subscribed device. */
async function reachable(firstName: string, detail: PushDetail = 'all'): Promise<[Person, Browser]> {
  const person = await palabre.register({ firstName });
  await person.ok(api.workspaces.join, { params: team.params });
  return [person, (await subscribe(person, detail)).browser];
}

/** Counts the pending push jobs, and those that have failed once. */
const jobsLeft = async () => {
  const { rows } = await sql<{ left: number; failed: number; delayed: number }>`
    SELECT count(*)::int AS left, count(last_error)::int AS failed,
      (count(*) FILTER (WHERE run_at > now() + interval '5 seconds'))::int AS delayed
    FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    WHERE task.identifier LIKE 'push.%'`.execute(db());
  return rows[0] ?? { left: 0, failed: 0, delayed: 0 };
};

/** Ages the queued pushes, so that they are due, and wakes the runner. */
const age = () =>
  sql`
    WITH aged AS (
      UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL RETURNING id
    ) SELECT pg_notify('jobs:insert', '{"count":1}') FROM aged`.execute(db());

/** Runs the jobs of pushes as of a time from now, until all are done. */
async function leave(seconds = 11): Promise<void> {
  aheadMs = seconds * 1_000;
  await palabre.jobs.now('push.look');
  await vi.waitUntil(
    async () => {
      await age();
      return (await jobsLeft()).left === 0;
    },
    { interval: 30 },
  );
}

const devices = async (person: Person) => (await person.ok(api.push.devices)).devices;

test('A message to a person who is away is pushed, encrypted, after ten seconds, with its sender, place, text and link', async () => {
  const [karim, browser] = await reachable('Karim');
  const conversation = await talk(camille, karim);
  const direct = await write(camille, conversation, 'Tu as une minute ? ||le code est 4912||');
  await vi.waitUntil(async () => (await jobsLeft()).delayed === 1);
  expect(browser.arrived).toEqual([]);
  await leave();
  expect(browser.arrived).toMatchObject([
    {
      payload: {
        title: 'Camille Riou vous a écrit',
        body: 'Tu as une minute ? ▒▒▒▒',
        tag: conversation._id,
        link: `/conversation/${conversation._id}?message=${direct._id}`,
      },
      ...{ ttl: '86400', urgency: 'high', contact: 'https://palabre.exemple.fr' },
    },
  ]);
  const mention = await post(camille, team.welcome, `<@${karim.id}> la démo est à **14 h**`);
  await post(camille, team.welcome, 'Ceci ne nomme personne.');
  await leave();
  expect(browser.arrived.slice(1)).toMatchObject([
    {
      payload: {
        title: 'Camille Riou vous mentionne',
        body: '#général · Chantier\n@Karim Moreau la démo est à 14 h',
        link: `/workspace/${team.id}/channel/${team.welcome._id}?message=${mention._id}`,
      },
    },
  ]);
  const topics = browser.arrived.map(({ topic = '' }) => topic);
  expect(new Set(topics).size).toBe(2);
  for (const topic of topics) expect(topic).toMatch(/^[\w-]{22}$/);
  await leave(80_000);
  expect(browser.arrived).toHaveLength(2);
});

test('A reply in a thread is pushed with a link that opens it in its thread', async () => {
  const [karim, browser] = await reachable('Karim');
  const { _id: root } = await post(camille, team.welcome, 'Qui vient ?');
  const { message } = await camille.ok(api.messages.send, {
    body: { threadOf: root, content: `<@${karim.id}> toi ?` },
  });
  await leave();
  expect(browser.arrived.map(({ payload }) => [payload.tag, payload.link])).toEqual([
    [root, `/workspace/${team.id}/channel/${team.welcome._id}?message=${message._id}&thread=${root}`],
  ]);
});

test('A storm is one push of its place, with their number and the latest text', async () => {
  const [karim, browser] = await reachable('Karim');
  for (let n = 1; n <= 11; n += 1) await post(camille, team.welcome, `<@${karim.id}> message ${n}`);
  await leave();
  expect(browser.texts).toEqual([['11 messages dans #général', 'Camille Riou\u00a0: @Karim Moreau message 11']]);
  await post(camille, team.welcome, `<@${karim.id}> message 12`);
  await leave();
  expect(browser.texts.at(-1)?.[0]).toBe('12 messages dans #général');
  expect(browser.arrived).toHaveLength(2);
});

test('A message that came less than ten seconds before a push waits its own ten seconds', async () => {
  const [karim, browser] = await reachable('Karim');
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Le premier.');
  await vi.waitUntil(async () => (await jobsLeft()).delayed === 1);
  const young = await write(camille, conversation, 'Le deuxième.');
  // The first has waited, the second has not.
  await sql`UPDATE messages SET created_at = created_at - interval '30 seconds'
    WHERE place_id = ${conversation._id} AND id <> ${young._id}`.execute(db());
  await sql`UPDATE conversation_users SET joined_at = joined_at - interval '1 minute'
    WHERE conversation_id = ${conversation._id}`.execute(db());
  await sql`UPDATE push_subscriptions SET since = since - interval '1 minute', created_at = since - interval '1 minute'
    WHERE user_id = ${karim.id}`.execute(db());
  aheadMs = 0;
  await age();
  await vi.waitUntil(() => browser.arrived.length === 1);
  expect(browser.texts).toEqual([['Camille Riou vous a écrit', 'Le premier.']]);
  await vi.waitUntil(async () => (await jobsLeft()).delayed === 1);
  await leave();
  expect(browser.texts.slice(1)).toEqual([['2 messages de Camille Riou', 'Le deuxième.']]);
});

test('A device shows the text, the name alone, or nothing but that there is a message', async () => {
  const people = [await reachable('Karim', 'all'), await reachable('Yann', 'name'), await reachable('Nina', 'nothing')];
  for (const [person] of people) await write(camille, await talk(camille, person), 'Le devis est signé');
  await leave();
  expect(people.map(([, browser]) => browser.texts)).toEqual([
    [['Camille Riou vous a écrit', 'Le devis est signé']],
    [['Camille Riou vous a écrit', '']],
    [['Palabre', 'Un message']],
  ]);
  for (const [person] of people) await write(camille, await talk(camille, person), 'Et payé');
  await leave();
  expect(people.map(([, browser]) => browser.texts.at(-1))).toEqual([
    ['2 messages de Camille Riou', 'Et payé'],
    ['2 messages de Camille Riou', ''],
    ['Palabre', '2 messages'],
  ]);
});

test('A push is in the language in which its device was subscribed', async () => {
  const karim = await palabre.register({ firstName: 'Karim' });
  const browser = service.browser(key);
  const headers = { 'accept-language': 'en-GB' };
  await karim.raw('PUT', '/api/push/subscription', { body: browser.subscription, headers });
  await write(camille, await talk(camille, karim), 'Hello');
  await leave();
  expect(browser.texts).toEqual([['Camille Riou wrote to you', 'Hello']]);
});

test('No push tells of a message that was read, deleted, muted, of a place that is out of reach, or of one said before', async () => {
  const names = ['Témoin', 'Lu', 'Muet', 'Rien', 'Effacé', 'Parti'];
  const all = await Promise.all(names.map(name => reachable(name)));
  const [, reader, mute, none, erased, gone] = all.map(([person]) => person) as [
    ...[Person, Person, Person, Person, Person, Person],
  ];
  const late = await palabre.register({ firstName: 'Tard' });
  await late.ok(api.workspaces.join, { params: team.params });
  const conversation = await talk(camille, erased);
  const said = await write(camille, conversation, 'Seul à seul.');
  const place = await team.channel('chantier');
  const channelId = place._id;
  await mute.ok(api.unread.setLevel, { body: { channelId, muted: true } });
  const call = await post(camille, place, '<@everyone> réunion à midi');
  const afterwards = (await subscribe(late)).browser;
  await reader.ok(api.unread.mark, { body: { channelId, position: call.position } });
  await none.ok(api.unread.setLevel, { body: { channelId, level: 'nothing' } });
  await erased.ok(api.unread.mark, { body: { channelId, position: call.position } });
  await camille.ok(api.messages.remove, { params: { id: said._id } });
  await gone.ok(api.workspaces.leave, { params: team.params });
  await leave();
  expect([...all.map(([, browser]) => browser), afterwards].map(({ arrived }) => arrived.length)).toEqual([
    ...[1, 0, 0, 0, 0, 0, 0],
  ]);
  expect(all[0]?.[1].texts).toEqual([['Camille Riou vous mentionne', '#chantier · Chantier\n@tous réunion à midi']]);
});

test('A person who is banned from a workspace gets no push of it, and none at all once their address is banned', async () => {
  const [karim, browser] = await reachable('Karim');
  const [nina, other] = await reachable('Nina');
  await post(camille, team.welcome, `<@${karim.id}> <@${nina.id}> avant le ban`);
  await camille.ok(api.members.ban, { params: team.params, body: { userId: karim.id } });
  const root = await palabre.register();
  await palabre.makeAdministrator(root);
  await root.ok(api.administration.ban, { body: { email: nina.user.email } });
  await leave();
  expect([browser.arrived, other.arrived]).toEqual([[], []]);
});

test('A person who is active on a device gets no push; once away, one of what is still unread', async () => {
  const [karim, browser] = await reachable('Karim');
  const ears = await come(karim);
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await leave();
  expect(browser.arrived).toEqual([]);
  ears.close();
  await vi.waitUntil(
    async () => (await camille.ok(api.users.one, { params: { id: karim.id } })).user.status === 'offline',
  );
  await leave();
  expect(browser.texts).toEqual([['Camille Riou vous a écrit', 'Es-tu là ?']]);
});

test('A person who comes to a device while the push waits gets none', async () => {
  const [karim, browser] = await reachable('Karim');
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await vi.waitUntil(async () => (await jobsLeft()).delayed === 1);
  const ears = await come(karim);
  await leave();
  expect(browser.arrived).toEqual([]);
  ears.close();
});

test('A device gets nothing once its session is over, while the others of its person do', async () => {
  const [karim, browser] = await reachable('Karim');
  const elsewhere = await karim.elsewhere();
  const other = (await subscribe(elsewhere)).browser;
  expect((await devices(karim)).map(({ current }) => current)).toEqual([true, false]);
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Un.');
  await elsewhere.ok(api.users.logout);
  await leave();
  expect([browser.arrived.length, other.arrived.length]).toEqual([1, 0]);
  expect(await devices(karim)).toHaveLength(1);
  await sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${karim.id}`.execute(db());
  await write(camille, conversation, 'Deux.');
  await leave();
  expect(browser.arrived).toHaveLength(1);
});

test('A subscription that replaces another goes on where that one was, and one of another person begins anew', async () => {
  const [karim] = await reachable('Karim');
  await write(camille, await talk(camille, karim), 'Dit avant.');
  const { browser } = await subscribe(karim);
  await leave();
  expect(browser.texts).toEqual([['Camille Riou vous a écrit', 'Dit avant.']]);
  const yann = await palabre.register({ firstName: 'Yann' });
  await write(camille, await talk(camille, yann), 'Dit avant aussi.');
  await yann.ok(api.push.subscribe, { body: { ...browser.subscription, detail: 'all' } });
  await leave();
  expect(browser.texts).toHaveLength(1);
});

test('A deleted account is not pushed to', async () => {
  const [karim, browser] = await reachable('Karim');
  await post(camille, team.welcome, `<@${karim.id}> un dernier mot`);
  await karim.ok(api.accounts.remove, { params: { id: karim.id }, body: { password: karim.password } });
  await leave();
  expect(browser.arrived).toEqual([]);
  const { rows } = await sql`SELECT id FROM push_subscriptions WHERE user_id = ${karim.id}`.execute(db());
  expect(rows).toEqual([]);
});

test('A subscription that its service no longer knows is deleted, by 404 as by 410', async () => {
  const [karim, browser] = await reachable('Karim');
  const [yann, other] = await reachable('Yann');
  service.forget(browser);
  other.answers = [404, 201];
  await post(camille, team.welcome, `<@${yann.id}>`);
  for (const person of [karim, yann]) await write(camille, await talk(camille, person), 'Un mot.');
  await leave();
  expect([await devices(karim), await devices(yann), other.answers]).toEqual([[], [], [201]]);
});

test('A subscription is deleted at the third refusal in a row, and a success begins the count anew', async () => {
  const [karim, browser] = await reachable('Karim');
  const conversation = await talk(camille, karim);
  browser.answers = [403, 400, 201, 403, 403, 403];
  const counts: (number | undefined)[] = [];
  for (let n = 1; n <= 6; n += 1) {
    await write(camille, conversation, `Message ${n}`);
    await leave();
    counts.push((await devices(karim))[0]?.failures);
  }
  expect(counts).toEqual([1, 2, 0, 1, 2, undefined]);
  expect(browser.texts).toEqual([['3 messages de Camille Riou', 'Message 3']]);
});

test.each([429, 503, 0])('A push answered by %s is tried again, and tells what is unread then', async status => {
  const [karim, browser] = await reachable('Karim');
  const conversation = await talk(camille, karim);
  const first = await write(camille, conversation, 'Lu entre-temps.');
  await write(camille, conversation, 'Toujours là.');
  browser.answers = [status];
  browser.before = async () => {
    browser.before = async () => {};
    await karim.ok(api.unread.mark, { body: { conversationId: conversation._id, position: first.position } });
  };
  await leave();
  expect(browser.texts).toEqual([['Camille Riou vous a écrit', 'Toujours là.']]);
  expect((await devices(karim))[0]?.failures).toBe(0);
});

test('A push whose service asks to come back is tried later and later, then hourly', async () => {
  const [karim, browser] = await reachable('Karim');
  browser.answers = Array<number>(9).fill(503);
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await leave();
  expect([browser.arrived.length, browser.answers.length]).toEqual([0, 0]);
  await leave();
  expect(browser.arrived).toEqual([]);
  await leave(3_700);
  expect(browser.texts).toEqual([['Camille Riou vous a écrit', 'Es-tu là ?']]);
});

test('A process that ends before its job is queued, or between the job and the push, loses no push', async () => {
  const [karim, browser] = await reachable('Karim');
  const conversation = await talk(camille, karim);
  const queueing = vi.spyOn(palabre.services.jobs, 'addAll').mockRejectedValueOnce(new Error('the process has ended'));
  await write(camille, conversation, 'Un mot.');
  await vi.waitUntil(() => queueing.mock.results.length > 0);
  queueing.mockRestore();
  await leave();
  expect(browser.texts).toEqual([['Camille Riou vous a écrit', 'Un mot.']]);
  const sending = vi.spyOn(palabre.services.pushes, 'send').mockRejectedValueOnce(new Error('the process has ended'));
  await write(camille, conversation, 'Un autre.');
  await leave();
  expect(sending).toHaveBeenCalledTimes(2);
  sending.mockRestore();
  expect(browser.texts.slice(1)).toEqual([['2 messages de Camille Riou', 'Un autre.']]);
});

test('A message that comes while its device is pushed to is pushed after it, and nothing twice', async () => {
  const [karim, browser] = await reachable('Karim');
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Un.');
  browser.before = async () => {
    browser.before = async () => {};
    await write(camille, conversation, 'Deux.');
  };
  await leave();
  expect(browser.texts).toEqual([
    ['Camille Riou vous a écrit', 'Un.'],
    ['2 messages de Camille Riou', 'Deux.'],
  ]);
});

test('A push fits in 3,000 bytes, however long names and text are', async () => {
  const [karim, browser] = await reachable('Karim');
  const long = await palabre.register({ firstName: '名'.repeat(80), lastName: '姓'.repeat(80) });
  const own = await gather(long, karim);
  const place = await own.channel('道'.repeat(80));
  await post(long, place, `<@${karim.id}> ${'👩‍👩‍👧‍👦'.repeat(400)}`);
  await leave();
  expect(browser.arrived).toHaveLength(1);
  expect(browser.arrived[0]?.bytes).toBeLessThanOrEqual(3_000);
});

test('A server whose keys have changed is refused by the services, until the page subscribes anew', async () => {
  const [karim, browser] = await reachable('Karim');
  // Browsers subscribed with another key than the server has now.
  const old = service.browser('another');
  await karim.ok(api.push.subscribe, { body: { ...old.subscription } });
  expect(await devices(karim)).toHaveLength(1);
  const conversation = await talk(camille, karim);
  await write(camille, conversation, 'Un.');
  await leave();
  expect((await devices(karim))[0]?.failures).toBe(1);
  const { device } = await karim.ok(api.push.subscribe, { body: { ...browser.subscription } });
  expect(device.failures).toBe(0);
  await write(camille, conversation, 'Deux.');
  await leave();
  expect([old.texts, browser.texts]).toEqual([[], [['Camille Riou vous a écrit', 'Deux.']]]);
});

test('Queueing pushes costs as many statements for many people and messages as for few', async () => {
  const cost = async (people: number) => {
    const all = await Promise.all(Array.from({ length: people }, (_, n) => reachable(`Cam ${n}`)));
    const place = await team.channel(`lieu-${people}`);
    const query = vi.spyOn(palabre.services.database.kysely, 'transaction');
    await post(camille, place, '<@everyone> bonjour');
    await leave();
    const transactions = query.mock.calls.length;
    query.mockRestore();
    expect(all.map(([, { arrived }]) => arrived.length)).toEqual(all.map(() => 1));
    return transactions;
  };
  await leave();
  const few = await cost(2);
  // One statement more may belong to another job.
  expect(await cost(9)).toBeLessThanOrEqual(few + 1);
});
