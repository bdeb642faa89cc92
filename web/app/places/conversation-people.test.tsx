// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import '../../features/conversations/conversations.texts.ts';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import m from '../../features/workspaces/members/MembersPanel.module.css';
import { useConnection } from '../../platform/server/connection.ts';
import { withoutDirection } from '../../test/own-direction.ts';
import { camille, json, karim, leonie, open, serve } from '../../test/settings-world.tsx';
import { ConversationMark } from './ConversationHeader.tsx';
import { ConversationPane } from './ConversationPane.tsx';

// Loaded before, so that no test waits for the icons’ many files.
beforeAll(() => import('../../ui/overlays/overlays.ts'));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  forgetPlaces();
  act(() => useConnection.setState({ state: 'idle' }));
});

const picture = '/api/user/karim/avatar.webp';
const users: Conversation['users'] = [camille, { ...karim, status: 'away', avatar: picture }];
const two: Conversation = {
  ...{ _id: 'deux', title: null, isGroup: false, users, creator: 'camille', lastMessage: null },
  createdAt: '2026-11-22T12:00:00.000Z',
};
const pictures = (within: ParentNode) => [...within.querySelectorAll('img')].map(one => one.getAttribute('src'));

/** Shows a conversation in which nothing was written. */
function show(conversation: Conversation) {
  const empty = { messages: [], prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false };
  serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': () => json(200, { conversations: [conversation], nextCursor: null }),
    'GET /message/paginated': () => json(200, { ...empty, seq: 0 }),
    'GET /user/karim': () => json(200, { user: { ...karim, jobTitle: 'Menuisier' } }),
  });
  open([{ path: '/conversation/:conversationId', Component: ConversationPane }], `/conversation/${conversation._id}`);
}
const list = () => screen.findByRole('list', { name: 'Membres' });

test('The beginning of a conversation of two leads to the other’s profile, which closes', async () => {
  show(two);
  fireEvent.click(await screen.findByRole('button', { name: 'Voir le profil' }));
  expect(await screen.findByText('Menuisier')).toBeDefined();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Menuisier')).toBeNull());
});

test('The people of a conversation are shown with their pictures, and those who are not there paler than the others', async () => {
  show({ ...two, _id: 'trois', isGroup: true, users: [...users, { ...leonie, status: 'offline' }] });
  const [, away, offline] = within(await list()).getAllByRole('button') as [HTMLElement, HTMLElement, HTMLElement];
  expect(withoutDirection('Léonie Dubreuil')).toEqual([]);
  expect([away, offline].map(pictures)).toEqual([[picture], []]);
  expect([away, offline].map(({ classList }) => classList.contains(m.away!))).toEqual([false, true]);
});

test('The head of a conversation of two has the other’s picture, and says nothing of how they are without a connection', async () => {
  serve(camille);
  open([{ path: '*', element: <ConversationMark conversation={two} /> }], '/');
  expect(await screen.findByText('Absent')).toBeDefined();
  expect(pictures(document)).toEqual([picture]);
  act(() => useConnection.setState({ state: 'unreachable' }));
  expect(screen.queryByText('Absent')).toBeNull();
});
