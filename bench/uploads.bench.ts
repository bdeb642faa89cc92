import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createCrowd } from '../server/test/people/crowd.ts';
import { residentBytes, sayMachine, table, whole } from './shared/figures.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures the memory of uploads: the server's highest RSS while several people each send a 50 MB file at the same time, less
 * its RSS just before. Files should be streamed to the disk; a file held in memory would show as 50 MB for each person. A
 * first round is not counted, because it loads code and data that stay.
 */
const sizes = (process.env.SIZES ?? '1,5,20').split(',').map(Number);
const fileBytes = 50 * 1024 * 1024;
const piece = Buffer.alloc(64 * 1024, 'Palabre ');
const mebi = 2 ** 20;

/** Sends one message with one file, whose content is a shared buffer. */
function upload(port: number, token: string, channelId: string): Promise<number> {
  const head = `--x\r\ncontent-disposition: form-data; name="channelId"\r\n\r\n${channelId}\r\n--x\r\ncontent-disposition: form-data; name="fileAttachments"; filename="film.bin"\r\n\r\n`;
  const tail = '\r\n--x--\r\n';
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/message' },
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': head.length + fileBytes + tail.length,
        },
      },
      answer => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.write(head);
    let left = fileBytes;
    const write = (): void => {
      while (left > 0) {
        const part = piece.subarray(0, Math.min(left, piece.length));
        left -= part.length;
        if (!sent.write(part)) return void sent.once('drain', write);
      }
      sent.end(tail);
    };
    write();
  });
}

sayMachine();
const server = await startServer();
try {
  const { tokens, channelIds } = await createCrowd(server.database, server.secret, { people: Math.max(...sizes) });
  const round = async (people: number) => {
    const before = (await server.memory()).rss;
    let highest = before;
    let done = false;
    const watch = (async () => {
      while (!done) {
        highest = Math.max(highest, residentBytes(server.pid));
        await wait(20);
      }
    })();
    const began = performance.now();
    const statuses = await Promise.all(
      tokens.slice(0, people).map(token => upload(server.port, token, channelIds[0] as string)),
    );
    const seconds = (performance.now() - began) / 1000;
    done = true;
    await watch;
    if (statuses.some(status => status !== 201)) throw new Error(`answered ${statuses}`);
    return { before, highest, seconds };
  };
  await round(2);
  const rows: string[][] = [['at once', 'RSS before, MiB', 'at its highest', 'more by', 'MB/s in all']];
  for (const people of sizes) {
    const { before, highest, seconds } = await round(people);
    const speed = (people * fileBytes) / mebi / seconds;
    rows.push([people, before / mebi, highest / mebi, (highest - before) / mebi, speed].map(whole));
  }
  table('Uploads of 50 MB', rows);
} finally {
  await server.stop();
}
