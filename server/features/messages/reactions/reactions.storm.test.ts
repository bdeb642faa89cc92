import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectionSettings } from '../../../platform/postgres/db.ts';
import { Client } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import type { Listener } from '../../../test/listener.ts';
import { countLockWaits, holdPlace } from '../../../test/locks.ts';
import { createCrowd } from '../../../test/people/crowd.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { ReactionQueue } from './reaction-queue.ts';

/** Tests the cost of a crowd that reacts to one message, in counts that no machine changes. */

const many = 200;
let palabre: Palabre;
let camille: Person;
let people: Person[];
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  people = await Promise.all(Array.from({ length: 8 }, () => palabre.register({ firstName: 'Karim' })));
  team = await gather(camille, ...people);
});

const react = (person: Person, { _id: id }: Message, reaction = '👍') =>
  person.call(api.reactions.add, { params: { id }, body: { reaction } });
/** Adds the reaction of `count` unknown people to a message. */
const addReactions = (message: Message, count: number) =>
  sql`UPDATE messages SET reactions = jsonb_build_array(jsonb_build_object('reaction', '👍', 'usersId',
    (SELECT jsonb_agg(gen_random_uuid()) FROM generate_series(1, ${count}::int)))) WHERE id = ${message._id}`.execute(
    palabre.services.database.kysely,
  );
/** Spy on reactions that enter the line, cleared before each test. */
const inLine = vi.spyOn(ReactionQueue.prototype, 'wait');
beforeEach(() => {
  inLine.mockClear();
});
/** Waits until `count` reactions are in the line. */
const allWait = (count: number) => vi.waitUntil(() => inLine.mock.calls.length === count);
/** Beginning of the statement that reads the place of a message for its readers. */
const reading = 'SELECT wanted.user_id, wanted.message_id';

