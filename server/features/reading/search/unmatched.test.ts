import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { letInto } from '../../../test/people/guests.ts';
import { admit, found } from '../../../test/people/societies.ts';
import { talk } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille', lastName: 'Moreau' });
  karim = await palabre.register({ firstName: 'Karim', lastName: 'Benali' });
});

const search = (who: Person, q: string) => who.ok(api.search.messages, { query: { q } });
const unmatched = async (who: Person, q: string) => (await search(who, q)).unmatched;

it('a filter without any match is reported, and no other filter', async () => {
  await gather(camille, karim);
  for (const q of ['de:karim', 'de:moi', 'dans:général plan', 'avant:hier', 'plan', 'de:'])
    expect([q, await unmatched(camille, q)]).toEqual([q, []]);
  expect(await unmatched(camille, 'plan de:karime de:KARIM dans:"le chantier" avant:bientôt après:30/02/2026')).toEqual(
    [
      { filter: 'from', value: 'karime' },
      { filter: 'in', value: 'le chantier' },
      { filter: 'before', value: 'bientôt' },
      { filter: 'after', value: '30/02/2026' },
    ],
  );
  const files = await camille.ok(api.search.files, { query: { q: 'plan de:karime' } });
  expect(files.unmatched).toEqual([{ filter: 'from', value: 'karime' }]);
});

it('people and places that one does not see are reported as unknown ones are', async () => {
  const stranger = await palabre.register({ firstName: 'Zélie', lastName: 'Inconnue' });
  const team = await gather(stranger);
  const place = { title: 'belvédère', workspaceId: team.id };
  await stranger.ok(api.channels.create, { body: place });
  expect(await unmatched(stranger, 'de:zélie dans:belvédère')).toEqual([]);
  expect(await unmatched(camille, 'de:zélie dans:belvédère')).toEqual([
    { filter: 'from', value: 'zélie' },
    { filter: 'in', value: 'belvédère' },
  ]);
});

it('a person with whom one shares a conversation, a society or a channel as a guest is known by their name', async () => {
  const [talking, colleague, guest] = await Promise.all([
    palabre.register({ firstName: 'Ursule' }),
    palabre.register({ firstName: 'Wandrille' }),
    palabre.register({ firstName: 'Xavière' }),
  ]);
  await talk(camille, talking);
  await admit(camille, await found(camille), 'member', colleague);
  const { id: workspaceId, welcome } = await gather(camille);
  const { kysely } = palabre.services.database;
  await sql`UPDATE users SET guest_until = now() + interval '30 days' WHERE id = ${guest.id}`.execute(kysely);
  await letInto(palabre, guest, { workspaceId, sponsorId: camille.id, channels: [welcome._id] });
  for (const name of ['ursule', 'wandrille', 'xavière'])
    expect([name, await unmatched(camille, `de:${name}`)]).toEqual([name, []]);
  expect(await unmatched(guest, 'de:camille')).toEqual([]);
  // A guest knows no guest of another channel of the workspace, and a group by the title that it has.
  const [apart, group] = [await palabre.register({ firstName: 'Yolande' }), await talk(camille, karim, talking)];
  await sql`UPDATE users SET guest_until = now() + interval '30 days' WHERE id = ${apart.id}`.execute(kysely);
  const { channel } = await camille.ok(api.channels.create, { body: { title: 'ailleurs', workspaceId } });
  await letInto(palabre, apart, { workspaceId, sponsorId: camille.id, channels: [channel._id] });
  expect(await unmatched(guest, 'de:yolande')).toEqual([{ filter: 'from', value: 'yolande' }]);
  await camille.ok(api.conversations.rename, { params: { id: group._id }, body: { title: 'Verrière' } });
  expect(await unmatched(camille, 'dans:verrière')).toEqual([]);
  // A guest finds messages of the channels they are let into.
  await post(camille, welcome, 'Un vitrail');
  await vi.waitFor(async () => expect((await search(guest, 'vitrail')).results).toHaveLength(1), { interval: 50 });
});

