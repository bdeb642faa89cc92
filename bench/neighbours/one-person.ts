import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { WebSocket } from 'ws';
import type { FloodRequest } from '../children/floods.ts';
import { change, type Flooding, inFlight } from './sending.ts';

/** Makes a flood of socket frames, on a new socket whenever the server closes one. */
const frames =
  (frame: string): Flooding =>
  async ({ port, token }, until, answered) => {
    while (performance.now() < until) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
      let open = true;
      let welcome = false;
      socket.on('error', () => {});
      socket.on('close', () => {
        open = false;
      });
      socket.on('message', data => {
        const said = String(data);
        if (said.startsWith('0')) socket.send(`40{"token":"${token}"}`);
        else if (said.startsWith('40')) welcome = true;
        else if (said === '2') socket.send('3');
      });
      while (open && performance.now() < until) {
        for (let i = 0; welcome && open && i < 100; i++) socket.send(frame);
        if (welcome) answered('hundreds of frames');
        await wait(5);
      }
      if (!open) answered('closed');
      socket.terminate();
    }
  };

/** Sends a body of nearly 10 MB that never ends. */
function stoppedBody({ port }: FloodRequest, until: number): Promise<number> {
  const part = 'x'.repeat(900_000);
  const body = new ReadableStream({
    async start(controller) {
      for (let i = 0; i < 11; i++) controller.enqueue(new TextEncoder().encode(part));
      await wait(Math.max(0, until - performance.now()));
      controller.error(new Error('stopped'));
    },
  });
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  return fetch(`http://127.0.0.1:${port}/api/user/register`, options as RequestInit).then(({ status }) => status);
}

const stoppedBodies: Flooding = async (request, until, answered) => {
  const one = async () => {
    while (performance.now() < until) answered(await stoppedBody(request, until).catch(() => 'cut'));
  };
  await Promise.all(Array.from({ length: 150 }, one));
};

const form = { 'content-type': 'multipart/form-data; boundary=x' };
const fieldOf = (name: string, more = '') => `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

function pngPart(kind: string, bytes: Buffer): Buffer {
  const part = Buffer.concat([Buffer.alloc(4), Buffer.from(kind), bytes, Buffer.alloc(4)]);
  part.writeUInt32BE(bytes.length, 0);
  part.writeUInt32BE(crc32(part.subarray(4, -4)), part.length - 4);
  return part;
}

/** Makes a form with a small file that decodes to a huge picture. */
function pictureForm(): Buffer {
  const [width, height] = [9_000, 7_000];
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const lines = deflateSync(Buffer.alloc(height * (1 + 3 * width)), { level: 1 });
  return Buffer.concat([
    Buffer.from(`${fieldOf('title')}Un\r\n${fieldOf('logo', '; filename="a.png"')}`),
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[pngPart('IHDR', head), pngPart('IDAT', lines), pngPart('IEND', Buffer.alloc(0))],
    Buffer.from('\r\n--x--\r\n'),
  ]);
}
let picture: Buffer | undefined;

/** Prepares the payload before the measures. */
export function prepareOnePerson(): void {
  picture = pictureForm();
}

const mentions = Array.from({ length: 240 }, () => `<@${randomUUID()}>`).join(' ');

/** Floods by one person with a session. */
export const onePerson = {
  statuses: frames('421["setStatus","busy"]'),
  'nested frames': frames(`42["activity",${'['.repeat(32_000)}${']'.repeat(32_000)}]`.slice(0, 64_000)),
  'bodies that stop': stoppedBodies,
  'spellings of a token': inFlight(32, (n, { token }) => ({
    method: 'GET',
    path: '/user/me',
    headers: { authorization: `Bearer ${token}${'='.repeat(1 + (n % 900))}` },
  })),
  edits: inFlight(300, (n, { messageId }) => change('PUT', `/message/${messageId}`, { content: `version ${n}` })),
  roles: inFlight(64, (n, { roleId }) => change('PUT', `/role/${roleId}`, { name: `rôle ${n}` })),
  'slow pictures': inFlight(25, () => ({
    method: 'POST',
    path: '/workspace',
    headers: form,
    body: picture ?? pictureForm(),
  })),
  'broken forms': inFlight(64, () => ({
    method: 'POST',
    path: '/workspace',
    headers: form,
    body: `${fieldOf('title')}Un titre`,
  })),
  workspaces: inFlight(64, n => change('POST', '/workspace', { title: `Chantier ${n}` })),
  'failures of one /64': inFlight(64, n => ({
    ...change('POST', '/user/login', { email: `personne-${n}@exemple.fr`, password: 'pas le bon' }),
    headers: { 'x-forwarded-for': `2001:db8:7:7::${(n % 60_000).toString(16)}` },
  })),
  mentions: inFlight(50, (_n, { channelId }) => change('POST', '/message', { channelId, content: mentions })),
  'reading roles': inFlight(64, (_n, { workspaceId }) => ({ method: 'GET', path: `/workspace/${workspaceId}/roles` })),
  'reading pages': inFlight(64, (_n, { channelId }) => ({
    method: 'GET',
    path: `/message/paginated?channelId=${channelId}`,
  })),
  'searching people': inFlight(64, n => ({ method: 'GET', path: `/user?search=${'camore'.slice(n % 4)}` })),
} satisfies Record<string, Flooding>;
