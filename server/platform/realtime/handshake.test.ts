import { once } from 'node:events';
import { errors } from '@palabre/common/contract/errors.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { linesOf, logOf } from '../../test/log.ts';
import { gather } from '../../test/people/team.ts';
import { post } from '../../test/people/world.ts';
import { ownOrigin } from './handshake.ts';

let palabre: Palabre;
let camille: Person;
beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
});

/**
 * Holds the answer of the database to the next query of this name, as a slow network would: later changes are not in
 * it.
 * @returns `read`, resolved when the answer is there, and `release`
 */
function holdReading(name: string): { read: Promise<void>; release: () => void } {
  const { first: pool } = palabre.services.database;
  const query = pool.query.bind(pool) as (asked: unknown, values?: unknown) => Promise<unknown>;
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  let held = false;
  const spy = vi.spyOn(pool, 'query');
  const read = new Promise<void>(resolve => {
    spy.mockImplementation((async (asked: { name?: string }, values?: unknown) => {
      const hold = !held && asked.name === name;
      held ||= hold;
      const answer = await query(asked, values);
      if (hold) {
        resolve();
        await released;
      }
      return answer;
    }) as unknown as typeof pool.query);
  });
  onTestFinished(() => {
    release();
    spy.mockRestore();
  });
  return { read, release };
}

