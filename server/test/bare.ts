import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Bare {
  socket: Socket;
  /** All that was answered, once the connection is closed. */
  answer: Promise<string>;
  /** What was answered until now. */
  said: () => string;
  closed: () => boolean;
}

/** A bare connection that says this, for what no client would send; closed with the test. */
export async function speakTo(
  { url }: { url: string },
  said: readonly (string | Buffer)[] = [],
  localAddress = '127.0.0.1',
): Promise<Bare> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  const answer = text(socket).catch(error => String(error));
  let heard = '';
  let over = false;
  socket.on('data', part => (heard += part)).on('close', () => (over = true));
  await once(socket, 'connect');
  for (const part of said) socket.write(part);
  return { socket, answer, said: () => heard, closed: () => over };
}

/** The head of a request. */
export const headOf = (method: string, path: string, headers: Record<string, string | number> = {}): string =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

export const statusOf = (answer: string): number => Number(answer.slice(9, 12));
