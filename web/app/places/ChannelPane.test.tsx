// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useThreadStates } from '../../features/messages/threads/open/thread-states.ts';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import { lastRead } from '../../features/reading/unread/open/device-marks.ts';
import { keyOf } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { setUser } from '../../platform/session/session.ts';
import {
  atelier,
  camille,
  channels,
  json,
  karim,
  leonie,
  open,
  person,
  refused,
  serve,
  yann,
} from '../../test/settings-world.tsx';
import { useShell } from '../frame/shell.store.ts';
import { ChannelPane, ChannelPaneSkeleton } from './ChannelPane.tsx';

/** Called as the code that formats messages is fetched. */
const formatting = vi.hoisted(() => vi.fn());
vi.mock('../../features/messages/text/markdown.ts', original => {
  formatting();
  return original();
});

/** Gives the window this width, for media queries. */
const widen = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width < Number(/width < (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
const shell = { ...useShell.getState() };

// Loaded before, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('../../features/workspaces/members/MembersPanel.tsx'),
    import('../../features/workspaces/invites/open/InviteModal.tsx'),
    import('../threads/ChannelThread.tsx'),
  ]),
);
beforeEach(() => {
  widen(1_600);
  useShell.setState(shell, true);
  // The lists measure themselves: with a height, their rows are in view.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(window.innerHeight);
});
afterEach(() => {
  cleanup();
  forgetPlaces();
  act(() => useThreadStates.setState({ states: {} }));
  queryClient.clear();
  localStorage.clear();
  vi.restoreAllMocks();
});

const message = (id: string, content: string, position: number) => ({
  ...{ _id: id, content, position, seq: position, nonce: null, updated: false, pinned: false },
  sender: { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null },
  ...{ channelId: 'general', conversationId: null, reactions: [], fileAttachments: [] },
  time: '2026-11-22T12:00:00.000Z',
});
const page = (channelId: string) => ({
  messages: [{ ...message('m1', 'bonjour', 1), channelId }],
  ...{ prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false, seq: 1 },
});

function show(at: string, me = camille, answers: Parameters<typeof serve>[1] = {}) {
  const calls = serve(me, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /message/paginated': (_body, url) => json(200, page(url.searchParams.get('channelId') ?? '')),
    ...answers,
  });
  return { calls, ...open([{ path: '/workspace/:workspaceId/channel/:channelId', Component: ChannelPane }], at) };
}

test('The code that formats messages is fetched with that of a channel, before any message of it', async () => {
  await waitFor(() => expect(formatting).toHaveBeenCalled());
});

