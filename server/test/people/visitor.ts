import { expect } from 'vitest';
import type { Palabre } from '../harness.ts';

/** Reads the result of a login by a provider in the address of its last page. */
export const said = ({ to }: { to: string }): URLSearchParams => {
  expect(to).toMatch(/^\/login\?/);
  return new URLSearchParams(to.split('?')[1]);
};

/** Browser that keeps cookies, and follows redirects only when told. */
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

  /** Reads a cookie as the server wrote it. */
  cookie(name: string): string {
    return decodeURIComponent(this.cookies.get(name) ?? '');
  }

  /** Copies the cookies to another browser, of another server if one is given. */
  copy(palabre = this.palabre): Visitor {
    const same = new Visitor(palabre);
    for (const [name, value] of this.cookies) same.cookies.set(name, value);
    return same;
  }

  /** Goes to the provider and back, and returns the callback's address without opening it. */
  async backFrom(id = 'google'): Promise<string> {
    return (await this.go((await this.go(`/auth/${id}`)).to)).to;
  }

  /** Logs in completely, and returns the result in the page's address. */
  async enter(id = 'google'): Promise<URLSearchParams> {
    return said(await this.go(await this.backFrom(id)));
  }
}
