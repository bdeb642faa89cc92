import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Env } from '../../env.ts';

/** Address of a clamd. */
export type ClamdAddress = NonNullable<Env['clamd']>;

/** Verdict of clamd on a file: clean, infected (with the name of the finding), or over clamd's size limits. */
export type Verdict = { is: 'clean' } | { is: 'infected'; found: string } | { is: 'too_large' };

const connectWithinMs = 5_000;
/** Limit on the length of an answer: one line. */
const answerChars = 4_096;
/** Finding that clamd reports, by `AlertExceedsMax`, when it scanned only a part of a file. */
const overLimit = /^Heuristics\.Limits\.Exceeded\b/;

/** Reads clamd's answer, which ends with a NUL like the command. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part: Buffer | string) => {
      text += part;
      const end = text.indexOf('\0');
      if (end >= 0) resolve(text.slice(0, end).trim());
      else if (text.length > answerChars) reject(new Error('clamd answers without an end'));
    });
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('clamd closed the connection without an answer')));
  });
}

/** Connects, sends a command, and returns the answer. */
async function ask(
  at: ClamdAddress,
  signal: AbortSignal,
  speak: (socket: Socket, answer: Promise<string>) => Promise<void>,
): Promise<string> {
  signal.throwIfAborted();
  const socket = connect(at);
  const cut = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', cut);
  const late = setTimeout(() => {
    if (socket.connecting) socket.destroy(new Error('clamd does not take the connection'));
  }, connectWithinMs);
  const answer = answerOf(socket);
  try {
    await Promise.race([speak(socket, answer), answer]);
    return await answer;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', cut);
    socket.destroy();
  }
}

/** Streams bytes in clamd's format: each chunk after its length, and a zero length at the end. */
async function stream(socket: Socket, answer: Promise<string>, bytes: AsyncIterable<Buffer>): Promise<void> {
  let isAnswered = false;
  answer.then(
    () => (isAnswered = true),
    () => (isAnswered = true),
  );
  socket.write('zINSTREAM\0');
  for await (const part of bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    socket.write(length);
    // clamd answers an oversized stream before its end.
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), answer]);
    if (isAnswered) return;
  }
  socket.write(Buffer.alloc(4));
}

/**
 * Scans bytes with clamd, by its command INSTREAM; only a few chunks are in memory at a time.
 * @throws Error when clamd is unreachable, fails or answers unexpectedly, or when the signal is aborted
 */
export async function scanByClamd(
  at: ClamdAddress,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Verdict> {
  const answer = await ask(at, signal, (socket, answered) => stream(socket, answered, bytes));
  if (answer === 'stream: OK') return { is: 'clean' };
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found && overLimit.test(found)) return { is: 'too_large' };
  if (found) return { is: 'infected', found };
  if (answer === 'INSTREAM size limit exceeded. ERROR') return { is: 'too_large' };
  throw new Error(`clamd says: ${answer}`);
}

/** Asks clamd for its version: `ClamAV 1.4.3/27824/Sat Nov 28 09:26:12 2026`, with the number and time of its signatures. */
export const versionOfClamd = (at: ClamdAddress, signal: AbortSignal): Promise<string> =>
  ask(at, signal, async socket => void socket.write('zVERSION\0'));
