import { api } from '@palabre/common/contract/index.ts';
import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import { randomRuns } from '@palabre/common/test/random-runs.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { placesBehind } from './indexer.store.ts';
import { namedIdsIn } from './mentioned.ts';

/** Tests search by the names of mentioned people, as they are called when the search runs. */

const palabre = await startPalabre();
const { pool } = palabre.services.database;
let camille: Person;
let karim: Person;
let elodie: Person;
let team: Team;

const indexed = () =>
  vi.waitFor(async () => expect(await placesBehind(pool)).toEqual([]), { interval: 30, timeout: eventWaitTimeoutMs });
const found = async (who: Person, q: string) => (await who.ok(api.search.messages, { query: { q } })).results;
const texts = async (who: Person, q: string) => (await found(who, q)).map(({ message }) => message.content);
const named = (person: Person) => `<@${person.id}>`;
/** Posts messages, and waits until they are indexed. */
const say = async (...contents: string[]) => {
  for (const content of contents) await post(camille, team.welcome, content);
  await indexed();
};

beforeAll(async () => {
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Moreau' });
  karim = await palabre.register({ firstName: 'Karim', lastName: 'Benali' });
  elodie = await palabre.register({ firstName: 'Élodie', lastName: 'D’Aubigné-Lefèvre' });
  team = await gather(camille, karim, elodie);
});

it('a message is found by the first and last names of the person it mentions, as prefixes or whole, without accents', async () => {
  const content = `Le coffrage attend ${named(elodie)}.`;
  await say(content, 'Le coffrage attend la grue.', `Rien pour ${named(karim)}`);
  for (const q of [
    ...['élodie', 'ELODIE', 'elo', '@Élodie', 'aubigné', 'd’aubigné', "d'aubi", 'lefevre', 'aubigne-lef', 'daubigne'],
    ...['elodie lefevre', 'coffrage elodie', '"Élodie D’Aubigné"', 'coffrage -karim elo', 'de:camille elodie'],
  ])
    expect([q, await texts(karim, q)]).toEqual([q, q === 'daubigne' ? [] : [content]]);
  for (const q of [
    'lodie',
    'elodie karim',
    '"Élodie Lefèvre"',
    '"Élod"',
    '"coffrage Élodi"',
    'elodie grue',
    'n:',
    elodie.id,
  ])
    expect([q, await texts(karim, q)]).toEqual([q, []]);
  expect(await texts(karim, 'coffrage -elodie')).toEqual(['Le coffrage attend la grue.']);
  expect((await karim.ok(api.search.files, { query: { q: 'elodie' } })).results).toEqual([]);
});

it('a stop word finds nobody, whatever people are called', async () => {
  const laure = await palabre.register({ firstName: 'Laure', lastName: 'Desnos' });
  await say('La réunion de chantier', `La réunion avec ${named(laure)}`);
  const both = await texts(karim, 'réunion');
  expect(both).toHaveLength(2);
  for (const q of ['la réunion', 'réunion de']) expect([q, await texts(karim, q)]).toEqual([q, both]);
  for (const q of ['la', 'de', '@', '-la']) expect([q, await texts(karim, q)]).toEqual([q, []]);
  expect(await texts(karim, 'lau réunion')).toEqual(both.filter(text => text.includes('<@')));
});

it("an extract shows the message's own words, and highlights the mention that matches", async () => {
  const odette = await palabre.register({ firstName: 'Odette', lastName: 'Quincy' });
  await say(`> cité : https://exemple.fr/a\n\nDemander à ${named(odette)} puis à ${named(karim)}`);
  const [hit] = await found(karim, 'odette');
  expect(hit?.extract).toEqual([
    { text: 'Demander à ', hit: false },
    { text: named(odette), hit: true },
    { text: ` puis à ${named(karim)}`, hit: false },
  ]);
});

it('an extract of a long message shows the matching mention, with the words around it', async () => {
  const gaspard = await palabre.register({ firstName: 'Gaspard', lastName: 'Yvelin' });
  await say(`${'Avant cela. '.repeat(60)}Demander à ${named(gaspard)} demain. ${'Puis encore. '.repeat(60)}`);
  const [hit] = await found(karim, 'gaspard');
  const text = hit?.extract.map(piece => piece.text).join('') ?? '';
  expect(text).toMatch(/^… (?:cela\. )?Avant cela\. .*Demander à <@[^>]+> demain\. .*Puis encore\.(?: Puis)? …$/);
  expect(hit?.extract.filter(piece => piece.hit).map(piece => piece.text)).toEqual([named(gaspard)]);
});

it('a person renamed is found by the new name at once, and a deleted account by no name', async () => {
  const person = await palabre.register({ firstName: 'Barnabé', lastName: 'Oulianov' });
  const content = `Voir avec ${named(person)}`;
  await say(content);
  expect(await texts(karim, 'barnabe')).toEqual([content]);
  await person.ok(api.accounts.update, { params: { id: person.id }, body: { firstName: 'Théophraste' } });
  expect([await texts(karim, 'barnabe'), await texts(karim, 'theophr')]).toEqual([[], [content]]);
  await person.ok(api.accounts.remove, {
    params: { id: person.id },
    body: { password: person.password, messages: 'keep' },
  });
  expect([await texts(karim, 'theophraste'), await texts(karim, 'oulianov')]).toEqual([[], []]);
});

