import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Connection without HTTP client. */
export interface Bare {
  socket: Socket;
  /** Whole answer, once the connection is closed, from either side and however. */
  answer: Promise<string>;
  /** Returns the answer up to now. */
  said: () => string;
  closed: () => boolean;
}

/** Opens a plain TCP connection and sends bytes that no client would; closed with the test. */
export async function speakTo(
  { url }: { url: string },
  said: readonly (string | Buffer)[] = [],
  localAddress = '127.0.0.1',
): Promise<Bare> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  let heard = '';
  let over = false;
  socket
    .setEncoding('utf8')
    .on('data', part => (heard += part))
    .on('error', () => {});
  const answer = new Promise<string>(whole =>
    socket.once('close', () => {
      over = true;
      whole(heard);
    }),
  );
  await once(socket, 'connect');
  for (const part of said) socket.write(part);
  return { socket, answer, said: () => heard, closed: () => over };
}

/** Writes the head of a request. */
export const headOf = (method: string, path: string, headers: Record<string, string | number> = {}): string =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Reads the status of an answer. */
export const statusOf = (answer: string): number => Number(answer.slice(9, 12));
