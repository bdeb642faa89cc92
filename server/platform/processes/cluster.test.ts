import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { gather, type Team } from '../../test/people/team.ts';
import { post } from '../../test/people/world.ts';
import { makeAdministrator } from '../sessions/administrator.store.ts';
import { alone, type Topics } from './cluster.ts';

/** Tests what a process tells the others, and how it reacts to hearing, missing or losing them, without Redis. */

const told: [topic: string, said: unknown][] = [];
const heard = new Map<string, ((said: never) => unknown)[]>();
const cut: (() => void)[] = [];
const missed: (() => unknown)[] = [];
const line: { connected: boolean } = alone;
const spies = [
  vi.spyOn(alone, 'tell').mockImplementation((topic, said) => void told.push([topic, said])),
  vi.spyOn(alone, 'ask').mockImplementation(async (topic, said) => void told.push([topic, said])),
  vi.spyOn(alone, 'on').mockImplementation((topic, handler) => {
    heard.set(topic, [...(heard.get(topic) ?? []), handler as (said: never) => unknown]);
  }),
  vi.spyOn(alone, 'onCut').mockImplementation(work => void cut.push(work)),
  vi.spyOn(alone, 'onMissed').mockImplementation(work => void missed.push(work)),
];
afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

/** Delivers a message of another process to this one. */
async function hear<T extends keyof Topics>(topic: T, said: Topics[T]): Promise<void> {
  for (const handler of heard.get(topic) ?? []) await handler(said as never);
}
const saidOf = (topic: keyof Topics) => told.filter(([name]) => name === topic).map(([, said]) => said);

let palabre: Palabre;
let readyAt: number;
let camille: Person;
let karim: Person;
let team: Team;
beforeAll(async () => {
  palabre = await startPalabre();
  readyAt = performance.now();
  camille = await palabre.register();
});
beforeEach(async () => {
  karim = await palabre.register({ firstName: 'Karim' });
  team = await gather(camille, karim);
  told.length = 0;
});

/** Changes the database, as another process would. */
const db = () => palabre.services.database.kysely;
const takeOut = () => sql`DELETE FROM workspace_members WHERE user_id = ${karim.id}`.execute(db());
const endSession = async ({ id }: Person) =>
  (await sql<{ id: string }>`DELETE FROM sessions WHERE user_id = ${id} RETURNING id`.execute(db())).rows[0]?.id ?? '';

it('messages of other processes that were missed make clients connect again, and fetch all', async () => {
  const ears = await karim.connect();
  await karim.ok(api.users.me);
  await endSession(karim);
  const { logger, database } = palabre.services;
  const reading = vi.spyOn(database.first, 'query').mockRejectedValueOnce(new Error('the database is away') as never);
  await expect(camille.connect()).rejects.toThrow('unavailable');
  reading.mockRestore();
  // The next request comes once the remains of the handshake are cleared away.
  await camille.ok(api.users.me);
  const warned = vi.spyOn(logger, 'warn');
  for (const work of missed) void work();
  // The socket whose handshake was refused is not among them.
  expect(warned.mock.calls).toEqual([[{ sockets: 1 }, expect.stringContaining('missed')]]);
  warned.mockRestore();
  expect(await ears.closed).toMatch(/transport/);
  expect((await karim.call(api.users.me)).status).toBe(401);
  // No rights of this person have changed, and earlier events are no longer known.
  const again = await (await palabre.register()).connect();
  await vi.waitFor(async () => {
    const sinceReady = performance.now() - readyAt;
    expect(await again.socket.timeout(5_000).emitWithAck('missed', sinceReady)).toEqual({ events: null });
  });
});

it('an event is told to other processes, and one of theirs goes to the sockets of this one', async () => {
  const ears = await karim.connect();
  const message = await post(camille, team.welcome, 'Bonjour');
  const same = ({ _id }: { _id: string }) => _id === message._id;
  const [event] = saidOf('event').filter(said => (said as { name: string }).name === 'newMessage') as [Topics['event']];
  expect(event.payload).toMatchObject({ _id: message._id });
  await hear('event', event);
  await hear('events', [event, event]);
  await ears.settled();
  expect(ears.all('newMessage', same)).toHaveLength(4);
  // People who come online are announced together.
  await vi.waitFor(() =>
    expect(saidOf('events').flat()).toContainEqual(expect.objectContaining({ name: 'userUpdate' })),
  );
});

it('a change of rights is told to other processes, and one of theirs takes sockets out of their rooms', async () => {
  const ears = await karim.connect();
  await takeOut();
  await hear('rightsChanged', [karim.id]);
  await post(camille, team.welcome, 'Entre nous');
  await ears.none('newMessage');
  await karim.ok(api.workspaces.join, { params: team.params });
  expect(saidOf('rightsChanged').flat()).toContain(karim.id);
});