test('A channel shows its messages and members, says when it forgets, and to whom one writes, and begins with an invitation', async () => {
  const { calls, router } = show('/workspace/atelier/channel/general');
  expect(await screen.findByText('bonjour')).toBeDefined();
  expect(screen.getByRole('log', { name: 'Messages de #general' })).toBeDefined();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message pour #general' });
  expect(field.placeholder).toBe('Envoyer un message dans #general');
  expect(await screen.findByText(/supprimés après 7 jours/)).toBeDefined();
  await within(screen.getByRole('complementary', { name: 'Membres' })).findByRole('group', { name: 'Membres' });
  await waitFor(() =>
    expect(calls.find(({ asked }) => asked === 'GET /workspace/atelier/members')?.query).toMatchObject({
      channelId: 'general',
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Inviter des personnes' }));
  expect(await screen.findByRole('dialog', { name: 'Inviter un ami' })).toBeDefined();
  // The members beside the next channel are its own.
  await act(() => router.navigate('/workspace/atelier/channel/annonces'));
  await waitFor(() =>
    expect(calls.findLast(({ asked }) => asked === 'GET /workspace/atelier/members')?.query).toMatchObject({
      channelId: 'annonces',
    }),
  );
});

test('A channel lets who runs it delete messages and call everyone, and others neither; its welcome channel tells who came', async () => {
  const move = { _id: 'v', kind: 'joined', time: '2026-11-22T11:00:00.000Z', user: leonie };
  const answers = { 'GET /workspace/atelier/moves': () => json(200, { moves: [move] }) };
  const rights = async () => {
    const row = (await screen.findByText('bonjour')).closest('article') as HTMLElement;
    fireEvent.contextMenu(row, { clientX: 9, clientY: 9 });
    const mayDelete = screen.queryByRole('menuitem', { name: 'Supprimer' }) !== null;
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message pour/ });
    act(() => field.focus());
    fireEvent.input(field, { target: { value: '@' } });
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    return [mayDelete, offered.some(one => /@tous|^tous/.test(one ?? ''))];
  };
  show('/workspace/atelier/channel/general', camille, answers);
  expect(await screen.findByText(/Léonie a rejoint le workspace/)).toBeDefined();
  expect(await rights()).toEqual([true, true]);
  cleanup();
  forgetPlaces();
  localStorage.clear();
  useShell.getState().setMembersOpen(false);
  show('/workspace/atelier/channel/general', person('helene', 'Hélène', 'Nguyen'), answers);
  expect(await rights()).toEqual([false, false]);
  cleanup();
  forgetPlaces();
  show('/workspace/atelier/channel/annonces', camille, answers);
  await screen.findByText('bonjour');
  await screen.findByText(/supprimés après/);
  expect(screen.queryByText(/a rejoint le workspace/)).toBeNull();
});

test('A channel that one may only read has no field and says so once one is known to be in, and one whose messages stay forever no line', async () => {
  const { bans, members, channels: _channels, ...card } = atelier;
  const workspace = { ...card, bans, members, autoDelete: false };
  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  const { client } = show('/workspace/atelier/channel/annonces', karim, {
    'GET /workspace/atelier': () => json(200, { workspace }),
    'GET /user/karim/workspaces': () =>
      held.then(() => json(200, { workspaces: [{ ...card, owners: [], isMember: true }] })),
  });
  act(() => void client.setQueryData(keyOf(api.channels.ofWorkspace, { params: { id: 'atelier' } }), { channels }));
  await screen.findByText('bonjour');
  const reason = 'Vous pouvez lire ce salon, mais pas y écrire.';
  expect(screen.queryByText(reason)).toBeNull();
  answer();
  expect(await screen.findByText(reason)).toBeDefined();
  const { hidden, disabled } = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect([hidden, disabled]).toEqual([true, true]);
  expect(screen.queryByText(/supprimés après/)).toBeNull();
});

test('A channel whose list could not be loaded says so and asks again', async () => {
  let fails = true;
  show('/workspace/atelier/channel/direction', leonie, {
    'GET /workspace/atelier/channels': () =>
      fails
        ? refused(403, 'Non.')
        : json(200, {
            channels: [
              {
                _id: 'direction',
                title: 'direction',
                visibility: 'private',
                workspaceId: 'atelier',
                users: ['leonie'],
                keptRole: null,
                position: 0,
              },
            ],
          }),
  });
  expect(await screen.findByText('Les messages n’ont pas pu être chargés.')).toBeDefined();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('log', { name: 'Messages de #direction' })).toBeDefined();
});

test('A message of the address is looked for in its channel', async () => {
  useShell.getState().setMembersOpen(false);
  const { calls } = show('/workspace/atelier/channel/general?message=m1');
  await waitFor(() =>
    expect(calls.filter(({ asked }) => asked === 'GET /message/paginated').map(({ query }) => query.around)).toContain(
      'm1',
    ),
  );
});

const root = message('018f0000-0000-7000-8000-0000000000a1', 'On part à 7 h ?', 2);
const thread = {
  ...{ threadId: root._id, parent: { channelId: 'general', conversationId: null }, workspaceId: 'atelier' },
  ...{ replies: 0, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 0 },
};
const threadAnswer = {
  [`GET /thread/${root._id}`]: () => json(200, { root, thread, ...page(''), messages: [], seq: 0 }),
};

