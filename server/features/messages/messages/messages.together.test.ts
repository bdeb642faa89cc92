import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests that concurrent requests for pages share one query, which judges each reader alone. */

let palabre: Palabre;
let camille: Person;
let karim: Person;
let yann: Person;
let channel: Channel;
let hidden: Channel;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
  const team = await gather(camille, karim);
  channel = team.welcome;
  hidden = await team.channel('direction', 'private');
  for (let i = 0; i < 5; i++) await post(camille, channel, `message ${i}`);
  await post(camille, hidden, 'Le budget reste entre nous.');
});

const read = (person: Person, { _id: channelId }: Channel, limit: number) =>
  person.call(api.messages.page, { query: { channelId, limit } });

/** Holds the first query of a page until `others` requests wait behind it, then lets it continue or fail. */
function holdFirst(others: number, then: 'goes on' | 'fails'): { held: Promise<void>; queries: () => number } {
  const { pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const older = vi.spyOn(palabre.services.messages, 'older');
  let pages = 0;
  const held = new Promise<void>(resolve => {
    vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
      const first = (args[0] as { name?: string }).name === 'page-older' && pages++ === 0;
      if (first) {
        resolve();
        await vi.waitUntil(() => older.mock.calls.length > others);
        if (then === 'fails') throw Object.assign(new Error('the connection is lost'), { code: '57P01' });
      }
      return really(...args);
    }) as never);
  });
  return { held, queries: () => pages };
}

test('Requests that arrive while a page is read share one query, which gives each person only what they may read', async () => {
  const alone = await read(camille, channel, 3);
  const { held, queries } = holdFirst(6, 'goes on');
  const first = read(camille, channel, 2);
  await held;
  const answers = await Promise.all([
    read(camille, channel, 3),
    read(karim, channel, 3),
    read(yann, channel, 3),
    read(camille, hidden, 3),
    read(karim, hidden, 3),
    read(karim, channel, 1),
  ]);
  vi.restoreAllMocks();
  expect(queries()).toBe(2);
  expect((await first).body.messages.map(({ content }) => content)).toEqual(['message 3', 'message 4']);
  const contents = answers.map(({ status, body }) => [status, body.messages?.map(({ content }) => content)]);
  expect(contents).toEqual([
    [200, ['message 2', 'message 3', 'message 4']],
    [200, ['message 2', 'message 3', 'message 4']],
    [404, undefined],
    [200, ['Le budget reste entre nous.']],
    [404, undefined],
    [200, ['message 4']],
  ]);
  expect(answers[0]?.body).toEqual(alone.body);
  expect(answers[1]?.body).toEqual(alone.body);
});

test('A query that fails does so for the requests that shared it, and for none after', async () => {
  const { held } = holdFirst(1, 'fails');
  const first = read(camille, channel, 2);
  await held;
  const second = await read(karim, channel, 2);
  vi.restoreAllMocks();
  expect([(await first).status, second.status]).toEqual([503, 200]);
});
