import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Arrivals } from '../../platform/http/floods/arrivals.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { createCrowd } from '../people/crowd.ts';
import { features, kinds, requestOf } from './costs.ts';

/**
 * Walks every endpoint of the contract with requests that cost more than they look: sent by nobody, by one account, and
 * by forty of one address. Counts the bytes held meanwhile; how long other people wait is for `crowd-floods.test.ts`.
 */
const mebi = 1024 * 1024;
const office = { 'x-forwarded-for': '198.51.100.7' };
const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
const accounts = 40;

let palabre: Palabre;
let stranger: Person;
let tokens: string[];
let arrivals: Arrivals;
/** Spy on all parsing, by the server and by its clients. */
const parsed = vi.spyOn(JSON, 'parse');
afterAll(() => parsed.mockRestore());

beforeAll(async () => {
  const looks = vi.spyOn(Arrivals.prototype, 'register');
  palabre = await startPalabre({ limits: true });
  arrivals = looks.mock.contexts[0] as Arrivals;
  looks.mockRestore();
  stranger = await palabre.register();
  const secret = 'only for tests, never for anything else';
  ({ tokens } = await createCrowd(palabre.services.database, secret, { people: accounts }));
});

const deepTextsParsed = () => parsed.mock.calls.filter(([text]) => /\[{33}/.test(String(text))).length;

describe('each endpoint', () => {
  it.each(features)(
    'of %s refuses or serves every kind of request, and holds no byte of it',
    async (_name, endpoints) => {
      parsed.mockClear();
      for (const endpoint of endpoints) {
        for (const kind of kinds) {
          const [method, path, body] = requestOf(endpoint, kind);
          for (const token of [null, tokens[0] as string]) {
            const { status } = await palabre.nobody.raw(method, path, { token, headers: office, ...body });
            expect(status < 500 || status === 502, `${method} ${path.slice(0, 60)} ${kind}: ${status}`).toBe(true);
            await vi.waitUntil(() => arrivals.bytes === 0);
          }
        }
      }
      expect(deepTextsParsed()).toBe(0);
      expect((await stranger.raw('GET', '/api/user/me', { headers: elsewhere })).status).toBe(200);
    },
  );
});

describe('forty accounts of one address that send every kind of request at once', () => {
  it('hold a bounded number of bytes, and somebody of another address is served meanwhile', async () => {
    parsed.mockClear();
    let held = 0;
    for (const [, endpoints] of features) {
      const flood = tokens.flatMap((token, n) =>
        endpoints.map(async (endpoint, m) => {
          if ((n + m) % 4 > 0) return 0;
          // A tenth of the requests are as large as allowed.
          const [method, path, body] = requestOf(endpoint, kinds[((n + m) / 4) % 10] ?? 'deep');
          const { status } = await palabre.nobody.raw(method, path, { token, headers: office, ...body });
          held = Math.max(held, arrivals.bytes);
          return status;
        }),
      );
      expect((await stranger.raw('GET', '/api/user/me', { headers: elsewhere })).status).toBe(200);
      const statuses = await Promise.all(flood);
      expect(statuses.filter(status => status >= 500 && status !== 502)).toEqual([]);
    }
    // Bounds both kinds of body, small and large.
    expect(held).toBeLessThanOrEqual(2 * 32 * mebi);
    expect(held).toBeGreaterThan(0);
    // One share for each account, the stranger and nobody; for people and for addresses.
    expect(palabre.services.shares.size).toBeLessThanOrEqual(2 * (accounts + 2));
    expect(deepTextsParsed()).toBe(0);
    await vi.waitUntil(() => arrivals.bytes === 0);
  });
});
