import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { type Person, startPalabre } from '../../../test/harness.ts';
import { measuresOf } from '../../../test/measures.ts';
import { reply } from '../../../test/people/repliers.ts';
import { createWorld, type World } from '../../../test/people/world.ts';
import { placesBehind } from './indexer.store.ts';

const palabre = await startPalabre();
let world: World;
/** Ids of messages, by a name of the test. */
const said: Record<string, string> = {};

const say = async (
  who: Person,
  place: { channelId?: string; conversationId?: string },
  content: string,
  name: string,
) => {
  const { message } = await who.ok(api.messages.send, { body: { ...place, content } });
  said[name] = message._id;
};

const find = async (who: Person, q: string, zone?: string) =>
  (await who.ok(api.search.messages, { query: { q, ...(zone && { zone }) } })).results;
/** Names of the messages that a person finds, newest first; days begin as in the zone. */
const names = async (who: Person, q: string, zone?: string) =>
  (await find(who, q, zone)).map(({ message }) => Object.keys(said).find(name => said[name] === message._id));
/** Waits until the messages are indexed. */
const finds = (who: Person, q: string, expected: string[]) =>
  vi.waitFor(async () => expect(await names(who, q)).toEqual(expected), { interval: 50 });

beforeAll(async () => {
  world = await createWorld(palabre);
});

test('a message is found by its words, their stems, prefixes and parts, ignoring case and accents', async () => {
  const { camille, karim, chantier } = world;
  await say(camille, { channelId: chantier._id }, 'Les **livraisons** de béton sont reportées à mardi.', 'béton');
  await say(
    karim,
    { channelId: chantier._id },
    'L’équipe prévient <@018f0000-0000-7000-8000-00000000beef> dès l’été.',
    'été',
  );
  await finds(camille, 'livraison', ['béton']);
  for (const q of [
    'LIVRAISONS',
    'beton',
    'reporté',
    'livrai',
    'vraiso',
    'mardi béton',
    '"béton sont reportées"',
    'livraison -été',
  ]) {
    expect([q, await names(camille, q)]).toEqual([q, ['béton']]);
  }
  for (const q of ['équipe', 'ete', 'prévient']) await finds(camille, q, ['été']);
  for (const q of [
    'marie',
    'mardi été',
    'béton -mardi',
    '"mardi béton"',
    '018f0000',
    'le',
    '-mardi',
    '&|!:*()',
    "'''",
    '\\',
  ]) {
    expect([q, await names(camille, q)]).toEqual([q, []]);
  }
});

test('a search of many words finds messages that have them all', async () => {
  const { camille, chantier } = world;
  await say(camille, { channelId: chantier._id }, 'Hangar, cabestan, drisse et palan.', 'sans treuil');
  await say(camille, { channelId: chantier._id }, 'Hangar, cabestan, drisse, palan et treuil.', 'treuil');
  await finds(camille, 'treuil', ['treuil']);
  for (const q of [
    'hangar cabestan drisse treuil',
    'hangar cabestan drisse palan treuil',
    'palan cabestan treuil drisse hangar',
  ]) {
    expect([q, await names(camille, q)]).toEqual([q, ['treuil']]);
  }
  for (const q of ['hangar cabestan drisse palan', 'cabestan drisse']) {
    expect([q, await names(camille, q)]).toEqual([q, ['treuil', 'sans treuil']]);
  }
});

test('searches have connections of their own, where each kind of them is planned once, for any words', async () => {
  const { camille } = world;
  const { searches, pool } = palabre.services.database;
  expect(searches).not.toBe(pool);
  for (const q of ['livraison', 'équipe', 'mardi béton', 'reportées livraisons', 'béton']) await find(camille, q);
  const { rows } = await searches.query(
    'SELECT name, custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements ORDER BY name',
  );
  expect(rows).toEqual(
    ['search-found-1', 'search-found-2', 'search-found-4', 'search-meaning'].map(name => ({
      name,
      custom: 0,
      generic: expect.any(Number),
    })),
  );
});