it('a session that ends is told to other processes, and one of theirs is refused here, and closes its socket', async () => {
  const ears = await karim.connect();
  await karim.ok(api.users.me);
  const elsewhere = await karim.elsewhere();
  await elsewhere.ok(api.users.logout);
  expect(saidOf('sessionsEnded')).toHaveLength(1);
  await hear('sessionsEnded', [await endSession(karim)]);
  await ears.closed;
  expect((await karim.call(api.users.me)).status).toBe(401);
});

it('a person whose rights change in another process has their new ones at the next request', async () => {
  expect((await karim.call(api.overview.read)).status).toBe(404);
  await makeAdministrator(db(), karim.user.email);
  await hear('peopleChanged', [karim.id]);
  expect((await karim.call(api.overview.read)).status).toBe(200);
  await palabre.services.sessions.refresh(camille.id);
  expect(saidOf('peopleChanged')).toEqual([[camille.id]]);
});

it('a setting that is changed is told to other processes, and one of theirs holds here from then on', async () => {
  await makeAdministrator(db(), karim.user.email);
  await palabre.services.sessions.refresh(karim.id);
  const { version } = await karim.ok(api.settings.read);
  await karim.ok(api.settings.change, { body: { version, name: 'Les Tilleuls' } });
  expect(saidOf('settingsChanged')).toEqual([null]);
  for (const [name, follow] of [
    ['Rivière', () => hear('settingsChanged', null)],
    ['Montagne', () => Promise.all(missed.map(work => work()))],
  ] as const) {
    await sql`UPDATE settings SET value = ${JSON.stringify(name)}::jsonb WHERE name = 'name'`.execute(db());
    await follow();
    expect(await palabre.nobody.ok(api.settings.shown)).toMatchObject({ settings: { name } });
  }
});

it('two-step that is required is told to other processes, and where one of them requires it, who lacks it is shut out here', async () => {
  const ears = await karim.connect();
  await karim.ok(api.users.me);
  const set = (required: boolean) =>
    sql`INSERT INTO settings (name, value, version) VALUES ('twoStepRequired', to_jsonb(${required}::boolean), 1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db());
  const codeOf = async () => (await karim.call(api.boot.one)).body.code;
  await set(true);
  onTestFinished(async () => {
    await set(false);
    await hear('twoStepChanged', null);
  });
  await hear('twoStepChanged', null);
  expect(await codeOf()).toBe('two_step_required');
  await ears.closed;
  await set(false);
  await palabre.services.sessions.twoStepChanged();
  expect([await codeOf(), saidOf('twoStepChanged')]).toEqual([undefined, [null]]);
  // A process that is cut off hears nothing, and goes by the database.
  const again = await karim.connect();
  onTestFinished(() => {
    line.connected = true;
  });
  line.connected = false;
  for (const work of cut) work();
  await set(true);
  expect(await codeOf()).toBe('two_step_required');
  await again.closedWithin(4_000);
});

it('a device that begins to get pushes is told to other processes, and one of theirs is looked for from then on', async () => {
  const { pushSubscribers } = palabre.services;
  const none = () => pushSubscribers.learn(async () => ({ devices: [], areAny: false }));
  for (const follow of [() => hear('pushSubscribed', null), () => Promise.all(missed.map(work => work()))]) {
    await none();
    expect(pushSubscribers.none).toBe(true);
    await follow();
    expect(pushSubscribers.none).toBe(false);
  }
  await pushSubscribers.tell();
  expect(saidOf('pushSubscribed')).toEqual([null]);
});

it('a process that is cut off takes rights and ends sessions by what the database says, once more when it hears the others again', async () => {
  const [ears, camilles] = [await karim.connect(), await camille.connect()];
  await karim.ok(api.users.me);
  onTestFinished(() => {
    line.connected = true;
  });
  const { sessions } = palabre.services;
  const looks = vi.spyOn(sessions, 'live');
  onTestFinished(() => looks.mockRestore());
  await takeOut();
  line.connected = false;
  for (const work of cut) work();
  await vi.waitUntil(() => looks.mock.calls.length > 0);
  await vi.waitFor(async () => {
    const before = ears.all('newMessage').length;
    await post(camille, team.welcome, 'Entre nous');
    await ears.settled();
    expect(ears.all('newMessage')).toHaveLength(before);
  });
  expect(await camilles.socket.timeout(5_000).emitWithAck('missed', 1_000)).toEqual({ events: null });
  // Settings, too, are read from the database.
  const { settings } = palabre.services;
  await settings.read();
  await sql`INSERT INTO settings (name, value, version) VALUES ('name', '"Hors ligne"', 1000)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version`.execute(db());
  expect(await palabre.nobody.ok(api.settings.shown)).toMatchObject({ settings: { name: 'Hors ligne' } });
  await karim.ok(api.users.me);
  await endSession(karim);
  await ears.closedWithin(4_000);
  expect((await karim.call(api.users.me)).status).toBe(401);
  // The last look before the others are heard again has read the sessions.
  const before = looks.mock.calls.length;
  await vi.waitUntil(() => looks.mock.calls.length > before);
  await looks.mock.results.at(-1)?.value;
  line.connected = true;
  await endSession(camille);
  await camilles.closedWithin(4_000);
});