test('A reply of the address is looked for in its thread', async () => {
  useShell.getState().setMembersOpen(false);
  const { calls } = show(`/workspace/atelier/channel/general?thread=${root._id}&message=r9`, camille, threadAnswer);
  await waitFor(() =>
    expect(calls.filter(({ asked }) => asked === 'GET /message/paginated').map(({ query }) => query)).toContainEqual(
      expect.objectContaining({ threadId: root._id, around: 'r9' }),
    ),
  );
});

test.each([
  ['covered by its thread are not read', 900, null],
  ['beside a thread are read', 1_200, { position: 1, id: 'm1' }],
])('The messages of a channel %s', async (_what, width, read) => {
  widen(width);
  useShell.getState().setMembersOpen(false);
  show(`/workspace/atelier/channel/general?thread=${root._id}`, camille, threadAnswer);
  await screen.findByText('On part à 7 h ?');
  expect(screen.getByText('#general')).toBeDefined();
  const text = await screen.findByText('bonjour');
  expect(text.closest('[inert]') !== null).toBe(read === null);
  await waitFor(() => expect(lastRead('general')).toEqual(read));
});

test('A channel that one goes on to is read as the one before was, though it has fewer messages', async () => {
  useShell.getState().setMembersOpen(false);
  const last = { general: message('m9', 'au neuvième', 9), annonces: message('m1', 'au premier', 1) };
  const { router } = show('/workspace/atelier/channel/general', camille, {
    'GET /message/paginated': (_body, { searchParams }) => {
      const channelId = searchParams.get('channelId') as keyof typeof last;
      return json(200, { ...page(channelId), messages: [{ ...last[channelId], channelId }], seq: 9 });
    },
  });
  await screen.findByText('au neuvième');
  await waitFor(() => expect(lastRead('general')).toEqual({ position: 9, id: 'm9' }));
  await act(() => router.navigate('/workspace/atelier/channel/annonces'));
  await screen.findByText('au premier');
  await waitFor(() => expect(lastRead('annonces')).toEqual({ position: 1, id: 'm1' }));
});

test('A channel’s place has its shape before anything is known, with its members’ where they stand beside it', async () => {
  serve(camille);
  const shapes = () => {
    open([{ path: '*', Component: ChannelPaneSkeleton }], '/');
    const count = document.querySelectorAll('[aria-busy], [role=status]').length;
    cleanup();
    return count;
  };
  const whole = shapes();
  useShell.getState().setMembersOpen(false);
  expect(shapes()).toBeLessThan(whole);
  useShell.getState().setMembersOpen(true);
  widen(1_000);
  expect(shapes()).toBeLessThan(whole);
});

test('A guest is told of a channel that they may only read, writes in any other, and hears nothing of who came', async () => {
  const { bans: _bans, members: _members, channels: _channels, ...card } = atelier;
  const guest = { endsAt: '2100-01-01T00:00:00.000Z', sponsor: camille, channels: ['general', 'annonces'] };
  const answers = {
    'GET /user/yann/workspaces': () =>
      json(200, { workspaces: [{ ...card, owner: [], owners: [], isMember: false, guest }] }),
  };
  const guestAt = (channel: string) => {
    const shown = show(`/workspace/atelier/channel/${channel}`, yann, answers);
    act(() => setUser({ ...yann, guest: true } as never));
    return shown;
  };
  guestAt('annonces');
  expect(await screen.findByText('Vous pouvez lire ce salon, mais pas y écrire.')).toBeDefined();
  cleanup();
  forgetPlaces();
  const { calls } = guestAt('general');
  expect(await screen.findByRole('textbox', { name: 'Message pour #general' })).toBeDefined();
  await screen.findByText('bonjour');
  await screen.findByText(/supprimés après/);
  expect(calls.map(({ asked }) => asked)).not.toContain('GET /workspace/atelier/moves');
});
