import { expect } from 'vitest';
import type { Palabre } from './harness.ts';

/** What the page that a login by a provider ends on is given in its address. */
export const said = ({ to }: { to: string }): URLSearchParams => {
  expect(to).toMatch(/^\/login\?/);
  return new URLSearchParams(to.split('?')[1]);
};

/** A browser: it keeps cookies, and goes on only when it is told to. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly palabre: Palabre) {}

  async go(address: string, headers: Record<string, string> = {}): Promise<{ status: number; to: string }> {
    const url = new URL(address.replace(this.palabre.services.env.publicUrl, this.palabre.url), this.palabre.url);
    const own = url.origin === this.palabre.url;
    const cookie = [...this.cookies].map(pair => pair.join('=')).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...headers, ...(own && cookie && { cookie }) },
    });
    for (const set of own ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return { status: response.status, to: response.headers.get('location') ?? '' };
  }

  /** What it keeps under this name, as the server wrote it. */
  cookie(name: string): string {
    return decodeURIComponent(this.cookies.get(name) ?? '');
  }

  copy(): Visitor {
    const same = new Visitor(this.palabre);
    for (const [name, value] of this.cookies) same.cookies.set(name, value);
    return same;
  }

  /** To the provider and back, not yet in: the address that it would come back to. */
  async backFrom(id = 'google'): Promise<string> {
    return (await this.go((await this.go(`/auth/${id}`)).to)).to;
  }

  /** All the way: what the page is given in its address. */
  async enter(id = 'google'): Promise<URLSearchParams> {
    return said(await this.go(await this.backFrom(id)));
  }
}