/** Counts the people whose rights are read, and the concurrent statements that read them, until the test ends. */
function countReadings() {
  const { pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (statement: unknown) => Promise<unknown>;
  const readings = { people: 0, atOnce: 0, most: 0 };
  const spy = vi.spyOn(pool, 'query').mockImplementation((async (asked: { text?: string; values: unknown[][] }) => {
    if (!asked.text?.includes(reading)) return really(asked);
    readings.people += asked.values[0]?.length ?? 0;
    readings.atOnce += 1;
    readings.most = Math.max(readings.most, readings.atOnce);
    return really(asked).finally(() => {
      readings.atOnce -= 1;
    });
  }) as never);
  onTestFinished(() => spy.mockRestore());
  return readings;
}

/** Holds each pause of the queue until the test ends it; returns the pauses. */
function holdRests(): { ms: number; end: () => void }[] {
  const rests: { ms: number; end: () => void }[] = [];
  const spy = vi
    .spyOn(ReactionQueue.prototype, 'rest')
    .mockImplementation(ms => new Promise(end => void rests.push({ ms, end })));
  onTestFinished(() => {
    spy.mockRestore();
    for (const { end } of rests) end();
  });
  return rests;
}

describe('two hundred people who react to one message', () => {
  let clients: Client[];
  let ids: string[];
  let message: Message;
  let ears: Listener[];
  const heard = () =>
    Promise.all(
      ears.map(async one => {
        await one.settled();
        return one.all('updateMessage', ({ _id }) => _id === message._id);
      }),
    );

  beforeAll(async () => {
    const { database, env } = palabre.services;
    const crowd = await createCrowd(database, new TextDecoder().decode(env.jwtSecret), { people: many });
    ids = crowd.userIds;
    clients = crowd.tokens.map(token => new Client(palabre.url, token));
    const body = { channelId: crowd.channelIds[0] as string, content: 'Qui vient samedi ?' };
    ({ message } = await (clients[0] as Client).ok(api.messages.send, { body }));
    const readers = [0, 99, 199].map(n => [crowd.tokens[n], ids[n]] as [string, string]);
    ears = await Promise.all(readers.map(([token, id]) => palabre.connect(token, id)));
    await Promise.all(clients.map(client => client.ok(api.users.me)));
  });

  it('cost one change and a few statements, when they arrive while another reaction is stored', async () => {
    const held = await holdPlace(palabre, message.channelId as string);
    const readings = countReadings();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const asking = clients.map((client, n) =>
      client.call(api.reactions.add, { params: { id: message._id }, body: { reaction: n % 2 ? '👍' : '🎉' } }),
    );
    await allWait(many);
    // Rights are read before the line, one statement at a time, for all reactions that arrived during the one before.
    expect(readings).toEqual({ people: many, atOnce: 0, most: 1 });
    await held.query('COMMIT');
    const answers = await Promise.all(asking);
    const made = queries.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    queries.mockRestore();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const [told = []] = await heard();
    // One change, or two when some reactions arrived first.
    expect([1, 2]).toContain(told.length);
    // Leaves room for statements of other work of the server; one for each person would be two hundred.
    expect(
      made.filter(text => text !== connectionSettings && !/graphile|search_marks/.test(text) && !text.includes(reading))
        .length,
    ).toBeLessThanOrEqual(told.length * 9 + 5);
    const last = told.at(-1) as Message;
    expect(last.reactions.map(({ usersId }) => usersId.length)).toEqual([many / 2, many / 2]);
    expect(new Set(last.reactions.flatMap(({ usersId }) => usersId))).toEqual(new Set(ids));
  });

  it('wait an eighth of a second after a change, and are then told together, in order', async () => {
    const rests = holdRests();
    const [before = []] = await heard();
    const react = (client: Client, { _id: id } = message) =>
      client.ok(api.reactions.add, { params: { id }, body: { reaction: '🚀' } });
    const [first, second, ...others] = clients as [Client, Client, ...Client[]];
    const body = { channelId: message.channelId as string, content: 'Et dimanche ?' };
    const { message: other } = await first.ok(api.messages.send, { body });
    await react(first);
    await vi.waitUntil(() => rests.length === 1);
    const waiting = [react(second)];
    await allWait(2);
    // A reaction to another message of the place is stored meanwhile.
    await react(first, other);
    await vi.waitUntil(() => rests.length === 2);
    expect((await heard())[0]).toHaveLength(before.length + 1);
    waiting.push(...others.map(client => react(client)));
    await allWait(many + 1);
    rests[0]?.end();
    await Promise.all(waiting);
    const [told = [], ...elsewhere] = await heard();
    expect(told).toHaveLength(before.length + 2);
    await vi.waitUntil(() => rests.length === 3);
    for (const { ms } of rests) expect(ms).toBeGreaterThanOrEqual(125);
    // A reaction to the other message precedes each of the last two.
    const { length } = before;
    expect(told.map(({ seq }) => seq - message.seq - 1)).toEqual([...before.keys(), length + 1, length + 3]);
    for (const other of elsewhere) expect(other).toEqual(told);
    const last = told.at(-1) as Message;
    expect(new Set(last.reactions.find(({ reaction }) => reaction === '🚀')?.usersId)).toEqual(new Set(ids));
    const page = await clients[99]?.ok(api.messages.page, { query: { channelId: last.channelId } });
    expect(page?.messages.at(-2)).toEqual(last);
  });
});

describe('a crowd that reacts to one message', () => {
  it('is told at most eight times a second, however often people change their minds', async () => {
    const message = await post(camille, team.welcome, 'Oui ou non ?');
    const ears = await camille.connect();
    const rests = vi.spyOn(ReactionQueue.prototype, 'rest').mockImplementation(async () => {});
    onTestFinished(() => rests.mockRestore());
    await Promise.all(
      people.map(async person => {
        for (let n = 0; n < 9; n++) await react(person, message);
      }),
    );
    await ears.settled();
    const told = ears.all('updateMessage', ({ _id }) => _id === message._id);
    // One pause after each change, which the next change waits for.
    await vi.waitUntil(() => rests.mock.calls.length === told.length);
    for (const [ms] of rests.mock.calls) expect(ms).toBeGreaterThanOrEqual(125);
    expect(told.at(-1)?.reactions).toEqual([{ reaction: '👍', usersId: expect.any(Array) }]);
    expect(new Set(told.at(-1)?.reactions[0]?.usersId).size).toBe(8);
  });

  it('waits longer between changes the larger the reactions are', async () => {
    const rests = holdRests();
    const few = await post(camille, team.welcome, 'Les deux de la cuisine.');
    const all = await post(camille, team.welcome, 'Toute la société.');
    await addReactions(all, 1_500);
    await react(camille, few);
    await vi.waitUntil(() => rests.length === 1);
    await react(camille, all);
    await vi.waitUntil(() => rests.length === 2);
    expect(rests.map(({ ms }) => ms)).toEqual([125, expect.toSatisfy((ms: number) => ms > 500)]);
  });

  it('delays nobody who may not see the message, however long its line is', async () => {
    const stranger = await palabre.register({ firstName: 'Yann' });
    const hidden = await team.channel('réserve', 'private');
    const message = await post(camille, hidden, 'Entre nous.');
    const held = await holdPlace(palabre, hidden._id);
    const waiting = react(camille, message);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    const refused: number[] = [];
    for (const reaction of ['👍', '🎉', '🚀'])
      void react(stranger, message, reaction).then(({ status }) => refused.push(status));
    await expect.poll(() => refused, { timeout: 8_000 }).toEqual([404, 404, 404]);
    await held.query('COMMIT');
    expect((await waiting).body.message.reactions).toEqual([{ reaction: '👍', usersId: [camille.id] }]);
  });

  it('is refused for people who lost the place while they waited, and for nobody else', async () => {
    const [leaving, staying] = people as [Person, Person];
    const hidden = await team.channel('comité', 'private');
    const role = await team.role({ users: [leaving.id, staying.id], visibleChannels: [hidden._id] });
    const message = await post(camille, hidden, 'Entre nous.');
    const held = await holdPlace(palabre, hidden._id);
    const first = react(camille, message);
    await allWait(1);
    const waiting = [react(leaving, message), react(staying, message)];
    await allWait(3);
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { users: [staying.id] } });
    await held.query('COMMIT');
    expect((await first).status).toBe(200);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 200]);
  });
});

describe('reactions and pins of one person', () => {
  it('stop at three hundred a minute', async () => {
    const limited = await startPalabre({ limits: true });
    const yann = await limited.register({ firstName: 'Yann' });
    const { welcome } = await gather(yann);
    const message = await post(yann, welcome, 'Encore ?');
    await limited.services.limits.spend('mark', yann.id, 299);
    expect((await react(yann, message)).status).toBe(200);
    const refused = await react(yann, message);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await yann.call(api.pins.pin, { params: { id: message._id } })).status).toBe(429);
  });
});
