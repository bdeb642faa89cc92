// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPending, keepPending, readPending } from './open/pending.ts';

const user = {
  _id: 'camille',
  email: 'camille@atelier.fr',
  firstName: 'Camille',
  doubleAuthentification: true as const,
};
const pending = { token: null, user, pending: 'preuve' } as const;

beforeEach(forgetPending);
afterEach(() => vi.unstubAllGlobals());

test('A login that waits for its code is read again after a reload of its tab, unless what is stored is none', () => {
  sessionStorage.setItem('palabre.pending', JSON.stringify(pending));
  expect(readPending()).toEqual(pending);
  forgetPending();
  sessionStorage.setItem('palabre.pending', '{');
  expect(readPending()).toBeNull();
});

test('A login that waits for its code lasts as long as the page where the browser refuses to store it', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  keepPending(pending);
  expect(readPending()).toEqual(pending);
  forgetPending();
  expect(readPending()).toBeNull();
});
