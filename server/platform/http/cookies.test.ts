import { expect, it, vi } from 'vitest';
import { cookiesOf } from './cookies.ts';

it('A cookie is read by no script and sent by no other site, and over https alone where the place is', () => {
  const set = vi.fn();
  const cookies = (publicUrl: string) =>
    cookiesOf({ cookies: { device: 'x' } } as never, { setCookie: set } as never, publicUrl);
  const [secure, plain] = [cookies('https://palabre.exemple.fr'), cookies('http://localhost:3000')];
  expect([secure.isSecure, plain.isSecure]).toEqual([true, false]);
  expect([secure.get('device'), secure.get('token')]).toEqual(['x', undefined]);
  secure.set('token', 'un', { path: '/api', seconds: 60 });
  plain.set('token', 'deux', { path: '/', seconds: 30, sameSite: 'lax' });
  secure.set('token', null, { path: '/api', seconds: 60 });
  const guarded = { path: '/api', httpOnly: true, sameSite: 'strict', secure: true };
  expect(set.mock.calls).toEqual([
    ['token', 'un', { ...guarded, maxAge: 60 }],
    ['token', 'deux', { path: '/', maxAge: 30, httpOnly: true, sameSite: 'lax', secure: false }],
    ['token', '', { ...guarded, maxAge: 0 }],
  ]);
});
