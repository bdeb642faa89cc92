import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** Request of `ask`, as `fetch` takes it. */
export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | null | undefined;
}

/** Answer of `ask`. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request at a third of the cost of `fetch`: tests send tens of thousands. */
export function ask(address: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', body, signal } = asking;
  const headers = { ...(body !== undefined && { 'content-length': `${Buffer.byteLength(body)}` }), ...asking.headers };
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, method, headers, ...(signal && { signal }) }, answer => {
      const parts: Buffer[] = [];
      answer.on('data', part => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const said = answer.rawHeaders.flatMap((name, n, all): [string, string][] =>
          n % 2 ? [] : [[name, all[n + 1] ?? '']],
        );
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(said),
          text: Buffer.concat(parts).toString('utf8'),
        });
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed a kept connection meanwhile. Only a GET is retried: a change may have been made.
      if (method === 'GET' && asked.reusedSocket && error.code === 'ECONNRESET')
        ask(address, asking).then(resolve, reject);
      else reject(error);
    });
    asked.end(body);
  });
}
