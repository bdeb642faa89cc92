import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Installation } from './installation.ts';

/** Answer of the API: its status and its JSON. */
export interface Told {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many endpoints, of which a bench reads a field or two.
  body: any;
  /** Whether it was sent more than once: a request that cannot be done twice may then be refused. */
  isRepeated: boolean;
}

/** Delay before a cut or refused request is retried. */
const againMs = 200;

/** Clients' way to the installation: https through nginx, over a network that may be cut. */
export class Ways {
  /** Retried requests: cut, or refused by a process that is stopping or starting. */
  again = 0;
  private readonly agent: Agent;
  private readonly base: string;

  constructor({ relay, trusted }: Installation) {
    this.agent = new Agent({ keepAlive: true, ca: trusted.cert });
    this.base = `https://127.0.0.1:${relay.port}`;
  }

  private once(
    token: string,
    method: string,
    path: string,
    sent?: string | FormData,
  ): Promise<Omit<Told, 'isRepeated'>> {
    return new Promise((resolve, reject) => {
      const form = sent instanceof FormData ? new Response(sent) : undefined;
      const type = form?.headers.get('content-type') ?? 'application/json';
      const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': type }) };
      const asked = request(`${this.base}/api${path}`, { agent: this.agent, method, headers }, answer => {
        answer.toArray().then(parts => {
          const text = Buffer.concat(parts).toString();
          const isJson = answer.headers['content-type']?.includes('json');
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
        }, reject);
      });
      asked.on('error', reject);
      if (form) form.arrayBuffer().then(bytes => asked.end(Buffer.from(bytes)), reject);
      else asked.end(sent);
    });
  }

  /** Retries a request until it is answered: after a cut, or an answer 502 to 504, it is sent again unchanged. */
  async ask(token: string, method: string, path: string, body?: object | FormData): Promise<Told> {
    for (let isRepeated = false; ; isRepeated = true) {
      const sent = body instanceof FormData || body === undefined ? body : JSON.stringify(body);
      const told = await this.once(token, method, path, sent).catch(() => undefined);
      if (told && (told.status < 502 || told.status > 504)) return { ...told, isRepeated };
      this.again += 1;
      await wait(againMs);
    }
  }

  /** Connects a socket, which reconnects by itself. */
  connect(token: string): Socket {
    return io(this.base, {
      ...{ transports: ['websocket'], auth: { token }, forceNew: true },
      ...{ reconnectionDelay: 100, reconnectionDelayMax: 1_000 },
      // Typed for browsers; Node takes an agent of its own.
      ...({ agent: this.agent, ca: this.agent.options.ca } as object),
    });
  }
}
