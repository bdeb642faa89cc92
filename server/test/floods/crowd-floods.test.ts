import { once } from 'node:events';
import { connect } from 'node:net';
import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { countLockWaits, holdLock } from '../locks.ts';
import { createCrowd } from '../people/crowd.ts';
import { picture } from '../picture.ts';

const office = { 'x-forwarded-for': '198.51.100.7' };
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };

let palabre: Palabre;
let stranger: Person;

beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
  stranger = await palabre.register();
});

/** Stops the clock of shares: a slow machine gives no place back by time. */
function stopTime(): void {
  const now = performance.now();
  const stopped = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => stopped.mockRestore());
}

const readings = (tokens: readonly string[]) =>
  tokens.map(token => palabre.nobody.raw('GET', '/api/notifications', { token, headers: office }));
const asks = (person: Person, headers: Record<string, string>) => person.raw('GET', '/api/gif/categories', { headers });

describe('many accounts of one address', () => {
  it('take four connections to the database while others ask: a stranger is served, and in the end all of theirs too', async () => {
    const { tokens } = await createCrowd(palabre.services.database, 'only for tests, never for anything else', {
      people: 20,
    });
    for (const token of tokens) await palabre.nobody.raw('GET', '/api/gif/categories', { token, headers: office });
    expect((await asks(stranger, elsewhere)).status).toBe(200);
    stopTime();
    const held = await holdLock(palabre, 'LOCK TABLE notifications IN ACCESS EXCLUSIVE MODE');
    const asked = readings([...tokens, ...tokens, ...tokens]);
    await vi.waitUntil(async () => (await countLockWaits(palabre)) >= 4);
    expect((await stranger.raw('GET', '/api/user/me', { headers: elsewhere })).status).toBe(200);
    expect(await countLockWaits(palabre)).toBe(4);
    await held.query('ROLLBACK');
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(60).fill(200));
  });
});

describe('unchanged files', () => {
  it('of 200 requests at once take four connections: other people, and other requests of their person, are served', async () => {
    const { newUser, token } = await palabre.nobody.ok(api.users.register, {
      body: { firstName: 'Inès', lastName: 'Ortega', email: 'ines@exemple.fr', password: 'huit caractères' },
      image: { bytes: await picture() },
    });
    const ask = (headers: Record<string, string> = {}) =>
      fetch(palabre.url + newUser.avatar, { headers: { cookie: `token=${token}`, ...office, ...headers } });
    const etag = (await ask()).headers.get('etag') ?? '';
    expect((await asks(stranger, elsewhere)).status).toBe(200);
    stopTime();
    const held = await holdLock(palabre, 'LOCK TABLE files IN ACCESS EXCLUSIVE MODE');
    const storm = Array.from({ length: 200 }, () => ask({ 'if-none-match': etag }));
    await vi.waitUntil(async () => (await countLockWaits(palabre)) >= 4);
    expect((await stranger.raw('GET', '/api/notifications', { headers: elsewhere })).status).toBe(200);
    expect(await countLockWaits(palabre)).toBe(4);
    await held.query('ROLLBACK');
    expect((await Promise.all(storm)).map(({ status }) => status)).toEqual(Array(200).fill(304));
  });
});

describe('requests without an actor', () => {
  it('take two connections to the database while people ask, from any number of addresses: the people are served', async () => {
    expect((await asks(stranger, elsewhere)).status).toBe(200);
    stopTime();
    const held = await holdLock(palabre, 'LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const flood = Array.from({ length: 20 }, (_, n) =>
      palabre.nobody.raw('GET', `/api/user/email?email=personne-${n}@exemple.fr`, {
        headers: n % 2 ? office : { 'x-forwarded-for': `192.0.2.${n}` },
      }),
    );
    await vi.waitUntil(async () => (await countLockWaits(palabre)) >= 2);
    expect((await asks(stranger, elsewhere)).status).toBe(200);
    expect(await countLockWaits(palabre)).toBe(2);
    await held.query('ROLLBACK');
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(20).fill(404));
  });

  it('give their place back when their connections close', async () => {
    const port = Number(new URL(palabre.url).port);
    const half = `POST /api/user/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${office['x-forwarded-for']}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`;
    expect((await asks(stranger, elsewhere)).status).toBe(200);
    const entering = vi.spyOn(palabre.services.shares, 'enter');
    onTestFinished(() => entering.mockRestore());
    stopTime();
    const sockets = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        await once(socket, 'connect');
        socket.write(half);
        return socket;
      }),
    );
    await vi.waitUntil(() => entering.mock.calls.length === 30);
    const waiting = palabre.nobody.raw('GET', '/api/nothing', { headers: office });
    let served = false;
    void waiting.then(() => (served = true));
    expect((await asks(stranger, elsewhere)).status).toBe(200);
    expect(served).toBe(false);
    for (const socket of sockets) socket.destroy();
    expect((await waiting).status).toBe(404);
  });
});

describe('every request', () => {
  const endpoints = Object.entries(api).flatMap(([feature, group]) =>
    Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
      `${feature}.${name}`,
      endpoint,
    ]),
  );
  let entered: (string | null)[] = [];
  beforeEach(() => {
    const { shares } = palabre.services;
    const enter = shares.enter.bind(shares);
    entered = [];
    const entering = vi.spyOn(shares, 'enter').mockImplementation((asker, ...rest) => {
      entered.push(asker.userId);
      return enter(asker, ...rest);
    });
    onTestFinished(() => entering.mockRestore());
  });
  const pathOf = ({ path }: Endpoint) => `/api${path.replace(/:\w+/g, '0199f3c0-0000-7000-8000-000000000000')}`;

  it.each(endpoints)('of %s has its share: of its person or of its address', async (_name, endpoint) => {
    await palabre.nobody.raw(endpoint.method, pathOf(endpoint), { headers: elsewhere });
    expect(entered).toEqual([null]);
    if (endpoint.access.kind === 'public' || endpoint === api.users.logout) return;
    await stranger.raw(endpoint.method, pathOf(endpoint), { headers: elsewhere });
    expect(entered).toEqual([null, stranger.id]);
  });

  it.each(['/', '/login', '/api/nothing', '/api/docs', '/api/openapi.json', '/auth/nobody'])(
    'of %s has the share of its address',
    async path => {
      await palabre.nobody.raw('GET', path, { headers: elsewhere });
      expect(entered).toEqual([null]);
    },
  );
});
