import { expect, test } from 'vitest';
import { withoutSession } from './address.ts';

const cleaned = (address: string) => withoutSession(new URL(address, 'https://palabre.fr'));

test.each([
  ['/login', null],
  ['/conversation/c?message=m#fin', null],
  // A page requests an address by itself: no session is told by it.
  ['/reset-password?email=camille%40x.fr', null],
  ['/login?token=a.b.c', '/login'],
  ['/login?token=a.b.c&email=camille%40x.fr&id=7&message=m', '/login?message=m'],
  ['/login?TOKEN=a&message=m', '/login?message=m'],
  ['/login?to%5Fken=a', '/login'],
  ['/login?ｔｏｋｅｎ=a&message=m', '/login?message=m'],
  ['/login#token=a.b.c', '/login'],
  ['/login#/accueil?token=a.b.c;id=7', '/login'],
  ['/login?message=m#token=a', '/login?message=m'],
  ['/login?token=a#fin', '/login#fin'],
  ['/login?email=camille%40x.fr#token=a', '/login?email=camille%40x.fr'],
])('The address %s shows nothing of a session: %s', (address, clean) => {
  expect(cleaned(address)).toBe(clean);
});
