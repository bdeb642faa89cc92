// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOf } from '../../../platform/server/query.ts';
import { camille, open, refused, serve } from '../../../test/settings-world.tsx';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { UnreadSign } from './open/UnreadSign.tsx';
import { useSigns, useTotals, useUnreadThreads } from './open/unread.queries.ts';

const state = (more: Partial<Unread>): Unread => ({
  ...{ channelId: null, conversationId: null, workspaceId: null, seq: 9, read: 2, messages: 0, mentions: 0 },
  ...{ first: { _id: 'm3', position: 3 }, level: 'all', muted: false },
  ...more,
});
const inGeneral = { workspaceId: 'atelier', parent: { channelId: 'general', conversationId: null } };

/** Whether the window is too narrow for a thread beside its place. */
let tight = false;
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  [tight, visibility] = [false, 'visible'];
  vi.stubGlobal('matchMedia', () => ({ matches: tight, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Reads all signs at an address. */
function signsAt(address: string, unread: Unread[], threads: Unread[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(keyOf(api.unread.list), { unread, threads });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(() => ({ of: useSigns(), totals: useTotals(), threads: useUnreadThreads() }), { wrapper }).result;
}

test('A place shows what waits in it by its level: new messages make it bold, and what notifies is counted', () => {
  const { of } = signsAt('/', [
    state({ channelId: 'new', workspaceId: 'atelier' }),
    state({ channelId: 'called', workspaceId: 'atelier', mentions: 2, level: 'mentions' }),
    state({ channelId: 'mentions', workspaceId: 'atelier', level: 'mentions' }),
    state({ channelId: 'muted', workspaceId: 'atelier', muted: true }),
    state({ channelId: 'nothing', workspaceId: 'atelier', mentions: 2, level: 'nothing' }),
    state({ conversationId: 'midi', messages: 3 }),
  ]).current;
  const said = ['new', 'called', 'mentions', 'muted', 'nothing', 'midi', 'unknown'].map(id => {
    const { unread, count, muted } = of(id);
    return `${id} ${unread ? 'bold' : 'plain'} ${count}${muted ? ' muted' : ''}`;
  });
  expect(said).toEqual([
    ...['new bold 0', 'called bold 2', 'mentions plain 0', 'muted plain 0 muted', 'nothing plain 0'],
    ...['midi bold 3', 'unknown plain 0'],
  ]);
});

test('A place on screen has no sign but its muting, until the page is hidden; a thread that covers it gives it signs', () => {
  const places = [
    state({ channelId: 'general', workspaceId: 'atelier', mentions: 1, muted: true }),
    state({ conversationId: 'midi', messages: 3 }),
  ];
  const address = '/workspace/atelier/channel/general';
  const shown = signsAt(address, places);
  expect(shown.current.of('general')).toMatchObject({ unread: false, count: 0, muted: true });
  expect(shown.current.of('midi').count).toBe(3);
  expect(shown.current.totals.count).toBe(3);
  visibility = 'hidden';
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(shown.current.of('general').count).toBe(1);
  expect(shown.current.totals.count).toBe(4);
  cleanup();
  visibility = 'visible';
  expect(signsAt('/conversation/midi', places).current.of('midi').count).toBe(0);
  expect(signsAt(`${address}?thread=fil`, places).current.of('general').count).toBe(0);
  tight = true;
  expect(signsAt(address, places).current.of('general').count).toBe(0);
  expect(signsAt(`${address}?thread=fil`, places).current.of('general').count).toBe(1);
});

test('A thread shows in the row of its place: replies as a mark, mentions in the count; those of one on screen not', () => {
  const threads = [
    state({ ...inGeneral, threadId: 'fil', messages: 4 }),
    state({ ...inGeneral, threadId: 'nommée', messages: 0, mentions: 2 }),
  ];
  const at = (address: string) => signsAt(address, [], threads).current;
  expect(at('/').of('general')).toEqual({ unread: true, count: 2, muted: false, threads: true });
  expect(at('/').threads).toEqual(['fil']);
  expect(signsAt('/', [], threads.slice(1)).current.of('general')).toMatchObject({ count: 2, threads: true });
  const there = at('/workspace/atelier/channel/general?thread=nommée');
  expect(there.of('general')).toEqual({ unread: false, count: 0, muted: false, threads: true });
  expect(at('/workspace/atelier/channel/general?thread=fil').threads).toEqual([]);
  expect(
    signsAt('/', [], [state({ ...inGeneral, threadId: 'fil', messages: 4, muted: true })]).current.of('general'),
  ).toEqual({ unread: false, count: 0, muted: false, threads: true });
});

test('The sums of what waits are those of each workspace, of all of them, of conversations, and of everything', () => {
  const { totals } = signsAt('/', [
    state({ channelId: 'a', workspaceId: 'atelier', mentions: 2 }),
    state({ channelId: 'b', workspaceId: 'atelier', mentions: 1, muted: true }),
    state({ channelId: 'c', workspaceId: 'cabinet' }),
    state({ conversationId: 'midi', messages: 4 }),
  ]).current;
  expect(totals.of('atelier')).toMatchObject({ unread: true, count: 3, muted: false });
  expect(totals.of('cabinet')).toMatchObject({ unread: true, count: 0 });
  expect(totals.of(null)).toMatchObject({ unread: true, count: 4 });
  expect(totals.of('other')).toMatchObject({ unread: false, count: 0 });
  expect([totals.workspaces.count, totals.count]).toEqual([3, 7]);
});

test('A sign is read out: a number with what it counts, or that something is unread', () => {
  const nothing = { unread: false, count: 0, muted: false, threads: false };
  const said = (signs: object, kind: 'mentions' | 'messages') => {
    const { container } = render(<UnreadSign {...nothing} {...signs} kind={kind} />);
    return container.textContent;
  };
  expect(said({ unread: true, count: 2 }, 'mentions')).toContain('2 mentions');
  expect(said({ unread: true, count: 3 }, 'messages')).toContain('3 messages non lus');
  expect(said({ unread: true }, 'messages')).toBe('non lu');
  expect(said({}, 'messages')).toBe('');
});

const Reader = () => <p>{useUnreadThreads()?.length ?? 'inconnus'}</p>;

test('What is unread that cannot be read is told by no alert: names show as read', async () => {
  serve(camille, { 'GET /unread': () => refused(500, 'Panne.') });
  const { client } = open([{ path: '*', Component: Reader }], '/');
  await waitFor(() => expect(client.getQueryState(keyOf(api.unread.list))?.status).toBe('error'));
  expect([screen.getByText('inconnus').tagName, useAlerts.getState().alerts]).toEqual(['P', []]);
});
