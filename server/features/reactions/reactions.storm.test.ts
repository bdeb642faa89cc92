import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { withoutCompiling } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { gather, type Team } from '../../test/team.ts';
import { post } from '../../test/world.ts';

/** What a crowd that reacts to one message costs: by counts, whatever the machine. */

const crowd = 60;
let palabre: Palabre;
let camille: Person;
let people: Person[];
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  people = await Promise.all(Array.from({ length: crowd }, () => palabre.register({ firstName: 'Karim' })));
  team = await gather(camille, ...people);
}, 60_000);

const react = (person: Person, { _id: id }: Message, reaction = '👍') =>
  person.call(api.reactions.add, { params: { id }, body: { reaction } });
/** As if so many others had reacted. */
const addReactions = (message: Message, count: number) =>
  sql`UPDATE messages SET reactions = jsonb_build_array(jsonb_build_object('reaction', '👍', 'usersId',
    (SELECT jsonb_agg(gen_random_uuid()) FROM generate_series(1, ${count}::int)))) WHERE id = ${message._id}`.execute(
    palabre.services.database.kysely,
  );
const changes = async (message: Message) =>
  (await camille.ok(api.messages.page, { query: { channelId: message.channelId } })).seq - message.seq;

describe('a crowd that reacts to one message', () => {
  it('costs one change and a few statements for all who ask while another is stored', async () => {
    const message = await post(camille, team.welcome, 'Qui vient samedi ?');
    const ears = await camille.connect();
    await Promise.all(people.map(person => person.ok(api.users.me)));
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    const answers = await Promise.all(people.map((person, n) => react(person, message, n % 2 ? '👍' : '🎉')));
    const made = queries.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    queries.mockRestore();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await ears.settled();
    const told = ears.all('updateMessage', ({ _id }) => _id === message._id);
    expect(told.length).toBeLessThanOrEqual(6);
    expect(await changes(message)).toBe(told.length);
    expect(made.filter(text => text !== withoutCompiling && !text.includes('graphile')).length).toBeLessThanOrEqual(
      told.length * 9,
    );
    const last = told.at(-1) as Message;
    expect(last.reactions.map(({ usersId }) => usersId.length)).toEqual([crowd / 2, crowd / 2]);
    expect(new Set(last.reactions.flatMap(({ usersId }) => usersId)).size).toBe(crowd);
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, n) => message.seq + 1 + n));
  });

  it('is told at most eight times a second, however often people change their minds', async () => {
    const message = await post(camille, team.welcome, 'Oui ou non ?');
    const ears = await camille.connect();
    const from = performance.now();
    await Promise.all(
      people.slice(0, 8).map(async person => {
        for (let n = 0; n < 9; n++) await react(person, message);
      }),
    );
    const seconds = (performance.now() - from) / 1000;
    await ears.settled();
    const told = ears.all('updateMessage', ({ _id }) => _id === message._id);
    expect(told.length).toBeLessThanOrEqual(8 * seconds + 1);
    expect(told.at(-1)?.reactions).toEqual([{ reaction: '👍', usersId: expect.any(Array) }]);
    expect(new Set(told.at(-1)?.reactions[0]?.usersId).size).toBe(8);
  });

  it('waits longer from one time to the next the more there is to tell', async () => {
    const message = await post(camille, team.welcome, 'Toute la société.');
    await addReactions(message, 1_500);
    await react(camille, message);
    const from = performance.now();
    await react(camille, message);
    expect(performance.now() - from).toBeGreaterThan(500);
  });

  it('keeps out those who lost the place while they waited, and nobody else', async () => {
    const [leaving, staying] = people as [Person, Person];
    const hidden = await team.channel('comité', 'private');
    const role = await team.role({ users: [leaving.id, staying.id], visibleChannels: [hidden._id] });
    const message = await post(camille, hidden, 'Entre nous.');
    await addReactions(message, 1_900);
    // Both wait behind what was just told.
    await react(camille, message);
    const waiting = [react(leaving, message), react(staying, message)];
    await camille.ok(api.roles.update, { params: { id: role._id }, body: { users: [staying.id] } });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 200]);
  });
});

describe('one person', () => {
  it('reacts and pins three hundred times a minute at most', async () => {
    const limited = await startPalabre({ limits: true });
    const yann = await limited.register({ firstName: 'Yann' });
    const { welcome } = await gather(yann);
    const message = await post(yann, welcome, 'Encore ?');
    for (let n = 0; n < 299; n++) await limited.services.limits.spend('mark', yann.id);
    expect((await react(yann, message)).status).toBe(200);
    const refused = await react(yann, message);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await yann.call(api.pins.pin, { params: { id: message._id } })).status).toBe(429);
  });
});
