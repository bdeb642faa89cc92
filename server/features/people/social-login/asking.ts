import type { CustomFetch } from 'openid-client';
import { Refused } from './refused.ts';

/** Seconds that a provider has for an answer, and the bytes it may have. */
export const answerWithin = 5;
const bytesAtMost = 512 * 1024;

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Whether an address is one of this very machine, where alone https is not asked for. */
export const isHere = (url: URL): boolean => loopback.includes(url.hostname);

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    read += part.length;
    // Leaving the loop ends the answer.
    if (read > bytesAtMost) throw new Refused('a provider answered too much', 'unavailable');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Asks a provider that whoever runs Palabre has chosen: it may be slow or say too much, and leads nowhere else. */
export const ask: CustomFetch = async (address, options) => {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isHere(url)) throw new Refused('a provider is asked by https', 'unavailable');
  const signals = [AbortSignal.timeout(answerWithin * 1_000), ...(options.signal ? [options.signal] : [])];
  const response = await fetch(url, {
    method: options.method,
    headers: options.headers,
    body: (options.body ?? null) as BodyInit | null,
    redirect: 'manual',
    signal: AbortSignal.any(signals),
  });
  const bytes = await readAll(response);
  const { status, headers } = response;
  return new Response(bytes.length > 0 ? bytes : null, { status, headers });
};
