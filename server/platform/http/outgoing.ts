import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';
import { isPublicAddress } from './public-addresses.ts';

/** Why nothing was fetched. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
}

export interface Fetched {
  type: string;
  bytes: Buffer;
}

export interface FetchLimits {
  bytes: number;
  /** From the first to the last byte, waiting included. */
  ms: number;
}

export interface Outgoing {
  /**
   * Fetches what is at an address of the internet.
   * @throws OutgoingError when the address is not to be gone to, or does not answer 200 within the limits
   */
  get(address: string, limits: FetchLimits): Promise<Fetched>;
  close(): Promise<void>;
}

type Resolve = (name: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void;

/** What is checked is what is connected to: a name that answers otherwise the next time changes nothing. */
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
 * What the server fetches on behalf of people goes through here: by https, to public addresses, nowhere that an answer
 * redirects to, so much and for so long.
 * @param ownProvider an address on this very machine that whoever runs Palabre has configured; it alone may be there
 */
export function createOutgoing(ownProvider?: string, resolve: Resolve = byName): Outgoing {
  const own = ownProvider && isLoopback(new URL(ownProvider)) ? new URL(ownProvider).origin : undefined;
  const options = { connections: connectionsAtMost, pipelining: 1, keepAliveTimeout: 10_000 };
  const world = new Agent({ ...options, connect: { lookup: guarded(resolve), timeout: 3_000 } });
  const machine = new Agent(options);

  function agentFor(url: URL): Agent {
    if (url.origin === own) return machine;
    // A name is looked up by the guard; a number never is.
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
        // Neither the address nor what it holds is told: the provider's key is in it.
        throw error instanceof OutgoingError ? error : new OutgoingError((error as { code?: string }).code ?? 'failed');
      }
    },

    async close() {
      await Promise.all([world.destroy(), machine.destroy()]);
    },
  };
}
