import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { PushDetail } from '@palabre/common/contract/reading/push.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { measuresOf } from '../../../test/measures.ts';
import { PushService } from '../../../test/outside/push-service.ts';
import { hoursFrom } from '../../../test/people/duty.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

const service = new PushService();
let palabre: Palabre;
/** Lead of the clock of jobs, of duty too, over the clock of everything else. */
let aheadMs = 0;

beforeAll(async () => {
  await service.open();
  palabre = await startPalabre({
    env: { PUBLIC_URL: 'https://palabre.exemple.fr', PUSH_SERVICES: service.url, SUPPORT_EMAIL: 'aide@exemple.fr' },
    now: () => new Date(Date.now() + aheadMs),
  });
});
afterAll(() => service.close());

/** Runs the push jobs as of a time from now, until all are done; all events sent before are heard by then. */
async function leave(seconds = 11): Promise<void> {
  const { pool, first } = palabre.services.database;
  await vi.waitUntil(() => [pool, first].every(one => one.waitingCount === 0 && one.idleCount === one.totalCount));
  aheadMs = seconds * 1_000;
  const { kysely } = palabre.services.database;
  await palabre.jobs.now('push.look');
  await vi.waitUntil(
    async () => {
      await sql`
        WITH aged AS (
          UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() AND locked_at IS NULL RETURNING id
        ) SELECT pg_notify('jobs:insert', '{"count":1}') FROM aged`.execute(kysely);
      const { rows } = await sql`
        SELECT FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
        WHERE task.identifier LIKE 'push.%'`.execute(kysely);
      return rows.length === 0;
    },
    { interval: 30, timeout: eventWaitTimeoutMs },
  );
}

/** Registers a person whose working day begins in two hours, with a device for each of these details. */
async function resting(firstName: string, ...details: PushDetail[]) {
  aheadMs = 0;
  const person = await palabre.register({ firstName });
  const { key } = await person.ok(api.push.key);
  const at = async (one: Person, detail: PushDetail) => {
    const browser = service.browser(key ?? '');
    await one.ok(api.push.subscribe, { body: { ...browser.subscription, detail } });
    return browser;
  };
  const [first = 'all', ...more] = details;
  const browsers = [await at(person, first)];
  for (const detail of more) browsers.push(await at(await person.elsewhere(), detail));
  await person.ok(api.availability.setHours, { body: { hours: hoursFrom(2, 10) } });
  return { person, browsers, texts: () => browsers.map(({ texts }) => texts) };
}

test('What came in several places while one was off duty is one push, as far as each device shows it, which opens the inbox', async () => {
  const camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  const { person: karim, browsers, texts } = await resting('Karim', 'all', 'name', 'nothing');
  const team = await gather(camille, karim);
  const plans = await team.channel('plans');
  for (const place of [team.welcome, plans, plans]) await post(camille, place, `<@${karim.id}> à voir`);
  const conversation = await talk(camille, karim);
  for (const said of ['Tu dors ?', 'À demain.']) await write(camille, conversation, said);
  await leave();
  expect(texts()).toEqual([[], [], []]);
  await leave(121 * 60);
  const title = '5 messages dans 2 salons et 1 conversation pendant votre absence';
  expect(texts()).toEqual([
    [[title, '#général (1), #plans (2), Camille Riou (2)']],
    [[title, 'Camille Riou']],
    [['Palabre', '5 messages pendant votre absence']],
  ]);
  for (const { arrived } of browsers)
    expect(arrived).toMatchObject([{ payload: { link: '/home#inbox', tag: karim.id }, urgency: 'high' }]);
  await karim.ok(api.availability.setHours, { body: { hours: null } });
  await post(camille, plans, `<@${karim.id}> bonjour`);
  await leave();
  expect(browsers[0]?.texts.slice(1)).toEqual([
    ['3 messages dans #plans', 'Camille Riou\u00a0: @Karim Moreau bonjour'],
  ]);
});

test('What came in one place alone while one was off duty is pushed as ever, and so is what comes in several on duty', async () => {
  const camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  const { person: karim, texts } = await resting('Karim');
  const conversation = await talk(camille, karim);
  const team = await gather(camille, karim);
  await write(camille, conversation, 'À demain.');
  await leave();
  await leave(121 * 60);
  expect(texts()).toEqual([[['Camille Riou vous a écrit', 'À demain.']]]);
  await karim.ok(api.availability.setHours, { body: { hours: null } });
  await write(camille, conversation, 'Bonjour.');
  await post(camille, team.welcome, `<@${karim.id}> bonjour`);
  await leave();
  expect(
    texts()[0]
      ?.slice(1)
      .map(([title]) => title),
  ).toEqual(['2 messages de Camille Riou', 'Camille Riou vous mentionne']);
});

test('A message of more than a day ago is pushed no more, unlike one of this day', async () => {
  const camille = await palabre.register();
  const { person: karim, texts } = await resting('Karim');
  await karim.ok(api.availability.setHours, { body: { hours: null } });
  const waiting = async () => (await measuresOf(palabre.url)).palabre_pushes_waiting;
  expect(await waiting()).toBe(0);
  await write(camille, await talk(camille, karim), 'Hier.');
  // Operators see how many devices wait.
  await expect.poll(waiting).toBe(1);
  await leave(25 * 3_600);
  expect([texts(), await waiting()]).toEqual([[[]], 0]);
  await write(camille, await talk(camille, karim), 'Ce matin.');
  await leave(23 * 3_600);
  expect(texts()).toEqual([[['2 messages de Camille Moreau', 'Ce matin.']]]);
});

