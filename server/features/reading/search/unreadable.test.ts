import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { randomRuns } from '@palabre/common/test/random-runs.ts';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { searchesAtOnce } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { createWorld, type World } from '../../../test/people/world.ts';
import { placesBehind } from './indexer.store.ts';

/** Tests that neither the answer nor the cost of a search reveals anything of unreadable places. */

const palabre = await startPalabre();
const { pool } = palabre.services.database;
let world: World;
/** Places that Karim may not read, or no longer may. */
let hidden: { direction: string; strangers: string; elsewhere: string; edited: string };
/** Mentions, in these places, of people whose names begin with the searched words. */
let mentioned: string;

const indexed = () =>
  vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]), { interval: 30, timeout: 30_000 });
/** Runs the job of each minute too, for changes that no event tells. */
const caughtUp = async () => {
  await palabre.jobs.now('search.catchUp');
  await indexed();
};
const say = async (who: Person, place: { channelId?: string; conversationId?: string }, content: string) =>
  (await who.ok(api.messages.send, { body: { ...place, content } })).message._id;

beforeAll(async () => {
  world = await createWorld(palabre);
  const { camille, karim, yann, helene, chantier, direction, salle } = world;
  // Statistics change plans and no answer; the test counts the rows of one and the same plan.
  for (const table of ['message_words', 'search_words', 'search_marks', 'search_scopes', 'messages', 'places', 'users'])
    await pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  const { conversation } = await yann.ok(api.conversations.create, { body: { users: [helene.id] } });
  for (let i = 0; i < 30; i++)
    await say(i % 2 ? karim : camille, { channelId: chantier._id }, `Le bonnet vaktorium${i} bonbonne du carreleur`);
  await karim.ok(api.messages.send, {
    body: { channelId: chantier._id, content: '' },
    files: [{ bytes: Buffer.from('plan'), name: 'bonnet_vaktorium.txt' }],
  });
  const edited = await say(camille, { channelId: chantier._id }, '…');
  const people = await Promise.all(
    [
      ['Bonaventure', 'Zyed'],
      ['Bonnie', 'Carrel'],
      ['Vaktor', 'Bo'],
    ].map(([firstName = '', lastName = '']) => palabre.register({ firstName, lastName })),
  );
  mentioned = people.map(({ id }) => `<@${id}>`).join(' ');
  await say(camille, { channelId: chantier._id }, `Appeler ${mentioned.split(' ')[1]}`);
  await indexed();
  hidden = { direction: direction._id, strangers: conversation._id, elsewhere: salle._id, edited };
});

/** Writes words in each of the places that Karim may not read, some deleted or edited since. */
async function hide(words: string[]): Promise<void> {
  const { camille, yann, helene, chantier } = world;
  const content = `${words.join(' ')} ${mentioned}`;
  await say(camille, { channelId: hidden.direction }, content);
  await say(yann, { conversationId: hidden.strangers }, content);
  await helene.ok(api.messages.send, {
    body: { channelId: hidden.elsewhere, content },
    files: words.slice(0, 5).map(word => ({ bytes: Buffer.from(word), name: `${word}.txt` })),
  });
  const deleted = await say(camille, { channelId: chantier._id }, content);
  await camille.ok(api.messages.edit, { params: { id: hidden.edited }, body: { content } });
  await indexed();
  // The people of these places could find the words.
  const found = await camille.ok(api.search.messages, { query: { q: words[0] ?? '' } });
  expect(found.results.length).toBeGreaterThanOrEqual(3);
  await camille.ok(api.messages.remove, { params: { id: deleted } });
  await camille.ok(api.messages.edit, { params: { id: hidden.edited }, body: { content: '…' } });
  await indexed();
}

/** Collects all answers to a person, byte for byte, page by page. */
async function answers(who: Person, asked: string[]): Promise<string> {
  const all: unknown[] = [];
  for (const q of asked) {
    for (const endpoint of [api.search.messages, api.search.files]) {
      let cursor: string | null | undefined;
      do {
        const query: Record<string, string> = { q, ...(cursor && { cursor }) };
        const { body } = await who.call(endpoint as Endpoint, { query });
        all.push(body);
        cursor = (body as unknown as { nextCursor: string | null }).nextCursor;
      } while (cursor);
    }
    all.push((await who.call(api.users.search as Endpoint, { query: { search: q } })).body);
  }
  return JSON.stringify(all);
}

interface Plan {
  Plans?: Plan[];
  'Actual Rows': number;
  'Actual Loops': number;
  [more: string]: unknown;
}
/** Counts the rows that a step of a plan returned or removed. */
const ownRows = (plan: Plan): number =>
  Object.entries(plan)
    .filter(([name]) => name === 'Actual Rows' || name.startsWith('Rows Removed'))
    .reduce((sum, [, rows]) => sum + Number(rows) * plan['Actual Loops'], 0);
