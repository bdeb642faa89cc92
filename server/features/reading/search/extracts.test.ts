import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests the extracts shown of found messages. */

let camille: Person;
let team: Team;

beforeAll(async () => {
  const palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille' });
  team = await gather(camille);
});

const shown = async (q: string): Promise<string[]> => {
  const { results } = await camille.ok(api.search.messages, { query: { q } });
  return results.map(({ extract }) => extract.map(({ text }) => text).join(''));
};
/** Waits until the message is indexed, within a second, and checks its extract. */
const shows = (q: string, expected: RegExp) =>
  vi.waitFor(async () => expect(await shown(q)).toEqual([expect.stringMatching(expected)]), { interval: 50 });

test("an extract shows a message's own words, and its quotes only when they alone match", async () => {
  const quote = '> [Karim Diallo](https://palabre.exemple.fr/workspace/1?message=2)\n> La bétonnière part lundi.';
  const own = 'Voir le [planning](https://exemple.fr/p?x=1) et https://www.exemple.fr/mixeur/a';
  await post(camille, team.welcome, `${quote}\n\n${own}`);
  await shows('planning', /^Voir le planning et exemple\.fr$/);
  await shows('bétonnière', /La bétonnière part lundi\./);
});

test('an extract without a match to show ends with a word and an ellipsis', async () => {
  await post(camille, team.welcome, `Un ${'interminable '.repeat(40)}récit`);
  await shows('récit', /récit/);
  expect((await shown('de:camille')).find(text => text.includes('interminable'))).toMatch(/interminable…$/);
});

test('an extract highlights the sixty first of the words that hold what is typed, of all places together', async () => {
  const ends = 'bcdfghjk'.split('');
  const words = ends.flatMap(one => ends.map(other => `azorb${one}${other}`));
  const teams = [team, await gather(camille), await gather(camille), await gather(camille)];
  for (const [n, { welcome }] of teams.entries())
    await post(camille, welcome, words.slice(n * 16, n * 16 + 16).join(' '));
  const hits = async () => {
    const { results } = await camille.ok(api.search.messages, { query: { q: 'zorb' } });
    return results.flatMap(({ extract }) => extract.filter(({ hit }) => hit).map(({ text }) => text)).toSorted();
  };
  await vi.waitFor(async () => expect(await hits()).toEqual(words.slice(0, 60)), { interval: 50, timeout: 8_000 });
});

test('a message is found by the twenty shortest words of a workspace that hold what is typed', async () => {
  const words = Array.from('bcdfghjklmnpqrstvwxz', end => `azurb${end}`);
  const found = await post(camille, team.welcome, words.join(' '));
  const longest = await post(camille, team.welcome, 'Le plus long : azurbinette');
  const results = async (q: string) => (await camille.ok(api.search.messages, { query: { q } })).results;
  const idsOf = async (q: string) => (await results(q)).map(({ message }) => message._id);
  await vi.waitFor(async () => expect(await idsOf('azurbinette')).toEqual([longest._id]), { interval: 50 });
  expect(await idsOf('zurb')).toEqual([found._id]);
  const [{ extract } = { extract: [] }] = await results('zurb');
  expect(extract.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(words);
});
