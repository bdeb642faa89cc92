import type { CustomFetch } from 'openid-client';
import { Refused } from './refused.ts';

/** Time limit of a provider's answer in seconds, and below its largest size. */
export const answerWithinSeconds = 5;
const bytesAtMost = 512 * 1024;

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Tells whether an address is on this machine, the only place where http is allowed. */
export const isHere = (url: URL): boolean => loopback.includes(url.hostname);

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    read += part.length;
    // An exception ends the download.
    if (read > bytesAtMost) throw new Refused('a provider answered too much', 'unavailable');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Fetches from a provider that the operator configured, within limits of time and size, without redirects. */
export const ask: CustomFetch = async (address, options) => {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isHere(url)) throw new Refused('a provider is asked by https', 'unavailable');
  const signals = [AbortSignal.timeout(answerWithinSeconds * 1_000), ...(options.signal ? [options.signal] : [])];
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
