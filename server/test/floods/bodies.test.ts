import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { gather, type Team } from '../people/team.ts';
import { headOf, speakTo, statusOf } from './bare.ts';

let palabre: Palabre;
let camille: Person;
let team: Team;
beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  team = await gather(camille, await palabre.register());
});
afterEach(() => void vi.restoreAllMocks());

const mutating = Object.values(api)
  .flatMap(group => Object.values(group as Record<string, Endpoint>))
  .filter(({ method }) => method !== 'GET')
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);
const ofAnyone = mutating.filter(([, { access }]) => access.kind === 'public');
const ofSessions = mutating.filter(([, { access }]) => access.kind !== 'public');
const pathOf = ({ path }: Endpoint) => `/api${path.replace(/:\w+/g, newId())}`;

const json = 'application/json';
const deep = (depth: number, inside = '1') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`;
/** Counts the parsed texts longer than `length`. */
const parsedOver = (length: number) => {
  const spy = vi.spyOn(JSON, 'parse');
  return () => spy.mock.calls.filter(([text]) => String(text).length > length).length;
};
/** Waits for an answer to a request of which only the head is sent. */
async function toHead(method: string, path: string, headers: Record<string, string | number>): Promise<string> {
  const { said } = await speakTo(palabre, [headOf(method, path, { 'content-type': json, ...headers })]);
  await vi.waitUntil(() => said().includes('\r\n\r\n'));
  return said();
}

describe('a body refused unread', () => {
  it.each(ofAnyone)('of %s, which needs no session, is one of more than 16 KB', async (_name, endpoint) => {
    const answer = await toHead(endpoint.method, pathOf(endpoint), { 'content-length': 16 * 1024 + 1 });
    expect([statusOf(answer), answer.includes('"too_large"')]).toEqual([413, true]);
    const long = parsedOver(10_000);
    const fits = JSON.stringify({ unknown: 'x'.repeat(16 * 1024 - 14) });
    expect((await palabre.nobody.raw(endpoint.method, pathOf(endpoint), { body: fits })).status).not.toBe(413);
    expect(long()).toBeGreaterThan(0);
  });

  it('without a length is one that grows beyond the limit', async () => {
    const head = headOf('POST', '/api/user/login', { 'content-type': json, 'transfer-encoding': 'chunked' });
    const { answer } = await speakTo(palabre, [head, `4400\r\n${'['.repeat(0x4400)}\r\n`]);
    expect(statusOf(await answer)).toBe(413);
  });

  it.each(ofSessions)('of %s is any body without a session', async (_name, endpoint) => {
    expect(statusOf(await toHead(endpoint.method, pathOf(endpoint), { 'content-length': 900_000 }))).toBe(401);
  });

  it.each([
    ['POST', '/api/nothing/here'],
    ['POST', '/nothing/here'],
    ['POST', '/'],
    ['PUT', '/api/workspace'],
    ['PATCH', '/api/user/me'],
    ['DELETE', '/metrics'],
    ['PROPFIND', '/api/user/me'],
    ['POST', '/auth/nobody'],
  ])('of %s %s is any body: no such path exists', async (method, path) => {
    expect(statusOf(await toHead(method, path, { 'content-length': 900_000 }))).toBe(404);
    const long = parsedOver(100_000);
    const headers = { 'content-type': json };
    for (const who of [palabre.nobody, camille]) {
      const sent = await who.raw(method, path, { body: deep(480_000), headers });
      expect(sent.status).toBe(404);
    }
    expect(long()).toBe(0);
  });

  it.each([
    ['POST', '/api/nothing/here', 404],
    ['POST', '/api/workspace', 401],
    ['GET', '/api/user/me', 401],
    ['GET', '/healthz', 200],
    ['POST', '/socket.io/?EIO=4&transport=polling&sid=x', 400],
  ])('of %s %s ends with its connection when it never ends', async (method, path, status) => {
    const { socket, said, closed } = await speakTo(palabre, [
      headOf(method, path, { 'content-type': json, 'transfer-encoding': 'chunked' }),
    ]);
    const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const bring = (): void => {
      if (!socket.destroyed) socket.write(part, () => setImmediate(bring));
    };
    bring();
    await vi.waitUntil(closed);
    expect(statusOf(said())).toBe(status);
  });

  it('gets its refusal to a client that sends it whole, on a connection that stays open', async () => {
    const body = 'x'.repeat(1_000_000);
    const { socket, said } = await speakTo(palabre, [
      headOf('POST', '/api/workspace', { 'content-type': json, 'content-length': body.length }),
      body,
    ]);
    await vi.waitUntil(() => said().includes('\r\n\r\n'));
    socket.write(headOf('GET', '/healthz'));
    await vi.waitUntil(() => said().includes('HTTP/1.1 200'));
    expect(statusOf(said())).toBe(401);
  });
});

describe('JSON nested deep, or of more values than any request needs', () => {
  const send = (body: string) => camille.raw('POST', '/api/workspace', { body });

  it('is refused before parsing, beyond 32 levels', async () => {
    const parsed = vi.spyOn(JSON, 'parse');
    const isParsed = (body: string) => parsed.mock.calls.some(([text]) => text === body);
    for (const body of [deep(33), `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, deep(480_000), '['.repeat(1_000_000)]) {
      const { status, body: answer } = await send(body);
      expect([status, answer.code, answer.issues, isParsed(body)]).toEqual([400, 'invalid_input', undefined, false]);
    }
    // A body of 32 levels is judged by its schema.
    const fits = `{"title":"Un","unknown":${deep(31)}}`;
    expect([(await send(fits)).status, isParsed(fits)]).toEqual([201, true]);
  });

  it('is not counted by brackets within texts', async () => {
    const description = `\\"${'[{'.repeat(200)}\\\\`;
    expect((await send(`{"title":"Un","description":"${description}"}`)).status).toBe(201);
  });

  it('is refused before parsing, beyond 30,000 values', async () => {
    const long = parsedOver(10_000);
    const wide = [
      `[${'1,'.repeat(500_000)}1]`,
      `[${'{},'.repeat(300_000)}1]`,
      `{${Array.from({ length: 60_000 }, (_, n) => `"a${n}":0`).join(',')}}`,
      `{${'"a":0,'.repeat(60_000)}"a":0}`,
    ];
    for (const body of wide) expect((await send(body)).body.code).toBe('invalid_input');
    expect(long()).toBe(0);
  });

  it('is not a role given to 25,000 people', async () => {
    const body = { workspaceId: team.id, name: 'Toutes et tous', users: Array.from({ length: 25_000 }, () => newId()) };
    const { status, body: answer } = await camille.raw('POST', '/api/role', { body });
    expect([status, answer.issues]).not.toEqual([400, expect.anything()]);
    expect(status).toBeLessThan(500);
  });

  it('is refused in a field of a form and in a cursor too', async () => {
    const { society } = await camille.ok(api.societies.create, { body: { name: 'Atelier' } });
    const long = parsedOver(30_000);
    const form = new FormData();
    form.append('action', 'addWhitelistBulk');
    form.append('emails', deep(20_000));
    const sent = await camille.raw('PUT', `/api/society/${society._id}`, { body: form });
    expect([sent.status, sent.body.code]).toEqual([400, 'whitelist_invalid']);
    const cursor = Buffer.from(deep(300)).toString('base64url');
    expect((await camille.call(api.societies.list, { query: { cursor } })).body.code).toBe('invalid_cursor');
    expect(long()).toBe(0);
  });
});

describe('an answer about invalid fields', () => {
  it('names 20 of them at most', async () => {
    const users = Array.from({ length: 20_000 }, () => 'x');
    const { status, body } = await camille.raw('POST', '/api/role', {
      body: { users, name: 'Un', workspaceId: team.id },
    });
    expect([status, body.issues?.length, body.issues?.[0]?.path]).toEqual([400, 20, 'users.0']);
  });
});
