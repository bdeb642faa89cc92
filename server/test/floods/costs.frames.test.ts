import { once } from 'node:events';
import { clientMessages } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { behindBy } from '../../platform/realtime/cork.ts';
import { Inflow } from '../../platform/realtime/inflow.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import type { Listener } from '../listener.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';

const admissions = vi.spyOn(Inflow.prototype, 'admit');
let palabre: Palabre;
let karim: Person;
let team: Team;
let bystander: Listener;
/** Starts without limits by time: the bounds tested here hold without them. */
beforeAll(async () => {
  palabre = await startPalabre();
  karim = await palabre.register({ firstName: 'Karim' });
  team = await gather(karim, await palabre.register());
  bystander = await karim.connect();
});

/** Opens a socket whose frames the test writes, and collects its answers. */
async function speaking(): Promise<{ socket: WebSocket; said: string[] }> {
  const socket = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  onTestFinished(() => socket.terminate());
  const said: string[] = [];
  socket.on('message', data => said.push(String(data))).on('error', () => {});
  await once(socket, 'message');
  socket.send(`40${JSON.stringify({ token: karim.token })}`);
  await vi.waitUntil(() => said.some(frame => frame.startsWith('40')));
  return { socket, said };
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const costly: Record<string, string> = {
  smallest: 'null',
  deep: nested(30_000),
  'as deep as may be': nested(30),
  wide: `[${'1,'.repeat(30_000)}1]`,
  'of many objects': `[${'{},'.repeat(20_000)}1]`,
  'of one long word': `"${'a'.repeat(60_000)}"`,
  'of escapes': `"${'\\u0061'.repeat(10_000)}"`,
};
const cases = Object.keys(clientMessages).flatMap(name =>
  Object.entries(costly).map(([what, value]): [string, string, string] => [name, what, value]),
);

describe('each frame that a page sends', () => {
  it.each(cases)('%s, %s: is answered or ignored, and others are served', async (name, _what, value) => {
    const parsed = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parsed.mockRestore());
    const { socket, said } = await speaking();
    for (let n = 0; n < 20; n += 1) socket.send(`42${n}["${name}",${value}]`);
    const message = await post(karim, team.welcome, 'Pendant ce temps');
    await bystander.next('newMessage', ({ _id }) => _id === message._id, waitTimeoutMs);
    socket.send('42777["setStatus","online"]');
    await vi.waitUntil(() => socket.readyState !== WebSocket.OPEN || said.some(frame => frame.startsWith('43777')));
    expect(parsed.mock.calls.filter(([text]) => /\[{40}/.test(String(text)))).toEqual([]);
    for (const [connection] of admissions.mock.calls) expect(behindBy(connection)).toBeLessThanOrEqual(1);
    expect(await bystander.setStatus('online')).toEqual({ status: 'online' });
  });
});

describe('a frame nested beyond 32 levels', () => {
  it.each([
    ['an event', `420["setStatus",${nested(33)}]`],
    ['in the place of an event', `420${nested(33)}`],
    ['behind a namespace', `42/,0["setStatus",${nested(33)}]`],
    ['behind a quote in a namespace', `42/",0["setStatus",${nested(33)}]`],
    ['behind attachments', `451-0["setStatus",${nested(33)}]`],
    ['behind attachments and a quote', `45 1-/",0["setStatus",${nested(33)}]`],
    ['a token', `40{"token":${nested(33)}}`],
  ])('as %s is not parsed', async (_what, frame) => {
    const parsed = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parsed.mockRestore());
    const { socket, said } = await speaking();
    socket.send(frame);
    socket.send('42777["setStatus","online"]');
    await vi.waitUntil(() => socket.readyState !== WebSocket.OPEN || said.some(text => text.startsWith('43777')));
    expect(parsed.mock.calls.filter(([text]) => String(text).includes(nested(33)))).toEqual([]);
  });

  it('is answered with its refusal, and closes the socket when repeated', async () => {
    const { socket, said } = await speaking();
    socket.send(`425["setStatus",${nested(40)}]`);
    await vi.waitUntil(() => said.some(text => text.startsWith('435') && text.includes('"invalid_input"')));
    for (let n = 0; n < 60; n += 1) socket.send(`42["setStatus",${nested(40)}]`);
    await vi.waitUntil(() => socket.readyState === WebSocket.CLOSED);
  });
});

describe('connections that never authenticate', () => {
  it('beyond the bound of an address are closed, the oldest first', () => {
    let now = 0;
    const closed: string[] = [];
    let connect = (_connection: unknown): void => {};
    const engine = { on: (_name: string, listener: typeof connect) => (connect = listener) };
    const told = vi.fn();
    const inflow = new Inflow(engine as never, true, told, () => now);
    onTestFinished(() => inflow.close());
    const come = (id: string, remoteAddress: string) =>
      connect({
        ...{ id, remoteAddress, once: () => {}, on: () => {} },
        transport: { onPacket: () => {}, socket: { terminate: () => closed.push(id) } },
      });
    for (let n = 0; n < 1_030; n += 1) come(`flood ${n}`, '198.51.100.7');
    for (let n = 0; n < 2_000; n += 1) come(`proxy ${n}`, '127.0.0.1');
    inflow.look();
    expect(closed).toEqual([]);
    now = 10_000;
    inflow.look();
    expect(closed).toEqual(Array.from({ length: 6 }, (_, n) => `flood ${n}`));
    expect(told.mock.calls).toEqual(Array(6).fill(['half_sent']));
  });
});