it('a message whose edit removes the mention is no longer found by it; a mention in code never is', async () => {
  const person = await palabre.register({ firstName: 'Wilfrid', lastName: 'Zadkine' });
  const { _id: id } = await post(camille, team.welcome, `Relire ${named(person)}`);
  await say(`\`${named(person)}\` et\n\`\`\`\n${named(person)}\n\`\`\``);
  expect(await texts(karim, 'wilfrid')).toEqual([`Relire ${named(person)}`]);
  const kept = async () => (await pool.query('SELECT FROM search_words WHERE word = $1', [`N:${person.id}`])).rowCount;
  expect(await kept()).toBe(1);
  await camille.ok(api.messages.edit, { params: { id }, body: { content: 'Relire' } });
  await indexed();
  expect([await texts(karim, 'wilfrid'), await kept()]).toEqual([[], 0]);
});

it('a mention in a hidden place is found only by people who see the place', async () => {
  const person = await palabre.register({ firstName: 'Ysoline', lastName: 'Kessel' });
  const hidden = await team.channel('direction', 'private');
  await post(camille, hidden, `Recruter ${named(person)} ?`);
  await indexed();
  for (const q of ['ysoline', 'kessel', 'yso', '"ysoline kessel"', 'dans:direction ysoline'])
    expect([q, (await found(camille, q)).length, await texts(karim, q)]).toEqual([q, 1, []]);
});

it('unknown ids leave no word in the index, however many a message has, and hide no real mention', async () => {
  const person = await palabre.register({ firstName: 'Fulgence', lastName: 'Ribot' });
  const count = async () => (await pool.query(`SELECT FROM search_words WHERE word >= 'N:' AND word < 'N;'`)).rowCount;
  const before = (await count()) ?? 0;
  const invented = Array.from({ length: 60 }, () => `<@${newId()}>`).join('');
  await say(invented + named(person));
  expect(await count()).toBe(before + 1);
  expect(await texts(karim, 'fulgence')).toHaveLength(1);
});

it('a message that mentions more than fifty people is found by the first fifty', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (id, first_name, last_name, email)
     SELECT gen_random_uuid(), 'Anonyme', 'Foule' || lpad(n::text, 2, '0'), 'foule' || n || '@ailleurs.fr'
     FROM generate_series(1, 51) AS n ORDER BY n RETURNING id`,
  );
  const content = rows.map(({ id }) => `<@${id}>`).join(' ');
  await say(content);
  for (const [q, found] of [
    ['foule01', [content]],
    ['foule50', [content]],
    ['foule51', []],
  ] as const)
    expect([q, await texts(karim, q)]).toEqual([q, found]);
});

it('older messages are found by mention once the search job has indexed them again, a batch at a time', async () => {
  const person = await palabre.register({ firstName: 'Eulalie', lastName: 'Brossard' });
  const contents = Array.from({ length: 55 }, (_, i) => `Ancien ${i} pour ${named(person)}`);
  await say(...contents, 'Ancien, sans personne');
  const { rows } = await pool.query(`SELECT place_id, position FROM messages WHERE content LIKE 'Ancien%'`);
  const positions = rows.map(row => row.position);
  // Puts the index back as the version before kept it.
  await pool.query(
    `WITH plain AS (
      UPDATE message_words SET words = ts_delete(words, ARRAY['N:' || $3]),
        keys = array_remove(keys, search_key(scope, 'N:' || $3)) WHERE place_id = $1 AND position = ANY($2)
    ) DELETE FROM search_words WHERE word = 'N:' || $3`,
    [team.welcome._id, positions, person.id],
  );
  expect(await texts(karim, 'eulalie')).toEqual([]);
  await pool.query('INSERT INTO search_again SELECT $1, unnest($2::bigint[])', [team.welcome._id, positions]);
  await palabre.jobs.now('search.catchUp');
  await indexed();
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await karim.ok(api.search.messages, { query: { q: 'eulalie', ...(cursor && { cursor }) } });
    all.push(...page.results.map(({ message }) => message.content));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(all.sort()).toEqual([...contents].sort());
  expect((await pool.query('SELECT FROM search_again')).rowCount).toBe(0);
});

it('mentions read by the database are those that the rule in TypeScript reads', async () => {
  const ids = [newId(), newId(), newId().toUpperCase()];
  const piece = fc.oneof(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '\n',
      ' ',
      'a',
      '<@',
      '<@everyone>',
      '<#',
      '>',
      `<@${'0'.repeat(8)}-${'-'.repeat(27)}>`,
    ),
    fc.constantFrom(...ids).chain(id => fc.constantFrom(`<@${id}>`, `<@&${id}>`, `<#${id}>`, `<@${id}`, id)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async pieces => {
      const content = pieces.join('');
      const { rows } = await pool.query(`SELECT tsvector_to_array(${namedIdsIn('$1::text')}) AS words`, [content]);
      const expected = namedIn(content).ids.map(id => `N:${id}`);
      expect(rows[0].words.sort()).toEqual(expected.sort());
    }),
    { numRuns: randomRuns(400) },
  );
});
