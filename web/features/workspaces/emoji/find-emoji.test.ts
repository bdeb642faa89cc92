import { api } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { emojiNamed, findEmoji, findNearest } from './open/find-emoji.ts';

/** The element's store, which needs a browser’s database: finds by words as it does. */
const store = vi.hoisted(() => {
  type Known = { unicode: string; annotation: string; shortcodes: string[]; tags: string[]; skins?: object[] };
  const known: Known[] = [
    { unicode: '🐈', annotation: 'chat', shortcodes: ['chat', 'cat'], tags: ['animal'] },
    { unicode: '🏰', annotation: 'château', shortcodes: ['chateau', 'castle'], tags: ['batiment'] },
    { unicode: '😺', annotation: 'chat souriant', shortcodes: ['smiley_cat', 'chat_souriant'], tags: ['animal'] },
    { unicode: '🐾', annotation: 'empreintes', shortcodes: ['empreintes'], tags: ['chat'] },
    {
      ...{ unicode: '👍', annotation: 'pouce', shortcodes: ['pouce'], tags: [] },
      skins: [{ tone: 3, unicode: '👍🏽' }],
    },
    { unicode: '⚡\uFE0F', annotation: 'éclair', shortcodes: ['eclair'], tags: [] },
  ];
  const state = { tone: 0, asked: [] as string[], source: 'fr.json', opened: [] as string[], closed: 0 };
  class Database {
    constructor(data?: { dataSource: string }) {
      if (data) state.opened.push(data.dataSource);
    }
    customEmoji: { name: string; shortcodes: string[]; url: string }[] = [];
    getPreferredSkinTone = async () => state.tone;
    getEmojiByShortcode = async (name: string) => known.find(({ shortcodes }) => shortcodes.includes(name)) ?? null;
    getEmojiBySearchQuery = async (query: string): Promise<object[]> => {
      state.asked.push(query);
      const begins = (words: string[]) => words.some(word => word.startsWith(query));
      const found = known.filter(({ shortcodes, tags }) => begins([...shortcodes, ...tags]));
      return [...found.reverse(), ...this.customEmoji.filter(({ name }) => begins([name]))];
    };
    async close() {
      state.closed += 1;
    }
  }
  return { state, Database };
});
vi.mock('emoji-picker-element/database', () => ({ default: store.Database }));
vi.mock('./emoji-data.ts', async original => ({
  ...(await original<object>()),
  dataOf: () => ({ locale: 'fr', dataSource: store.state.source }),
}));

let client: QueryClient;
beforeEach(() => {
  Object.assign(store.state, { tone: 0, asked: [] });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const emojis = ['chatelaine', 'chene'].map(name => ({
    _id: name,
    name,
    workspaceId: 'atelier',
    url: `/${name}.png`,
  }));
  client.setQueryData(keyOf(api.emoji.list, { params: { id: 'atelier' } }), { emojis });
});
const found = async (query: string, workspaceId?: string, count = 9) =>
  (await findEmoji(client, query, count, workspaceId)).map(({ text }) => text);

test('Emoji found by what is typed come nearest first: the exact name, the workspace’s own, then names and words', async () => {
  expect(await found('chat', 'atelier')).toEqual(['🐈', ':chatelaine:', '🏰', '😺', '🐾']);
  expect(await found('CHÂT')).toEqual(['🐈', '🏰', '😺', '🐾']);
  expect(await found('chat', 'atelier', 2)).toEqual(['🐈', ':chatelaine:']);
  expect(await findEmoji(client, 'chen', 9, 'atelier')).toEqual([
    { text: ':chene:', name: 'chene', url: '/chene.png' },
  ]);
  expect((await findEmoji(client, 'smil', 1, undefined))[0]?.name).toBe('smiley_cat');
});

test('Emoji are found in the language of the page, whose names are opened once, also after it has changed', async () => {
  await found('chat');
  Object.assign(store.state, { source: 'en.json', opened: [], closed: 0 });
  for (let n = 0; n < 2; n += 1) await found('chat');
  expect([store.state.opened, store.state.closed]).toEqual([['en.json'], 1]);
});

test('A typed name of several words finds names alone, and nothing typed finds nothing', async () => {
  expect(await found('chat_s')).toEqual(['😺']);
  store.state.asked = [];
  expect(await found('::')).toEqual([]);
  expect(store.state.asked).toEqual([]);
});

test('Emoji found have the tone that the person prefers, and one spelling each', async () => {
  store.state.tone = 3;
  expect(await found('pouce')).toEqual(['👍🏽']);
  expect(await found('eclair')).toEqual(['⚡']);
});

test('An emoji is written by its exact name, unless the workspace has its own of that name', async () => {
  expect(await emojiNamed(client, 'Château', 'atelier')).toBe('🏰');
  expect(await emojiNamed(client, 'chate', 'atelier')).toBeNull();
  expect(await emojiNamed(client, '', undefined)).toBeNull();
  const emojis = [{ _id: 'c', name: 'chat', workspaceId: 'autre', url: '/chat.png' }];
  client.setQueryData(keyOf(api.emoji.list, { params: { id: 'autre' } }), { emojis });
  expect(await emojiNamed(client, 'chat', 'autre')).toBeNull();
  expect(await emojiNamed(client, 'chat', undefined)).toBe('🐈');
  // Of two emoji of one name, the workspace’s own is nearer.
  expect((await found('chat', 'autre')).slice(0, 2)).toEqual([':chat:', '🐈']);
  store.state.tone = 3;
  expect(await emojiNamed(client, 'pouce', undefined)).toBe('👍🏽');
});

test('The picker’s own search is one without accents, with the nearest names first', async () => {
  const database = new store.Database();
  findNearest(database as never);
  const emoji = (await database.getEmojiBySearchQuery('CHÂT')) as { unicode: string }[];
  expect(store.state.asked).toEqual(['chat']);
  expect(emoji.map(({ unicode }) => unicode)).toEqual(['🐈', '🏰', '😺', '🐾']);
});
