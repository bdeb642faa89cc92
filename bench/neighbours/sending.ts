import { Agent, request as ask } from 'node:http';
import type { FloodRequest } from '../children/floods.ts';

/** A flood: sends as much as it can until the time `until`, and reports each response to `answered`. */
export type Flooding = (
  request: FloodRequest,
  until: number,
  answered: (what: string | number) => void,
) => Promise<void>;

/** A request of a flood. */
export interface Call {
  method: string;
  path: string;
  /** Session token, the attacker's by default; empty for none. */
  token?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Header that gives all requests of a crowd the same IP address. */
export const oneAddress = { 'x-forwarded-for': '198.51.100.7' };

const agent = new Agent({ keepAlive: true });

/** Sends a request and resolves with the response's status. */
function send({ port, token: own }: FloodRequest, { method, path, token = own, headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = ask(
      {
        ...{ host: '127.0.0.1', port, agent, method, path: path.startsWith('/auth') ? path : `/api${path}` },
        headers: {
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          'accept-encoding': 'br',
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      answer =>
        answer
          .on('error', reject)
          .on('end', () => resolve(answer.statusCode ?? 0))
          .resume(),
    );
    sent.on('error', reject).end(body);
  });
}

/** Makes a flood that keeps `count` requests in flight. */
export const inFlight =
  (count: number, call: (n: number, request: FloodRequest) => Call): Flooding =>
  async (request, until, answered) => {
    let n = 0;
    const one = async () => {
      while (performance.now() < until) {
        answered(await send(request, call(n++, request)).catch(() => 'cut'));
      }
    };
    const all = Promise.all(Array.from({ length: count }, one));
    // Pending requests are aborted at the end of the flood.
    const over = setTimeout(() => agent.destroy(), until - performance.now());
    await all;
    clearTimeout(over);
    agent.destroy();
  };

/** Makes a request with a JSON body. */
export const change = (method: string, path: string, content: object): Call => ({
  method,
  path,
  body: JSON.stringify(content),
});

/** Writes an id with another mix of upper and lower case for each `n`; it stays the same id. */
export const respelled = (id: string, n: number): string =>
  [...id].map((letter, at) => ((n >> (at % 24)) & 1 ? letter.toUpperCase() : letter)).join('');
