import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Flooding, inFlight, oneAddress } from './sending.ts';

const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
let form: Buffer | undefined;

/** Makes a form with an interlaced picture of 8,000 by 8,000 pixels, which takes seven passes to decode. */
async function interlacedForm(): Promise<Buffer> {
  const picture = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#2a6390' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  const field = (name: string, more = '') => `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${field('title')}Un\r\n${field('logo', '; filename="a.png"')}`),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
}

/** Prepares the payload before the measures. */
export async function prepareHeavy(): Promise<void> {
  form = await interlacedForm();
}

/** Flood of eight accounts that request their export on sixteen connections and do not read it. */
const pausedExports: Flooding = async ({ port, tokens }, until, answered) => {
  const sockets: Socket[] = [];
  for (let n = 0; n < 16; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.once('close', () => answered('closed'));
    const head = `GET /api/user/me/export HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens[n % 8]}\r\n\r\n`;
    socket.write(head, () => answered('asked for'));
    // Read only enough to know that the response has begun.
    socket.once('readable', () => {
      const begun = socket.read(64)?.toString() ?? '';
      answered(begun.slice(9, 12));
    });
    sockets.push(socket);
  }
  await wait(Math.max(0, until - performance.now()));
  for (const socket of sockets) socket.destroy();
};

/** Floods of heavy or stalled work. */
export const heavy = {
  'paused readers of exports': pausedExports,
  'interlaced pictures': inFlight(12, (n, { tokens }) => ({
    method: 'POST',
    path: '/workspace',
    token: tokens[n % 12] as string,
    headers: { ...boundary, ...oneAddress },
    body: form as Buffer,
  })),
};