test('a word finds words that begin with it, names with numbers and addresses', async () => {
  const { camille, chantier } = world;
  const channelId = chantier._id;
  await say(camille, { channelId }, 'Un mortier.', 'mot');
  await say(camille, { channelId }, 'Voir https://mortiers.exemple.fr/prix', 'adresse');
  await say(camille, { channelId }, 'La référence mortier8', 'nombre');
  await say(camille, { channelId }, 'Écrire à mortier.nord@exemple.fr', 'e-mail');
  await finds(camille, 'mortier', ['e-mail', 'nombre', 'adresse', 'mot']);
  await finds(camille, 'mortier8', ['nombre']);
  await finds(camille, 'mortiers.ex', ['adresse']);
  // A word too long to be looked up by its beginning is found whole.
  const long = 'mortaise'.repeat(9);
  await say(camille, { channelId }, `Voici ${long}.`, 'long');
  await finds(camille, long, ['long']);
});

test('an extract shows the matching words, in pieces of text', async () => {
  const { camille, chantier } = world;
  await say(
    camille,
    { channelId: chantier._id },
    `${'Avant cela. '.repeat(200)}Une *grue* & co \u0002arrive\u0003 demain.`,
    'grue',
  );
  await finds(camille, 'grue', ['grue']);
  const [found] = await find(camille, 'grue');
  const text = found?.extract.map(piece => piece.text).join('') ?? '';
  expect(text.length).toBeLessThan(400);
  expect(text).toContain('Une *grue* & co arrive demain');
  expect(found?.extract.filter(piece => piece.hit).map(piece => piece.text)).toEqual(['grue']);
});

test('an extract keeps a spoiler hidden', async () => {
  const { camille, chantier } = world;
  await say(
    camille,
    { channelId: chantier._id },
    `Devinez : ||le paratonnerre ${'très '.repeat(80)}haut||, bravo.`,
    'spoiler',
  );
  await finds(camille, 'paratonnerre', ['spoiler']);
  for (const q of ['paratonnerre', 'devinez', 'de:camille après:2000-01-01']) {
    const extracts = (await find(camille, q)).map(({ extract }) => extract.map(({ text }) => text).join(''));
    expect(extracts.some(text => text.includes('Devinez : █, bravo'))).toBe(true);
    expect(extracts.join()).not.toMatch(/paratonnerre|haut/);
  }
});

test('an edited message is found by its new words, a deleted one by none', async () => {
  const { camille, chantier } = world;
  await say(camille, { channelId: chantier._id }, 'Le parpaing manque.', 'parpaing');
  await finds(camille, 'parpaing', ['parpaing']);
  const params = { id: said.parpaing ?? '' };
  await camille.ok(api.messages.edit, { params, body: { content: 'La brique manque.' } });
  await finds(camille, 'brique', ['parpaing']);
  expect(await names(camille, 'parpaing')).toEqual([]);
  await camille.ok(api.messages.remove, { params });
  expect(await names(camille, 'brique')).toEqual([]);
});

test('a reply in a thread is found at once, and once, though its channel shows it too', async () => {
  const { camille, karim, chantier } = world;
  const { message: root } = await camille.ok(api.messages.send, {
    body: { channelId: chantier._id, content: 'Le muret' },
  });
  said.gypse = (await reply(karim, root, 'Un gypse rare', { alsoInPlace: true }))._id;
  await finds(camille, 'gypse', ['gypse']);
  await vi.waitFor(async () => expect(await placesBehind(palabre.services.database.pool)).toEqual([]), {
    interval: 50,
  });
  // A part of a word that no other message contains finds it, too.
  for (const q of ['gypse', 'gyp', 'yps']) expect([q, await names(camille, q)]).toEqual([q, ['gypse']]);
});

test('the index of words rests by how slow the server is for everybody', async () => {
  const { database, shares } = palabre.services;
  await vi.waitFor(async () => expect(await placesBehind(database.pool)).toEqual([]), { interval: 50 });
  const slowness = vi.spyOn(shares.pace, 'slowness', 'get');
  onTestFinished(() => slowness.mockRestore());
  // No search runs meanwhile: the job alone indexes the place behind.
  await database.pool.query('UPDATE search_marks SET seq = 0 WHERE place_id = $1', [world.chantier._id]);
  // The measure that alarms read counts this place, too.
  expect((await measuresOf(palabre.url)).palabre_search_behind).toBe(1);
  slowness.mockClear();
  await palabre.jobs.now('search.catchUp');
  await vi.waitFor(() => expect(slowness).toHaveBeenCalled(), { timeout: eventWaitTimeoutMs });
});