test('A push whose service asks to come back waits twice as long each time', async () => {
  const camille = await palabre.register();
  const { person: karim, browsers, texts } = await resting('Karim');
  await karim.ok(api.availability.setHours, { body: { hours: null } });
  for (const browser of browsers) browser.answers = [503, 503, 503];
  const adding = vi.spyOn(palabre.services.jobs, 'add');
  await write(camille, await talk(camille, karim), 'Es-tu là ?');
  await leave();
  const delays = adding.mock.calls.map(([, , options]) => options?.delayMs);
  adding.mockRestore();
  expect([delays, texts()[0]?.length]).toEqual([[10_000, 20_000, 40_000], 1]);
});

test('A push about several places fits in 3,000 bytes, however many and long they are', async () => {
  const long = await palabre.register({ firstName: '名'.repeat(80), lastName: '姓'.repeat(80) });
  const { person: karim, browsers } = await resting('Karim', 'all', 'name');
  const team = await gather(long, karim);
  for (let n = 10; n < 25; n += 1) await post(long, await team.channel(`${n}${'道'.repeat(78)}`), `<@${karim.id}> oui`);
  await leave();
  await leave(121 * 60);
  for (const { arrived, texts } of browsers) {
    expect(texts.map(([title]) => title)).toEqual(['15 messages dans 15 salons pendant votre absence']);
    expect(arrived[0]?.bytes).toBeLessThanOrEqual(3_000);
  }
  // The longer one keeps as much as fits, and shows where it was cut.
  const [cut] = browsers[0]?.arrived ?? [];
  expect(cut?.bytes).toBeGreaterThan(1_000);
  expect(cut?.payload.body).toMatch(/…$/);
});

test('A push waits for the end of its person’s rest; an urgent message alone goes through, and is told once', async () => {
  const camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  const { person: karim, texts } = await resting('Karim');
  const team = await gather(camille, karim);
  const { _id: conversationId } = await talk(camille, karim);
  const say = (content: string, nonce: string = randomUUID()) =>
    camille.ok(api.messages.send, { body: { conversationId, content, nonce } });
  const sayUrgently = async (content: string) => {
    const nonce = randomUUID();
    await camille.ok(api.availability.urgent, { body: { nonce, reason: 'Le serveur du client est en panne.' } });
    await say(content, nonce);
  };
  await say('Rien ne presse.');
  await post(camille, team.welcome, `<@${karim.id}> pour demain`);
  await leave();
  expect(texts()).toEqual([[]]);
  await sayUrgently('Tout est en panne.');
  await leave();
  await say('C’est réparé.');
  await leave(100 * 60);
  await sayUrgently('Encore en panne.');
  await leave();
  const urgent = [
    ['Camille Riou vous a écrit', 'Tout est en panne.'],
    ['2 messages de Camille Riou', 'Encore en panne.'],
  ];
  expect(texts()).toEqual([urgent]);
  await leave(121 * 60);
  expect(texts()).toEqual([
    [...urgent, ['3 messages dans 1 salon et 1 conversation pendant votre absence', '#général (1), Camille Riou (2)']],
  ]);
});

test('An urgent message that was pushed during its person’s rest is not pushed again after it', async () => {
  const camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  const { person: karim, texts } = await resting('Karim');
  const { _id: conversationId } = await talk(camille, karim);
  const nonce = randomUUID();
  await camille.ok(api.availability.urgent, { body: { nonce, reason: 'Le serveur du client est en panne.' } });
  await camille.ok(api.messages.send, { body: { conversationId, content: 'Tout est en panne.', nonce } });
  await leave();
  await leave(121 * 60);
  await leave(125 * 60);
  expect(texts()).toEqual([[['Camille Riou vous a écrit', 'Tout est en panne.']]]);
});

test('A push tells its service the support address of this Palabre, to turn to', async () => {
  const { person, browsers } = await resting('Karim');
  const [device] = (await person.ok(api.push.devices)).devices;
  await person.ok(api.push.test, { body: { id: device?._id ?? '' } });
  expect(browsers[0]?.arrived).toMatchObject([{ contact: 'mailto:aide@exemple.fr' }]);
});

test('Of several places, those that the push service did not take yet are pushed later, and none a second time', async () => {
  const camille = await palabre.register({ firstName: 'Camille', lastName: 'Riou' });
  const { person: karim, browsers, texts } = await resting('Karim');
  await karim.ok(api.availability.setHours, { body: { hours: null } });
  const team = await gather(camille, karim);
  for (const browser of browsers) browser.answers = [201, 503];
  await write(camille, await talk(camille, karim, await palabre.register()), 'Bonjour.');
  await post(camille, team.welcome, `<@${karim.id}> bonjour`);
  await leave();
  await leave(3_700);
  expect(texts()[0]?.map(([title]) => title)).toEqual(['Camille Riou vous a écrit', 'Camille Riou vous mentionne']);
  // What calls nobody by name may wait until the device is awake.
  expect(browsers[0]?.arrived.map(({ urgency }) => urgency)).toEqual(['normal', 'high']);
});
