import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { Client, type Reply } from '../client.ts';
import type { Palabre, Person } from '../harness.ts';

/** Browser at an address, with a jar for the API's cookies. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Set-Cookie headers of the last answer. */
  told: string[] = [];
  private readonly client: Client;

  constructor(
    private readonly palabre: Palabre,
    readonly address: string,
  ) {
    this.client = new Client(palabre.url);
  }

  /** Calls an endpoint, with a bearer if given. */
  async call<E extends Endpoint>(
    endpoint: E,
    { params, body }: { params?: Record<string, string>; body?: InputOf<E>['body'] },
    token?: string,
  ): Promise<Reply<OutputOf<E>>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '');
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.client.raw<OutputOf<E>>(endpoint.method, `/api${path}`, {
      ...(endpoint.method !== 'GET' && { body: body ?? {} }),
      headers: { 'x-forwarded-for': this.address, ...(cookie && { cookie }) },
      ...(token && { token }),
    });
    this.told = reply.headers.getSetCookie();
    for (const line of this.told) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  login({ user: { email }, password: own }: Person, password = own) {
    return this.call(api.users.login, { body: { email, password } });
  }

  /** Copies the cookies to another address, as a thief would have them. */
  copied(address: string): Browser {
    const copy = new Browser(this.palabre, address);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }
}