const isMember = async (userId: string): Promise<boolean> =>
  (await palabre.services.database.kysely
    .selectFrom('workspace_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

const hasSession = async (userId: string): Promise<boolean> =>
  (await palabre.services.database.kysely
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined;

describe('a handshake whose rooms have been read', () => {
  it('loses a right that is lost meanwhile', async () => {
    const karim = await palabre.register();
    const team = await gather(camille, karim);
    await karim.ok(api.users.me);
    const { read, release } = holdReading('rooms-of');
    const connecting = karim.connect();
    await read;
    const kicked = camille.ok(api.members.kick, { params: team.params, body: { userId: karim.id } });
    await vi.waitFor(async () => expect(await isMember(karim.id)).toBe(false));
    release();
    const [ears] = await Promise.all([connecting, kicked]);
    await post(camille, team.welcome, 'Entre nous');
    await ears.none('newMessage');
  });

  it('gains a right that is gained meanwhile', async () => {
    const karim = await palabre.register();
    const team = await gather(camille);
    await karim.ok(api.users.me);
    const { read, release } = holdReading('rooms-of');
    const connecting = karim.connect();
    await read;
    const joined = karim.ok(api.workspaces.join, { params: team.params });
    await vi.waitFor(async () => expect(await isMember(karim.id)).toBe(true));
    release();
    const [ears] = await Promise.all([connecting, joined]);
    const message = await post(camille, team.welcome, 'Bienvenue');
    await ears.next('newMessage', ({ _id }) => _id === message._id);
  });

  it('is refused when its session ends meanwhile', async () => {
    const karim = await palabre.register();
    await karim.ok(api.users.me);
    const { read, release } = holdReading('rooms-of');
    const connecting = karim.connect();
    await read;
    const left = karim.ok(api.users.logout);
    await vi.waitFor(async () => expect(await hasSession(karim.id)).toBe(false));
    await left;
    release();
    await expect(connecting).rejects.toThrow('unauthorized');
  });

  it('is refused when two-step is required meanwhile, which its person lacks', async () => {
    const karim = await palabre.register();
    const { sessions, database } = palabre.services;
    const choose = async (required: boolean) => {
      await sql`INSERT INTO settings (name, value, version) VALUES ('twoStepRequired', to_jsonb(${required}::boolean), 1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(database.kysely);
      await sessions.twoStepChanged();
    };
    onTestFinished(() => choose(false));
    await karim.ok(api.users.me);
    const { read, release } = holdReading('rooms-of');
    const connecting = karim.connect();
    await read;
    await choose(true);
    release();
    await expect(connecting).rejects.toThrow('two_step_required');
  });
});

describe('a handshake whose session is being read', () => {
  it('is refused when its session ends meanwhile', async () => {
    const karim = await palabre.register();
    const { read, release } = holdReading('sessions');
    const connecting = karim.connect();
    await read;
    const { sessions, database } = palabre.services;
    const { done } = await sessions.end(database.kysely, { userId: karim.id });
    await done();
    expect(await hasSession(karim.id)).toBe(false);
    release();
    await expect(connecting).rejects.toThrow('unauthorized');
  });
});

it('a handshake comes from our own pages at the public address too, which a proxy may serve under another host', () => {
  const isOwn = (origin: string) => ownOrigin({ origin, host: '127.0.0.1:3000' }, 'https://palabre.exemple.fr/');
  expect(['https://palabre.exemple.fr', 'http://127.0.0.1:3000'].map(isOwn)).toEqual([true, true]);
  const others = [
    'http://palabre.exemple.fr',
    'https://palabre.exemple.fr:8443',
    'https://exemple.fr',
    'http://127.0.0.1:4000',
    'null',
  ];
  expect(others.filter(isOwn)).toEqual([]);
});

it('a handshake is of the session in the cookie « token », among others, and not in one whose name ends so', async () => {
  const karim = await palabre.register();
  const connect = (cookie: string) => palabre.connect('', karim.id, { cookie });
  (await connect(`langue=fr; token=${karim.token}; autre=1`)).close();
  await expect(connect(`langue=fr; autre-token=${karim.token}`)).rejects.toThrow('unauthorized');
});

describe('people who connect together', () => {
  it('each get their own rooms', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => palabre.register()));
    const teams = await Promise.all([gather(camille, ...crowd.slice(0, 10)), gather(camille, ...crowd.slice(10))]);
    const ears = await Promise.all(crowd.map(person => person.connect()));
    const [one, other] = await Promise.all(teams.map((team, n) => post(camille, team.welcome, `Équipe ${n}`)));
    for (const [n, person] of ears.entries()) {
      const theirs = n < 10 ? one : other;
      await person.next('newMessage', ({ _id }) => _id === theirs?._id);
      expect(person.all('newMessage')).toHaveLength(1);
    }
  });

  it('are all refused while the database is away, and admitted once it is back', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => palabre.register()));
    const { first: pool } = palabre.services.database;
    const queries = vi.spyOn(pool, 'query').mockImplementation((async () => {
      throw new Error('Connection terminated unexpectedly');
    }) as unknown as typeof pool.query);
    const warned = vi.spyOn(palabre.services.logger, 'warn');
    onTestFinished(() => {
      queries.mockRestore();
      warned.mockRestore();
    });
    const refused = await Promise.allSettled(crowd.map(person => person.connect()));
    for (const each of refused) expect(each).toMatchObject({ reason: { message: 'unavailable' } });
    expect(warned).toHaveBeenCalledWith({ err: expect.any(Error) }, expect.stringMatching(/^socket refused: /));
    queries.mockRestore();
    for (const person of crowd) (await person.connect()).close();
  });
});

it('a person who loses a right while rooms cannot be read is cut off, and the change succeeds', async () => {
  const karim = await palabre.register();
  const team = await gather(camille, karim);
  const ears = await karim.connect();
  const { first: pool } = palabre.services.database;
  const query = pool.query.bind(pool) as (asked: unknown, values?: unknown) => Promise<unknown>;
  const spy = vi.spyOn(pool, 'query').mockImplementation((async (asked: { name?: string }, values?: unknown) => {
    if (asked.name === 'rooms-of') throw new Error('the database is away');
    return query(asked, values);
  }) as unknown as typeof pool.query);
  onTestFinished(() => spy.mockRestore());
  const lines = logOf(palabre);
  await camille.ok(api.members.kick, { params: team.params, body: { userId: karim.id } });
  expect(await ears.closed).toMatch(/transport/);
  expect(linesOf(lines, 'rooms could not follow rights: sockets are made to connect again')).toMatchObject([
    { level: 50, people: 1, err: { message: 'the database is away' } },
  ]);
});

it('a handshake is refused to pages of other places, whatever session their reader has', async () => {
  const karim = await palabre.register();
  await expect(karim.connect({ origin: 'https://ailleurs.exemple.fr' })).rejects.toThrow();
  (await karim.connect({ origin: palabre.url })).close();
});

it('a handshake says how often its client is asked whether it is there, and how long a message may be', async () => {
  const opening = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  onTestFinished(() => opening.terminate());
  const [said] = await once(opening, 'message');
  const told = { pingInterval: 20_000, pingTimeout: 15_000, maxPayload: 65_536, upgrades: [] };
  expect(JSON.parse(String(said).slice(1))).toEqual({ ...told, sid: expect.any(String) });
  opening.send(`42["activity","${'x'.repeat(65_536)}"]`);
  await once(opening, 'close');
});

it('a socket speaks the language of its page, whatever its browser prefers; without one, that of the browser', async () => {
  const karim = await palabre.register();
  const answerTo = async (language?: string) => {
    const socket = io(palabre.url, {
      ...{ auth: { token: karim.token, language }, extraHeaders: { 'accept-language': 'en' } },
      ...{ transports: ['websocket'], reconnection: false, forceNew: true },
    });
    onTestFinished(() => void socket.disconnect());
    return (await socket.timeout(8_000).emitWithAck('setStatus', 'asleep')).message;
  };
  expect([await answerTo('fr'), await answerTo(), await answerTo('de')]).toEqual([
    errors.invalid_input.fr,
    errors.invalid_input.en,
    errors.invalid_input.fr,
  ]);
});

it('a socket sends its frames as they are, whatever its client offers to decompress, and no client script is served', async () => {
  const url = `${palabre.url}/socket.io/`;
  const socket = new WebSocket(`${url.replace('http', 'ws')}?EIO=4&transport=websocket`, { perMessageDeflate: true });
  onTestFinished(() => socket.terminate());
  await once(socket, 'message');
  expect(socket.extensions).toBe('');
  expect((await fetch(`${url}socket.io.js`)).status).toBe(400);
});
