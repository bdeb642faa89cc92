import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Flooding, inFlight, oneAddress } from './sending.ts';

const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
let form: Buffer | undefined;

/** A form with a picture of 8,000 by 8,000 that is opened seven times over. */
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

/** Makes what takes long to make, so that it is no part of what is measured. */
export async function prepareHeavy(): Promise<void> {
  form = await interlacedForm();
}

/** Eight accounts ask for their export, all that a connection takes, and read none of it. */
const pausedExports: Flooding = async ({ port, tokens }, until, answered) => {
  const sockets: Socket[] = [];
  for (let n = 0; n < 16; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.once('close', () => answered('closed'));
    const head = `GET /api/user/me/export HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens[n % 8]}\r\n\r\n`;
    socket.write(head, () => answered('asked for'));
    // One byte shows that it has begun; from then on nothing is read.
    socket.once('readable', () => {
      const begun = socket.read(64)?.toString() ?? '';
      answered(begun.slice(9, 12));
    });
    sockets.push(socket);
  }
  await wait(Math.max(0, until - performance.now()));
  for (const socket of sockets) socket.destroy();
};

/** Floods by work that is heavy or held. */
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
