import { once } from 'node:events';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { stopRefills } from '../buckets.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import type { Listener } from '../listener.ts';
import { countLockWaits, holdLock } from '../locks.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';
import { refused } from '../refused.ts';

const queries = vi.spyOn(pg.Client.prototype, 'query');
let palabre: Palabre;
let karim: Person;
let team: Team;
let bystander: Listener;

beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
  karim = await palabre.register({ firstName: 'Karim' });
  team = await gather(karim, await palabre.register());
  bystander = await karim.connect();
});

beforeEach(stopRefills);

/** Opens a socket whose frames the test writes, and collects its answers. */
async function speaking(person: Person): Promise<{ socket: WebSocket; said: string[]; closed: Promise<unknown> }> {
  const socket = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const said: string[] = [];
  socket.on('message', data => said.push(String(data))).on('error', () => {});
  const closed = new Promise(resolve => socket.once('close', resolve));
  await once(socket, 'message');
  socket.send(`40${JSON.stringify({ token: person.token })}`);
  await vi.waitUntil(() => said.some(frame => frame.startsWith('40')));
  return { socket, said, closed };
}

const answers = (said: readonly string[], holding: string) =>
  said.filter(frame => frame.startsWith('43') && frame.includes(holding));
const statusWrites = () => queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('SET chosen_status'));

describe('a socket that floods', () => {
  it('of 60,000 statuses gets some answers, then refusals, then is closed; others are served', async () => {
    const mallory = await palabre.register({ firstName: 'Mallory' });
    const { socket, said, closed } = await speaking(mallory);
    const before = await refused(palabre, 'socket_flood');
    queries.mockClear();
    for (let i = 0; i < 60_000; i += 1) socket.send(`42${i}["setStatus","${i % 2 ? 'busy' : 'away'}"]`);
    const message = await post(karim, team.welcome, 'Pendant le déluge');
    await bystander.next('newMessage', ({ _id }) => _id === message._id, waitTimeoutMs);
    await closed;
    expect(answers(said, 'too_many_requests').length).toBeLessThanOrEqual(50);
    expect(statusWrites().length).toBeLessThanOrEqual(2);
    // 50 refusals, and the refusal that closes the socket.
    expect(await refused(palabre, 'socket_flood')).toBe(before + 51);
    expect(await bystander.setStatus('online')).toEqual({ status: 'online' });
  });

  it('of endless nested frames of 64 KB is closed before a megabyte of them is parsed', async () => {
    const mallory = await palabre.register({ firstName: 'Mallory' });
    const { socket, said, closed } = await speaking(mallory);
    const deep = `42["userId",${'['.repeat(30_000)}${']'.repeat(30_000)}]`;
    const parsed = vi.spyOn(JSON, 'parse');
    let sent = 0;
    const send = (): void => {
      if (socket.readyState !== WebSocket.OPEN) return;
      sent += 1;
      socket.send(deep, send);
    };
    send();
    await closed;
    const whole = parsed.mock.calls.filter(([text]) => text.length > 50_000).length;
    parsed.mockRestore();
    expect(whole).toBeLessThanOrEqual(4);
    expect(sent).toBeGreaterThan(4);
    expect(said.every(frame => frame.length < 10_000)).toBe(true);
  });
});

describe('statuses chosen at the same time', () => {
  it('are all answered, written once, and the last one wins', async () => {
    const camille = await palabre.register();
    const ears = await camille.connect();
    // A status chosen during an earlier write waits for its end, however long the server takes to read it.
    const held = await holdLock(palabre, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [camille.id]);
    const before = ears.setStatus('away');
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    queries.mockClear();
    const chosen = Array.from({ length: 30 }, (_, i) => (i < 29 ? 'away' : 'busy') as 'away' | 'busy');
    const replies = chosen.map(status => ears.setStatus(status));
    await new Promise(read => ears.socket.emit('missed', 0, read));
    await held.query('ROLLBACK');
    expect(await Promise.all([before, ...replies])).toEqual(['away', ...chosen].map(status => ({ status })));
    expect(statusWrites()).toHaveLength(1);
    await ears.next('userUpdate', ({ _id, status }) => _id === camille.id && status === 'busy', waitTimeoutMs);
  });
});
