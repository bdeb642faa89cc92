// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useOwnDuty } from '../../features/people/availability/open/own-duty.ts';
import { keyOf } from '../../platform/server/query.ts';
import { TitleCount } from './TitleCount.tsx';

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

test('The page’s title, icon and badge count mentions, direct messages and invitations that wait, each once', async () => {
  const [setAppBadge, clearAppBadge] = [vi.fn((_count: number) => {}), vi.fn(async () => {})];
  // Browsers refuse a badge to a page that is not installed, which nobody is told of.
  const refuse = async (count: number) => {
    setAppBadge(count);
    throw new DOMException('Not installed', 'NotAllowedError');
  };
  vi.stubGlobal('navigator', { setAppBadge: refuse, clearAppBadge });
  document.head.innerHTML = '<title>Palabre</title><link rel="icon" href="/favicon.svg">';
  const icon = () => document.querySelector('link')?.getAttribute('href');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const about = { channelId: 'general', conversationId: null, position: 3, isAnswer: false, excerpt: '' };
  const show = (mentions: number, others: readonly object[]) =>
    act(async () => {
      const place = { channelId: 'general', conversationId: null, workspaceId: 'atelier', seq: 9, read: 2 };
      const first = mentions > 0 ? { _id: 'm3', position: 3 } : null;
      const unread = [{ ...place, first, messages: 0, mentions, level: 'all' as const, muted: false }];
      const notifications = others.map((one, n) => ({ _id: `n${n}`, isRead: false, about: null, ...one }));
      client.setQueryData(keyOf(api.unread.list), { unread, threads: [] });
      client.setQueryData(keyOf(api.notifications.list), { notifications });
    });
  await show(2, [{ about }, {}, { isRead: true }]);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TitleCount />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(document.title).toMatch(/^\(3\)/);
  expect([icon(), setAppBadge.mock.lastCall]).toEqual(['/favicon-waiting.svg', [3]]);
  // Off duty nothing counts outside the page.
  await act(async () => useOwnDuty.setState({ isOff: true }));
  expect(document.title).not.toMatch(/\d/);
  expect([icon(), clearAppBadge.mock.calls.length]).toEqual(['/favicon.svg', 1]);
  await act(async () => useOwnDuty.setState({ isOff: false }));
  expect(document.title).toMatch(/^\(3\)/);
  await show(0, [{ isRead: true }]);
  await vi.waitFor(() => expect(document.title).not.toMatch(/\d/));
  expect([icon(), clearAppBadge.mock.calls.length]).toEqual(['/favicon.svg', 2]);
});
