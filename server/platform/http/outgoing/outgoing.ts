import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, request } from 'undici';
import { isPublicAddress } from './public-addresses.ts';

/** Failure of a fetch, with its reason. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
}

/** Fetched content and its media type. */
export interface Fetched {
  type: string;
  bytes: Buffer;
}

/** Answer to a posted request. */
export interface Answered {
  status: number;
  /** Start of the answer, as text. */
  text: string;
}

/** Limits of one fetch. */
export interface FetchLimits {
  bytes: number;
  /** Time from the request to the last byte. */
  ms: number;
}

/** Fetches from the internet, and sends to it, on behalf of people. */
export interface Outgoing {
  /**
   * Fetches a URL.
   * @param headers headers besides the usual ones
   * @throws OutgoingError when the URL is refused, or does not answer 200 within the limits
   */
  get(address: string, limits: FetchLimits, headers?: Record<string, string>): Promise<Fetched>;
  /**
   * Posts to a URL, and returns any status; reads only the start of the answer, within the limits.
   * @throws OutgoingError when the URL is refused, or does not answer in time
   */
  post(
    address: string,
    sent: { headers: Record<string, string>; body: Buffer },
    limits: FetchLimits,
  ): Promise<Answered>;
  close(): Promise<void>;
}

type Resolve = (name: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/**
 * Guards the lookup: connects only to the addresses that were checked, so a second DNS answer changes nothing (DNS
 * rebinding).
 */
const guarded =
  (resolve: Resolve): LookupFunction =>
  (name, { all }, callback) => {
    resolve(name, (error, addresses) => {
      const refused = error ?? (addresses.every(({ address }) => isPublicAddress(address)) ? null : refusal(name));
      const [first] = addresses;
      if (refused || !first) callback(refused ?? refusal(name), '', 4);
      else if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

const refusal = (what: string) => new OutgoingError(`${what} is not an address to go to`);
const byName: Resolve = (name, answer) => lookup(name, { all: true }, answer);

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  (ipaddr.isValid(bareOf(hostname)) && ipaddr.process(bareOf(hostname)).range() === 'loopback');
const bareOf = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

const connectionsAtMost = 16;

/** Reads a body up to a number of bytes; beyond, the rest is dropped. */
async function readUpTo(body: AsyncIterable<Buffer>, most: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = [];
  let read = 0;
  for await (const part of body) {
    parts.push(part.subarray(0, most - read));
    read += part.length;
    // Leaving the loop destroys the body.
    if (read > most) return { bytes: Buffer.concat(parts), isWhole: false };
  }
  return { bytes: Buffer.concat(parts), isWhole: true };
}

/**
 * Creates the guarded fetcher for all requests that the server makes on behalf of people: https only, public addresses
 * only, no redirects, bounded size and time.
 * @param ownProviders URLs that the operator configured: only their loopback origins may be fetched from loopback
 */
export function createOutgoing(ownProviders: readonly string[] = [], resolve: Resolve = byName): Outgoing {
  const own = new Set(ownProviders.filter(url => isLoopback(new URL(url))).map(url => new URL(url).origin));
  const options = { connections: connectionsAtMost, pipelining: 1, keepAliveTimeout: 10_000 };
  const world = new Agent({ ...options, connect: { lookup: guarded(resolve), timeout: 3_000 } });
  const machine = new Agent(options);

  function agentFor(url: URL): Agent {
    if (own.has(url.origin)) return machine;
    // The guard checks names at their lookup; IP literals have none, so they are checked here.
    const isNumber = ipaddr.isValid(bareOf(url.hostname));
    const fits = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
    if (!fits || (isNumber && !isPublicAddress(url.hostname))) throw refusal(url.origin);
    return world;
  }

  /**
   * Runs a request within its time limit; its error states the reason, and never the URL, which may contain a secret.
   */
  async function asked<T>(
    address: string,
    options: Partial<Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>>,
    ms: number,
    read: (answer: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    const dispatcher = agentFor(new URL(address));
    try {
      return await read(await request(address, { ...options, dispatcher, signal: AbortSignal.timeout(ms) }));
    } catch (error) {
      throw error instanceof OutgoingError ? error : new OutgoingError((error as { code?: string }).code ?? 'failed');
    }
  }

  return {
    get: (address, { bytes: most, ms }, more) =>
      asked(address, { headers: { accept: '*/*', ...more } }, ms, async ({ statusCode, headers, body }) => {
        const length = Number(headers['content-length'] ?? 0);
        if (statusCode !== 200 || length > most) {
          body.on('error', () => {}).destroy();
          throw new OutgoingError(`answered ${statusCode}, ${length} bytes`);
        }
        const { bytes, isWhole } = await readUpTo(body, most);
        if (!isWhole) throw new OutgoingError(`answered more than ${most} bytes`);
        return { type: String(headers['content-type'] ?? ''), bytes };
      }),

    post: (address, sent, { bytes: most, ms }) =>
      asked(address, { method: 'POST', ...sent }, ms, async ({ statusCode: status, body }) => {
        const { bytes } = await readUpTo(body, most);
        return { status, text: bytes.toString() };
      }),

    async close() {
      await Promise.all([world.destroy(), machine.destroy()]);
    },
  };
}
