import { Agent, request as ask } from 'node:http';
import type { FloodRequest } from '../floods.child.ts';

/** What somebody, with as much as they can send, does to the others for some seconds. */
export type Flooding = (
  request: FloodRequest,
  until: number,
  answered: (what: string | number) => void,
) => Promise<void>;

export interface Call {
  method: string;
  path: string;
  /** Whose it is, unless it is that of the one who floods; empty: nobody's. */
  token?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The address that all of a crowd ask from. */
export const oneAddress = { 'x-forwarded-for': '198.51.100.7' };

const agent = new Agent({ keepAlive: true });

/** Makes a call, and throws away what it answers but the status. */
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

/** Keeps so many of a call in flight until the time is over. */
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
    // What waits for its answer still is given up: the flood is over.
    const over = setTimeout(() => agent.destroy(), until - performance.now());
    await all;
    clearTimeout(over);
    agent.destroy();
  };

export const change = (method: string, path: string, content: object): Call => ({
  method,
  path,
  body: JSON.stringify(content),
});

/** An id in letters of another case each time: the same one. */
export const respelled = (id: string, n: number): string =>
  [...id].map((letter, at) => ((n >> (at % 24)) & 1 ? letter.toUpperCase() : letter)).join('');