const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];

/**
 * Returns the plans of a search's statements, step by step. An index keeps deleted entries until a vacuum: the test
 * counts the rows read, not the entries skipped.
 */
async function stepsOf(who: Person, q: string, endpoint: Endpoint = api.search.messages): Promise<Plan[]> {
  const made = vi.spyOn(pg.Client.prototype, 'query');
  await who.call(endpoint, { query: { q } });
  const statements = made.mock.calls.flatMap(([asked, values]) => {
    const { text, values: own } = asked as unknown as { text?: string; values?: unknown[] };
    const said = typeof asked === 'string' ? (asked as string) : text;
    return said && /search_words|message_words/.test(said) && !said.includes('search_marks */')
      ? [{ text: said, values: own ?? (values as unknown as unknown[]) }]
      : [];
  });
  made.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  const client = await pool.connect();
  const done: Plan[] = [];
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off');
    for (const { text, values } of statements) {
      const explained = await client.query(`EXPLAIN (ANALYZE, COSTS OFF, FORMAT JSON) ${text}`, values);
      done.push(...steps(explained.rows[0]['QUERY PLAN'][0].Plan));
    }
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  return done.filter(step => step['Node Type'] !== 'Bitmap Index Scan');
}

/** Counts the rows that the statements of a search read. */
const cost = async (...asked: Parameters<typeof stepsOf>): Promise<number> =>
  (await stepsOf(...asked)).reduce((sum, step) => sum + ownRows(step), 0);

it('words in unreadable places change no answer, count, order, page or cost', async () => {
  const { karim } = world;
  const letters = fc.string({ unit: fc.constantFrom(...'aeikoprtuv'), minLength: 1, maxLength: 6 });
  const word = fc.tuple(fc.constantFrom('bon', 'vak', 'vakto', 'carre', 'zy'), letters).map(parts => parts.join(''));
  const counted = ['bon', 'bonnie', 'vakto', 'nne', 'bonnet -vakto', '"bonnet vaktorium1"', 'de:camille bon'];
  const costs = async () => {
    const rows: number[] = [];
    for (const q of counted) rows.push(await cost(karim, q), await cost(karim, q, api.search.files));
    return rows;
  };
  const usual = [
    ...['b', 'bo', 'bon', 'bonn', 'bonne', 'bonnet', 'bonnie', 'bonaventure', '"bonnie carrel"'],
    ...['vak', 'vakto', 'aktor', 'nne', 'carre', 'zy'],
  ];
  // Rows hidden by one round change nothing: the answers after it are the expected answers of the next round.
  let [seen, spent] = [await answers(karim, usual), await costs()];
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(word, { minLength: 25, maxLength: 60 }), letters, async (words, part) => {
      const asked = [...new Set([part, ...words.slice(0, 4).flatMap(one => [one, one.slice(0, 4), one.slice(1, 5)])])];
      const before = [await answers(karim, asked), seen];
      const costBefore = spent;
      await hide(words);
      seen = await answers(karim, usual);
      expect([await answers(karim, asked), seen]).toEqual(before);
      spent = await costs();
      expect(spent).toEqual(costBefore);
    }),
    { numRuns: randomRuns(3), endOnFailure: true, includeErrorInReport: true },
  );
  // Karim found the words of the place that he reads, in several pages.
  const found = await karim.ok(api.search.messages, { query: { q: 'bonn' } });
  expect([found.results.length, found.nextCursor]).toEqual([20, expect.any(String)]);
});

it('words of a place just closed complete nothing, and its readers find them throughout', async () => {
  const { camille, karim, atelier, chantier } = world;
  const { channel } = await camille.ok(api.channels.create, {
    body: { title: 'ouvert', visibility: 'public', workspaceId: atelier._id },
  });
  const params = { id: channel._id };
  const many = Array.from('bcdfghjklmnpqrstvwxzaeiou', letter => `xylop${letter}`);
  await say(camille, { channelId: channel._id }, `Le xylophoniste répète ${many.join(' ')}.`);
  const other = await say(karim, { channelId: chantier._id }, 'Un xylopographe');
  await indexed();
  const count = async (who: Person) => (await who.ok(api.search.messages, { query: { q: 'xyloph' } })).results.length;
  const scopes = async () =>
    (await pool.query(`SELECT scope FROM search_words WHERE word LIKE 'xylophon%'`)).rows.map(row => row.scope);
  expect([await count(karim), await scopes()]).toEqual([1, [atelier._id]]);
  const begun = async () =>
    (await karim.ok(api.search.messages, { query: { q: 'xylop' } })).results.map(found => found.message._id);
  // The shortest known words stand for the prefix.
  expect(await begun()).not.toContain(other);
  await camille.ok(api.channels.update, { params, body: { visibility: 'private' } });
  expect([await count(camille), await count(karim), await begun()]).toEqual([1, 0, [other]]);
  const before = await cost(karim, 'xyloph');
  await caughtUp();
  expect([await count(camille), await count(karim), await scopes()]).toEqual([1, 0, [channel._id]]);
  expect(await cost(karim, 'xyloph')).toBeLessThanOrEqual(before);
  await camille.ok(api.channels.update, { params, body: { visibility: 'public' } });
  expect([await count(camille), await count(karim)]).toEqual([1, 1]);
  await caughtUp();
  expect([await count(camille), await count(karim), await scopes()]).toEqual([1, 1, [atelier._id]]);
});

