// @vitest-environment jsdom
import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useThere } from './later.ts';

afterEach(cleanup);

const never = () => new Promise<never>(() => {});

test('A layer whose code is still being fetched is given up by Escape, and by no other key', () => {
  const giveUp = vi.fn();
  const coming = { fetch: never, wait: never, isThere: () => false };
  const { result, rerender } = renderHook(({ wanted }) => useThere(coming, wanted, giveUp), {
    initialProps: { wanted: true },
  });
  expect(result.current).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(giveUp).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(giveUp).toHaveBeenCalledOnce();
  // What is no longer wanted hears no key.
  rerender({ wanted: false });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(giveUp).toHaveBeenCalledOnce();
});
