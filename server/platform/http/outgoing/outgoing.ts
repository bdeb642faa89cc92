import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';
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

/** Limits of one fetch. */
export interface FetchLimits {
  bytes: number;
  /** Time from the request to the last byte. */
  ms: number;
}

/** Fetches from the internet on behalf of people. */
export interface Outgoing {
  /**
   * Fetches a URL.
   * @throws OutgoingError when the URL is refused, or does not answer 200 within the limits
   */
  get(address: string, limits: FetchLimits): Promise<Fetched>;
  close(): Promise<void>;
}

type Resolve = (name: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/**
 * Guards the lookup: the checked addresses are the ones connected to, so a second answer of the name changes nothing
 * (DNS rebinding).
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

/**
 * Creates the guarded fetcher for everything that the server fetches on behalf of people: https only, public addresses
 * only, no redirects, bounded size and time.
 * @param ownProvider a URL on this machine that the operator configured: the only loopback URL allowed
 */
export function createOutgoing(ownProvider?: string, resolve: Resolve = byName): Outgoing {
  const own = ownProvider && isLoopback(new URL(ownProvider)) ? new URL(ownProvider).origin : undefined;
  const options = { connections: connectionsAtMost, pipelining: 1, keepAliveTimeout: 10_000 };
  const world = new Agent({ ...options, connect: { lookup: guarded(resolve), timeout: 3_000 } });
  const machine = new Agent(options);

  function agentFor(url: URL): Agent {
    if (url.origin === own) return machine;
    // The guard checks names at their lookup; IP literals have none, so they are checked here.
    const isNumber = ipaddr.isValid(bareOf(url.hostname));
    const fits = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
    if (!fits || (isNumber && !isPublicAddress(url.hostname))) throw refusal(url.origin);
    return world;
  }

  return {
    async get(address, { bytes: most, ms }) {
      const dispatcher = agentFor(new URL(address));
      try {
        const signal = AbortSignal.timeout(ms);
        const { statusCode, headers, body } = await request(address, {
          dispatcher,
          signal,
          headers: { accept: '*/*' },
        });
        const length = Number(headers['content-length'] ?? 0);
        if (statusCode !== 200 || length > most) {
          body.on('error', () => {}).destroy();
          throw new OutgoingError(`answered ${statusCode}, ${length} bytes`);
        }
        const parts: Buffer[] = [];
        let read = 0;
        for await (const part of body as AsyncIterable<Buffer>) {
          read += part.length;
          // Leaving the loop destroys the body.
          if (read > most) throw new OutgoingError(`answered more than ${most} bytes`);
          parts.push(part);
        }
        return { type: String(headers['content-type'] ?? ''), bytes: Buffer.concat(parts) };
      } catch (error) {
        // The URL and the content stay out of the error: the URL has the key of the provider.
        throw error instanceof OutgoingError ? error : new OutgoingError((error as { code?: string }).code ?? 'failed');
      }
    },

    async close() {
      await Promise.all([world.destroy(), machine.destroy()]);
    },
  };
}