it('a person met is found by their name, however many strangers are called so', async () => {
  await sql`INSERT INTO users (id, first_name, last_name, email)
    SELECT lpad(n::text, 32, '0')::uuid, 'Zacharie', n::text, n || '@ailleurs.fr'
    FROM generate_series(1, 60) AS n`.execute(palabre.services.database.kysely);
  const met = await palabre.register({ firstName: 'Zacharie' });
  await post(met, (await gather(camille, met)).welcome, 'Me voici');
  await vi.waitFor(async () => expect((await search(camille, 'de:zacharie')).results).toHaveLength(1), {
    interval: 50,
  });
});

it('a message is found all the same when the database could not index it at first, and one of another place meanwhile', async () => {
  const [team, other] = [await gather(camille), await gather(camille)];
  let isBroken = true;
  const { query } = pg.Client.prototype;
  let failed = 0;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text?: string; values?: unknown[] }];
    const { text = '', values: [places] = [] } = typeof asked === 'string' ? { text: asked } : asked;
    if (isBroken && /INSERT INTO message_words/.test(text) && (places as string[]).includes(team.welcome._id)) {
      failed += 1;
      return Promise.reject(new Error('out of memory'));
    }
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as never);
  onTestFinished(() => spy.mockRestore());
  const lines = logOf(palabre);
  const texts = async () => (await search(camille, 'gabion')).results.map(({ message }) => message.content).sort();
  await post(camille, team.welcome, 'Un gabion tardif');
  await vi.waitUntil(() => failed > 0, { timeout: eventWaitTimeoutMs });
  // Operators read why; the line comes once the failed transaction is rolled back.
  const told = () => linesOf(lines, 'search could not be kept up, tried again');
  await vi.waitFor(() => expect(told()[0]).toMatchObject({ level: 40, err: { message: 'out of memory' } }));
  await post(camille, other.welcome, 'Un gabion');
  await expect.poll(texts).toEqual(['Un gabion']);
  isBroken = false;
  await expect.poll(texts).toEqual(['Un gabion', 'Un gabion tardif']);
});

it('a search that the database could not answer fails by itself, is not called too broad, and the next one is answered', async () => {
  const { query } = pg.Client.prototype;
  let failed = 0;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { name?: string }];
    if (failed > 0 || typeof asked === 'string' || asked.name !== 'search-meaning')
      return (query as (...args: unknown[]) => unknown).apply(this, args);
    failed += 1;
    return Promise.reject(new Error('the connection is lost'));
  } as never);
  onTestFinished(() => spy.mockRestore());
  const { searches } = palabre.services.database;
  const removed = vi.fn();
  searches.once('remove', removed);
  const path = `/api${api.search.messages.path}?q=vitrail`;
  expect([(await camille.raw('GET', path)).status, failed]).toEqual([500, 1]);
  // Its connection, which may be broken, serves no other search.
  await expect.poll(() => removed.mock.calls.length, { message: 'closed connections' }).toBe(1);
  expect((await camille.raw('GET', path)).status).toBe(200);
});

it('a person who left still matches a filter where one reads their messages', async () => {
  const gone = await palabre.register({ firstName: 'Odilon', lastName: 'Parti' });
  const team = await gather(camille, gone);
  await post(gone, team.welcome, 'Le dernier mot');
  await gone.ok(api.workspaces.leave, { params: team.params });
  await vi.waitFor(async () => expect((await search(camille, 'de:odilon')).results).toHaveLength(1), { interval: 50 });
  expect(await unmatched(camille, 'de:odilon')).toEqual([]);
  // With two names, nothing tells by which person a result was written.
  expect(await unmatched(camille, 'de:odilon de:zénobie')).toContainEqual({ filter: 'from', value: 'zénobie' });
  expect(await unmatched(camille, 'de:odilon introuvable')).toEqual([{ filter: 'from', value: 'odilon' }]);
});