test('filters narrow by author, place, day and file, and files are found by their names', async () => {
  const { camille, karim, chantier } = world;
  const channelId = chantier._id;
  await say(camille, { channelId }, 'Le coffrage de Camille.', 'camille');
  await say(karim, { channelId }, 'Le coffrage de Karim.', 'karim');
  const { message } = await karim.ok(api.messages.send, {
    body: { channelId, content: 'Voici le coffrage.' },
    files: [{ bytes: Buffer.from('plan'), name: 'relevé_façade-nord.txt' }],
  });
  said.fichier = message._id;
  await finds(camille, 'coffrage', ['fichier', 'karim', 'camille']);
  // A zone where it is noon now, so that messages of the last minutes are of today whenever this test runs.
  const now = new Date();
  const [behind, today] = [now.getUTCHours() - 12, now.toISOString().slice(0, 10)];
  const noon = `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
  const expected: Record<string, string[]> = {
    'coffrage de:camille': ['camille'],
    'coffrage de:moi': ['camille'],
    'coffrage from:me': ['camille'],
    'coffrage de:"personne"': [],
    'coffrage de:camille de:karim': ['fichier', 'karim', 'camille'],
    [`coffrage dans:ailleurs dans:${chantier.title}`]: ['fichier', 'karim', 'camille'],
    [`coffrage dans:${chantier.title}`]: ['fichier', 'karim', 'camille'],
    'coffrage dans:ailleurs': [],
    'coffrage a:fichier': ['fichier'],
    'de:karim a:fichier': ['fichier'],
    façade: ['fichier'],
    'releve nord': ['fichier'],
    [`coffrage avant:${today}`]: [],
    [`coffrage après:${today}`]: ['fichier', 'karim', 'camille'],
    'coffrage après:31/12/2999': [],
  };
  for (const [q, found] of Object.entries(expected)) expect([q, await names(camille, q, noon)]).toEqual([q, found]);

  // A zone where it is another day for at least an hour: yesterday in the last zone, or tomorrow in the first.
  const [zone, elsewhere] =
    now.getUTCHours() < 11
      ? ['Etc/GMT+12', `avant:${today}`]
      : ['Pacific/Kiritimati', `après:${new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)}`];
  const count = async (q: string, zone: string) => (await find(camille, `coffrage ${q}`, zone)).length;
  expect([await count(elsewhere, zone), await count(elsewhere, noon)]).toEqual([3, 0]);
  expect([await count('après:aujourd’hui', zone), await count('avant:aujourd’hui', zone)]).toEqual([3, 0]);
  expect((await camille.call(api.search.messages, { query: { q: 'coffrage', zone: 'Lune/Mer' } })).status).toBe(400);
});

test('today begins at midnight in the zone of the page, whatever the day is elsewhere', async () => {
  const { camille, chantier } = world;
  const now = new Date();
  // One of these zones has another day than UTC now; both begin it at ten.
  const isBehind = now.getUTCHours() < 10;
  const zone = isBehind ? 'Pacific/Honolulu' : 'Pacific/Kiritimati';
  const began = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - Number(isBehind), 10);
  for (const name of ['veille', 'jour']) await say(camille, { channelId: chantier._id }, 'Un parpaing', name);
  await finds(camille, 'parpaing', ['jour', 'veille']);
  const { pool } = palabre.services.database;
  await pool.query(`UPDATE messages SET created_at = $2 WHERE id = $1`, [said.veille, new Date(began - 60_000)]);
  await pool.query('TRUNCATE message_words, search_marks');
  await palabre.jobs.now('search.catchUp');
  await vi.waitFor(async () => expect(await names(camille, 'parpaing après:aujourd’hui', zone)).toEqual(['jour']), {
    timeout: 8_000,
  });
  expect(await names(camille, 'parpaing avant:aujourd’hui', zone)).toEqual(['veille']);
  expect(await names(camille, 'parpaing après:hier', zone)).toEqual(['jour', 'veille']);
});

test('a file is found by its name alone, whole or by a prefix, with its message and its place', async () => {
  const { camille, karim, yann, chantier } = world;
  const named = async (who: Person, q: string) =>
    (await who.ok(api.search.files, { query: { q } })).results.map(({ file }) => file.name);
  const { message } = await karim.ok(api.messages.send, {
    body: { channelId: chantier._id, content: 'La charpente, enfin.' },
    files: ['Devis-charpente_v2.pdf', 'photo.jpg', 'toiture.ods'].map(name => ({ bytes: Buffer.from(name), name })),
  });
  await vi.waitFor(async () => expect(await named(camille, 'charpente')).toEqual(['Devis-charpente_v2.pdf']), {
    interval: 50,
  });
  for (const q of ['devis', 'DEVIS v2', 'devis-charp', 'Devis-charpente_v2.pdf', 'arpent'])
    expect([q, await named(camille, q)]).toEqual([q, ['Devis-charpente_v2.pdf']]);
  // A message's text is no file name, and words split over two names are in neither.
  for (const q of ['enfin', 'devis toiture', 'devis de:camille', 'devis dans:ailleurs', 'rien'])
    expect([q, await named(camille, q)]).toEqual([q, []]);
  expect(await named(camille, 'toiture de:karim a:fichier')).toEqual(['toiture.ods']);
  // A negated word excludes the file of that name, but no message because of one of its files.
  said.toit = message._id;
  expect(await names(camille, 'devis -photo')).toEqual(['toit']);
  expect(await names(camille, 'devis -enfin')).toEqual([]);
  expect(await named(camille, 'de:karim a:fichier -photo -facade')).toEqual(['Devis-charpente_v2.pdf', 'toiture.ods']);
  expect(await named(camille, 'devis -enfin')).toEqual(['Devis-charpente_v2.pdf']);
  expect(await named(camille, 'devis -v2')).toEqual([]);
  expect(await named(yann, 'charpente')).toEqual([]);
  const [found] = (await camille.ok(api.search.files, { query: { q: 'devis' } })).results;
  const { _id: messageId, time, channelId, conversationId, sender } = message;
  expect(found).toEqual({
    ...{ messageId, time, channelId, conversationId, sender, workspaceId: world.atelier._id },
    file: message.fileAttachments.find(({ name }) => name.startsWith('Devis')),
  });
  await karim.ok(api.messages.remove, { params: { id: messageId } });
  expect(await named(camille, 'devis')).toEqual([]);
});

test('a file is found behind a whole page of messages of which no file has all the words', async () => {
  const { camille, chantier } = world;
  const send = (...names: string[]) =>
    camille.ok(api.messages.send, {
      body: { channelId: chantier._id },
      files: names.map(name => ({ bytes: Buffer.from(name), name })),
    });
  await send('plinthe lucarne.txt');
  for (let n = 0; n < 21; n += 1) await send('plinthe.txt', 'lucarne.txt');
  const search = (q: string, cursor?: string | null) =>
    camille.ok(api.search.files, { query: { q, ...(cursor && { cursor }) } });
  await vi.waitFor(async () => expect(await placesBehind(palabre.services.database.pool)).toEqual([]));
  const first = await search('plinthe');
  const rest = await search('plinthe', first.nextCursor);
  expect([first.results.length, rest.results.length, rest.nextCursor]).toEqual([20, 2, null]);
  expect((await search('plinthe lucarne')).results.map(({ file }) => file.name)).toEqual(['plinthe lucarne.txt']);
});

test('pages follow one another without a gap, newest first', async () => {
  const { camille, chantier } = world;
  const posted: string[] = [];
  for (let i = 0; i < 45; i++) {
    const body = { channelId: chantier._id, content: `Un carrelage ${i}` };
    posted.push((await camille.ok(api.messages.send, { body })).message._id);
  }
  await vi.waitFor(async () => expect(await placesBehind(palabre.services.database.pool)).toEqual([]));
  // Makes some messages older than each window that a search reads in turn, those of each of two moments of one millisecond.
  await palabre.services.database.pool.query(
    `UPDATE messages SET created_at = date_trunc('minute', now()) - (position % 5) ^ 5 * interval '1 day'
       + position % 2 * interval '1 microsecond' WHERE id = ANY($1)`,
    [posted],
  );
  await palabre.services.database.pool.query('TRUNCATE message_words, search_marks');
  await palabre.jobs.now('search.catchUp');
  await vi.waitFor(async () => expect(await placesBehind(palabre.services.database.pool)).toEqual([]));
  const found = await all();
  expect(found).toHaveLength(45);
  expect(new Set(found.map(({ message }) => message._id))).toEqual(new Set(posted));
  const times = found.map(({ message }) => message.time);
  expect(times).toEqual([...times].sort().reverse());

  async function all() {
    const results: Awaited<ReturnType<typeof find>> = [];
    let cursor: string | undefined;
    do {
      const page = await camille.ok(api.search.messages, { query: { q: 'carrelage', ...(cursor && { cursor }) } });
      results.push(...page.results);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return results;
  }
});

describe('a message that a person may not read', () => {
  it('is never found, and is found no more once the right goes', async () => {
    const { camille, karim, yann, atelier } = world;
    const { channel } = await camille.ok(api.channels.create, {
      body: { title: 'secret', visibility: 'private', workspaceId: atelier._id },
    });
    await say(camille, { channelId: channel._id }, 'Le zinguage est confidentiel.', 'zinguage');
    await camille.ok(api.messages.send, {
      body: { channelId: channel._id, content: '' },
      files: [{ bytes: Buffer.from('plan'), name: 'zinguage-plan.txt' }],
    });
    const files = async (who: Person) => (await who.ok(api.search.files, { query: { q: 'zinguage' } })).results.length;
    await finds(camille, 'zinguage confidentiel', ['zinguage']);
    await vi.waitFor(async () => expect(await files(camille)).toBe(1), { interval: 50 });
    for (const q of ['zinguage', 'dans:secret', 'de:camille zinguage', 'a:fichier zinguage', 'zing', 'inguag']) {
      expect([q, await names(karim, q), await names(yann, q)]).toEqual([q, [], []]);
    }
    expect([await files(karim), await files(yann)]).toEqual([0, 0]);
    const { role } = await camille.ok(api.roles.create, {
      body: { name: 'Toiture', workspaceId: atelier._id, users: [karim.id], visibleChannels: [channel._id] },
    });
    expect([await names(karim, 'zinguage confidentiel'), await files(karim)]).toEqual([['zinguage'], 1]);
    await camille.ok(api.roles.remove, { params: { id: role._id } });
    expect([await names(karim, 'zinguage'), await files(karim)]).toEqual([[], 0]);
    // Once the channel is gone, nothing of it stays in the index.
    const { pool } = palabre.services.database;
    const kept = async () =>
      (await pool.query('SELECT FROM message_words WHERE place_id = $1', [channel._id])).rowCount;
    expect(await kept()).toBe(2);
    await camille.ok(api.channels.remove, { params: { id: channel._id } });
    await palabre.jobs.now('search.catchUp');
    await expect.poll(kept).toBe(0);
    const words = await pool.query('SELECT FROM search_words WHERE scope = $1', [channel._id]);
    expect(words.rowCount).toBe(0);
  });

  it('is not found by a person who may only write in its channel, once it goes private', async () => {
    const { camille, karim, atelier } = world;
    const { channel } = await camille.ok(api.channels.create, {
      body: { title: 'annonces', visibility: 'protected', workspaceId: atelier._id },
    });
    await camille.ok(api.roles.create, {
      body: { name: 'Annonce', workspaceId: atelier._id, users: [karim.id], writableChannels: [channel._id] },
    });
    await say(camille, { channelId: channel._id }, 'Le bardage arrive demain.', 'bardage');
    await finds(karim, 'bardage', ['bardage']);
    await camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'private' } });
    expect([await names(camille, 'bardage'), await names(karim, 'bardage')]).toEqual([['bardage'], []]);
  });

  it('in a conversation is found by its people alone', async () => {
    const { camille, karim, yann } = world;
    const { conversation } = await camille.ok(api.conversations.create, { body: { users: [karim.id] } });
    await say(karim, { conversationId: conversation._id }, 'Une surprise : le belvédère.', 'surprise');
    await finds(camille, 'belvédère', ['surprise']);
    expect(await names(camille, 'belvédère dans:karim')).toEqual(['surprise']);
    // A conversation without a title is called by the others in it.
    expect(await names(camille, 'belvédère dans:camille')).toEqual([]);
    expect(await names(yann, 'belvédère')).toEqual([]);
  });
});

test.each(['x', 'AAAA', Buffer.from('1 2 3').toString('base64url')])(
  'an invalid cursor is refused: %s',
  async cursor => {
    const { status, body } = await world.camille.call(api.search.messages, { query: { q: 'béton', cursor } });
    expect([status, body]).toMatchObject([400, { code: 'invalid_cursor' }]);
  },
);
