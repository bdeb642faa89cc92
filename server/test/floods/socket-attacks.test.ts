import { once } from 'node:events';
import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import type { Listener } from '../listener.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';

const secret = 'a secret of this file, of forty characters';
let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;
/** Person who must keep receiving events whatever other people send. */
let bystander: Listener;

beforeAll(async () => {
  palabre = await startPalabre({ env: { JWT_SECRET: secret } });
  camille = await palabre.register();
  karim = await palabre.register({ firstName: 'Karim' });
  team = await gather(camille, karim);
  bystander = await karim.connect();
});

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const signed = (claims: Record<string, unknown>, key: string, expires: string) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key));

describe('a handshake', () => {
  it('is accepted from our own pages, and from clients without a page', async () => {
    (await camille.connect()).close();
    (await camille.connect({ origin: palabre.url })).close();
  });

  it.each(['https://palabre.example', 'null', 'file://', 'not an address', ''])(
    'is refused from « %s »',
    async origin => {
      await expect(camille.connect({ origin })).rejects.toThrow();
    },
  );

  it('is refused with a token that is forged, unsigned, expired, or of an ended session', async () => {
    const { id, userId, sid } = claimsOf(camille.token ?? '');
    const claims = { id, userId, sid };
    const gone = await camille.elsewhere();
    await gone.ok(api.users.logout);
    const good = await signed(claims, secret, '1h');
    (await palabre.connect(good, camille.id)).close();
    const bad: Record<string, string> = {
      'another key': await signed(claims, 'another key, which is just as long as it is', '1h'),
      expired: await signed(claims, secret, '-1s'),
      unsigned: `${encode({ alg: 'none' })}.${encode({ ...claims, exp: 9_999_999_999 })}.`,
      'someone else’s id': `${good.split('.')[0]}.${encode({ ...claimsOf(good), userId: karim.id })}.${good.split('.')[2]}`,
      'no session': await signed({ id, userId }, secret, '1h'),
      'a session never opened': await signed({ ...claims, sid: '0199f3c0-0000-7000-8000-000000000000' }, secret, '1h'),
      'a session that is over': gone.token ?? '',
      nothing: '',
    };
    for (const [what, token] of Object.entries(bad)) {
      await expect(palabre.connect(token, camille.id), what).rejects.toThrow('unauthorized');
    }
  });

  it.each([
    { token: { $ne: 1 } },
    { token: ['x'] },
    { token: 1 },
    { token: null },
    {},
    { __proto__: null, token: true },
  ])('is refused with %o in place of a token', async auth => {
    const { socket } = await raw();
    socket.send(`40${JSON.stringify(auth)}`);
    const [answer] = (await once(socket, 'message')) as [Buffer];
    expect(answer.toString()).toContain('unauthorized');
    socket.terminate();
  });

  it.each(['token=%', 'token=%E0%A4%A', 'token', '=;;token=a%00b'])(
    'is refused with the cookie « %s »',
    async cookie => {
      const headers = { cookie, origin: palabre.url };
      await expect(palabre.connect('', camille.id, headers)).rejects.toThrow('unauthorized');
    },
  );
});

/** Opens a plain WebSocket that speaks engine.io by hand, past the handshake. */
async function raw(): Promise<{ socket: WebSocket; closed: Promise<unknown> }> {
  const socket = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = once(socket, 'close');
  closed.catch(() => {});
  await once(socket, 'message');
  return { socket, closed };
}

async function connected(): Promise<WebSocket> {
  const { socket } = await raw();
  socket.send(`40${JSON.stringify({ token: camille.token })}`);
  await once(socket, 'message');
  return socket;
}

/** Sends frames, and waits until the server has answered a later one or closed the socket. */
async function judged(socket: WebSocket, sent: (string | Buffer)[]): Promise<void> {
  const over = new Promise<void>(resolve => {
    socket.on('error', () => {}).on('close', resolve);
    socket.on('message', said => {
      if (String(said).startsWith('437[')) resolve();
    });
  });
  for (const frame of sent) socket.send(frame);
  socket.send('427["setStatus","online"]');
  await over;
  socket.terminate();
}

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const frames: Record<string, (string | Buffer)[]> = {
  'nothing at all': ['', '4', '42', '42[]', '42[1]', '42[null]', '42{}'],
  'broken JSON': ['42[', '42["setStatus"', '42["setStatus",]', '42"setStatus"', '42["\\ud800"]', '4251-["x"]'],
  'wrong types': [
    ...['null', '42', '[]', '{}', '{"$ne":1}', 'true', '"nowhere"'].map(value => `420["setStatus",${value}]`),
    ...['null', '[]', '{"_id":1}', '["x"]'].map(value => `42["userId",${value}]`),
    '42["activity",{"a":1}]',
    '42["setStatus","busy",{"a":1},[]]',
  ],
  prototypes: [
    '42["__proto__",{"admin":true}]',
    '42["constructor",1]',
    '42["toString"]',
    '420["setStatus",{"__proto__":{"admin":true}}]',
    '40/__proto__,{}',
    '4399["x"]',
  ],
  'reserved names': [
    '42["connect"]',
    '42["disconnect"]',
    '42["error",1]',
    '42["newListener",1]',
    '42["disconnecting"]',
  ],
  'server events': ['42["newMessage",{"content":"faux"}]', '42["deleteWorkspace",{"_id":"x"}]'],
  'other packets': [
    '5',
    '6',
    '9',
    'x',
    '3probe',
    '2probe',
    '45',
    '49["x"]',
    '451-["setStatus",{"_placeholder":true,"num":99}]',
  ],
  binary: [Buffer.alloc(10), Buffer.from('42["activity"]'), Buffer.alloc(60_000, 255)],
  nesting: [`42["setStatus",${deep(5_000)}]`, `42["userId",${deep(20_000)}]`, `42${deep(30_000)}`],
  'too much': [`42["userId","${'a'.repeat(1_000_000)}"]`],
  'many at once': Array.from({ length: 2_000 }, () => '42["activity"]'),
};

describe('invalid frames', () => {
  it.each(Object.entries(frames))('%s: are survived by the server, and others are served', async (_what, sent) => {
    if (sent.length > 100) await judged(await connected(), sent);
    else for (const frame of sent) await judged(await connected(), [frame]);
    const message = await post(camille, team.welcome, 'Toujours là ?');
    await bystander.next('newMessage', ({ _id }) => _id === message._id, waitTimeoutMs);
    expect(bystander.all('newMessage', ({ content }) => content === 'faux')).toEqual([]);
    expect(await bystander.setStatus('online')).toEqual({ status: 'online' });
    expect((await palabre.nobody.raw('GET', '/healthz')).status).toBe(200);
  });

  it('cannot speak for another person', async () => {
    const ears = await camille.connect();
    ears.socket.emit('userId', karim.id);
    expect(await ears.setStatus('away')).toEqual({ status: 'away' });
    await bystander.next('userUpdate', user => user._id === camille.id && user.status === 'away', waitTimeoutMs);
    expect(bystander.all('userUpdate', user => user._id === karim.id && user.status === 'away')).toEqual([]);
    ears.close();
  });
});
