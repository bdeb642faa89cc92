// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { camille, json, open, serve } from '../../test/settings-world.tsx';
import { ConversationList } from './ConversationList.tsx';
import { conversationsLive } from './conversations.live.ts';

/** Callbacks of the IntersectionObservers: the test calls them to say that the list's end is in view. */
const seen = new Set<() => void>();
const comeToEnd = () => act(() => [...seen].map(tell => tell()));

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: () => void;
      constructor(heard: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = () => heard([{ isIntersecting: true }]);
      }
      observe() {
        seen.add(this.tell);
      }
      disconnect() {
        seen.delete(this.tell);
      }
    },
  );
});
afterEach(cleanup);

const talk = (n: number): Conversation => ({
  ...{ _id: `talk-${n}`, title: `Sujet ${n}`, isGroup: true, users: [], creator: 'camille', lastMessage: null },
  createdAt: new Date(Date.UTC(2026, 0, 1) - n * 60_000).toISOString(),
});
const page = (from: number, count: number, nextCursor: string | null) =>
  json(200, { conversations: Array.from({ length: count }, (_, n) => talk(from + n)), nextCursor });
const titles = () => screen.queryAllByRole('link').map(link => /Sujet \d+/.exec(link.textContent ?? '')?.[0]);

test('The conversation list loads page by page, shows each conversation once at its current place, and retries a failed page', async () => {
  let fails = true;
  serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': (_body, url) => {
      if (!url.searchParams.has('cursor')) return page(0, 50, 'two');
      return fails ? json(500, { code: 'internal', message: 'Une erreur est survenue' }) : page(50, 10, null);
    },
  });
  const { client } = open([{ path: '*', element: <ConversationList /> }], '/conversation');
  await waitFor(() => expect(titles()).toHaveLength(40));
  comeToEnd();
  await waitFor(() => expect(titles()).toHaveLength(50));
  comeToEnd();
  fails = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull());
  comeToEnd();
  await waitFor(() => expect(titles()).toEqual(Array.from({ length: 60 }, (_, n) => `Sujet ${n}`)));
  act(() => conversationsLive.updateConversation({ ...talk(55), title: 'Sujet 555' }, client));
  await waitFor(() => expect(titles()[55]).toBe('Sujet 555'));
  act(() => conversationsLive.deleteConversation({ _id: 'talk-57' }, client));
  await waitFor(() => expect(titles()).toHaveLength(59));
});
