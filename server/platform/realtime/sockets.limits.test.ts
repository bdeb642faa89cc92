import { once } from 'node:events';
import { errors } from '@palabre/common/contract/errors.ts';
import { beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import WebSocket from 'ws';
import { stopRefills } from '../../test/buckets.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import type { Listener } from '../../test/listener.ts';
import { refused } from '../../test/refused.ts';

/** Tests the limits of sockets that cost little to reach; `server/test/floods/` tests whole floods. */

let palabre: Palabre;
let karim: Person;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
  karim = await palabre.register({ firstName: 'Karim' });
});
beforeEach(stopRefills);

test('RATE_LIMITS=off lifts the limits of sockets too', async () => {
  const free = await startPalabre();
  const ears = await (await free.register()).connect();
  const replies = await Promise.all(Array.from({ length: 90 }, () => ears.setStatus('busy')));
  expect(replies.at(-1)).toEqual({ status: 'busy' });
});

describe('a socket that says too much', () => {
  it('is refused in the language of its page', async () => {
    const mallory = await palabre.register({ firstName: 'Mallory' });
    const ears = await mallory.connect({ 'accept-language': 'en' });
    const replies = await Promise.all(Array.from({ length: 90 }, () => ears.setStatus('busy')));
    expect(replies[0]).toEqual({ status: 'busy' });
    expect(replies.at(-1)).toEqual({ code: 'too_many_requests', message: errors.too_many_requests.en });
  });

  it('and goes on is closed, and no other one', async () => {
    const mallory = await palabre.register({ firstName: 'Mallory' });
    const [ears, others] = [await mallory.connect(), await karim.connect()];
    const before = await refused(palabre, 'socket_flood');
    for (let n = 0; n < 200; n += 1) ears.socket.emit('setStatus', 'busy');
    await ears.closed;
    // 50 refusals, and the refusal that closes the socket.
    expect(await refused(palabre, 'socket_flood')).toBe(before + 51);
    expect(await others.setStatus('online')).toEqual({ status: 'online' });
  });

  it('in one frame, nested deeper than any page nests, is told that it is not valid', async () => {
    const ears = await karim.connect();
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as never;
    expect(await ears.setStatus(deep)).toMatchObject({ code: 'invalid_input' });
    expect(await refused(palabre, 'socket_flood')).toBeGreaterThan(0);
  });

  it('in nested frames, before authentication, has none of them parsed', async () => {
    const socket = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    const closed = new Promise(resolve => socket.once('close', resolve));
    socket.on('error', () => {});
    await once(socket, 'message');
    const parsed = vi.spyOn(JSON, 'parse');
    for (let i = 0; i < 20; i += 1) socket.send(`42["userId",${'['.repeat(30_000)}${']'.repeat(30_000)}]`);
    await closed;
    expect(parsed.mock.calls.filter(([text]) => text.length > 10_000)).toEqual([]);
    parsed.mockRestore();
  });

  it('by connecting again and again is refused for its person, and for nobody else', async () => {
    const mallory = await palabre.register({ firstName: 'Mallory' });
    const opened = await Promise.allSettled(Array.from({ length: 80 }, () => mallory.connect()));
    const reasons = opened.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(reasons).toContain('Error: too_many_requests');
    expect(new Set(reasons).size).toBe(1);
    (await karim.connect()).close();
  });
});

describe('a person with too many sockets', () => {
  it('keeps 20 of them; the oldest is told why, once, and closed', async () => {
    const before = await refused(palabre, 'sockets');
    const camille = await palabre.register();
    const first = await camille.connect();
    const others: Listener[] = [];
    while (others.length < 19) others.push(await camille.connect());
    expect(first.all('socketClosed')).toEqual([]);
    const last = await camille.connect();
    await first.closed;
    expect(first.all('socketClosed')).toEqual([{ code: 'too_many_sockets', message: errors.too_many_sockets.fr }]);
    for (const ears of [...others, last]) expect(ears.socket.connected).toBe(true);
    expect(await refused(palabre, 'sockets')).toBe(before + 1);
  });
});
