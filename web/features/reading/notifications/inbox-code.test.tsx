// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { camille, json, open, serve } from '../../../test/settings-world.tsx';
import { Inbox } from './Inbox.tsx';

/** Whether the code of the dropdown has been asked for. */
const code = vi.hoisted(() => ({ isAsked: false }));
vi.mock('./InboxPanel.tsx', importOriginal => {
  code.isAsked = true;
  return importOriginal();
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('The code of the inbox is fetched once the page has rested, before anybody opens it', async () => {
  serve(camille, { 'GET /notifications': () => json(200, { notifications: [] }) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open([{ path: '*', Component: Inbox }], '/home');
  await vi.advanceTimersByTimeAsync(1_900);
  expect(code.isAsked).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(code.isAsked).toBe(true));
});
