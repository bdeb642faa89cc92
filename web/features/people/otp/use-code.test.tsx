// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { camille, json, serve } from '../../../test/settings-world.tsx';
import { useCode } from './open/useCode.ts';

afterEach(cleanup);

test('A code is sent once to whom it is for, though their session changes; another one shows that it is being sent', async () => {
  let answer = () => {};
  const calls = serve(camille, {
    'POST /otp/sent': () =>
      new Promise<Response>(done => {
        answer = () => done(json(200, { message: '' }));
      }),
  });
  const sent = () => calls.filter(({ asked }) => asked === 'POST /otp/sent').length;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(
    ({ token }) => useCode({ id: 'camille', email: 'camille@atelier.fr', token }),
    { wrapper, initialProps: { token: 'a.b.c' } },
  );
  const becomes = (sending: object) => waitFor(() => expect(result.current.sending).toEqual(sending));
  await waitFor(() => expect(sent()).toBe(1));
  answer();
  await becomes({ state: 'sent', again: false });
  rerender({ token: 'd.e.f' });
  // All that follows from it.
  await act(() => new Promise(done => setTimeout(done)));
  expect(sent()).toBe(1);
  act(() => void result.current.send());
  expect(result.current.sending).toEqual({ state: 'sending' });
  await waitFor(() => expect(sent()).toBe(2));
  answer();
  await becomes({ state: 'sent', again: true });
});