it('a word of deleted or edited messages leaves the index, and stays while another message has it', async () => {
  const { camille, karim, atelier, chantier } = world;
  const words = async () =>
    (await pool.query(`SELECT DISTINCT word FROM search_words WHERE word LIKE 'quetz%' ORDER BY word`)).rows.map(
      row => row.word,
    );
  const { channel } = await camille.ok(api.channels.create, {
    body: { title: 'éphémère', visibility: 'public', workspaceId: atelier._id },
  });
  const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Éphémère' } });
  const { conversation } = await camille.ok(api.conversations.create, { body: { users: [karim.id] } });
  const kept = await say(karim, { channelId: chantier._id }, 'quetzkept');
  await say(camille, { channelId: channel._id }, 'quetzkept quetzchannel');
  await say(camille, { channelId: workspace.welcomeChannel }, 'quetzworkspace');
  const gone = await say(camille, { conversationId: conversation._id }, 'quetzgone');
  const edited = await say(camille, { channelId: chantier._id }, 'quetzedited quetzkept');
  await indexed();
  const all = ['quetzchannel', 'quetzedited', 'quetzgon', 'quetzkept', 'quetzworkspac'];
  expect(await words()).toEqual(all);
  await camille.ok(api.messages.remove, { params: { id: gone } });
  await camille.ok(api.messages.edit, { params: { id: edited }, body: { content: 'autre chose' } });
  await camille.ok(api.channels.remove, { params: { id: channel._id } });
  await camille.ok(api.workspaces.remove, { params: { id: workspace._id } });
  await caughtUp();
  await vi.waitFor(async () => expect(await words()).toEqual(['quetzkept']), { interval: 50, timeout: 8_000 });
  expect(
    (await camille.ok(api.search.messages, { query: { q: 'quetz' } })).results.map(one => one.message._id),
  ).toEqual([kept]);
  expect((await pool.query('SELECT FROM search_scopes WHERE scope = $1', [workspace._id])).rowCount).toBe(0);
});

it('a flood of words in a shared place costs its readers a bounded look, and other people nothing', async () => {
  const { camille, karim, helene, chantier, salle } = world;
  await say(helene, { channelId: salle._id }, 'Le mirabellier est mirifique');
  await indexed();
  const others = await cost(helene, 'mir');
  for (let i = 0; i < 6; i++) {
    const words = Array.from(
      { length: 900 },
      (_, n) => `mir${(i * 900 + n).toString(26).replace(/\d/g, d => 'qrstuvwxyz'[Number(d)] ?? 'q')}o`,
    );
    await say(karim, { channelId: chantier._id }, words.join(' '));
  }
  await indexed();
  expect((await pool.query(`SELECT count(*) FROM search_words WHERE word LIKE 'mir%'`)).rows[0].count).toBeGreaterThan(
    4_000,
  );
  expect(await cost(helene, 'mir')).toBe(others);
  const read = await stepsOf(camille, 'mir');
  expect(Math.max(...read.map(ownRows))).toBeLessThanOrEqual(2_500);
});

it("searches that take too long are refused with their reason, delay nobody's posts, and leave room for the next", async () => {
  const { camille, helene, karim, leonie, souleymane, chantier } = world;
  const client = await pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE search_words');
    // As many as are served at once.
    const asking = [camille, helene, leonie, souleymane];
    expect(asking).toHaveLength(searchesAtOnce);
    const searches = asking.map(person => person.call(api.search.messages, { query: { q: 'bon' } }));
    await say(karim, { channelId: chantier._id }, 'pendant ce temps');
    for (const refused of await Promise.all(searches))
      expect(refused).toMatchObject({ status: 400, body: { code: 'search_too_broad' } });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect((await camille.ok(api.search.messages, { query: { q: 'bon' } })).results.length).toBe(20);
});
