// @vitest-environment jsdom
import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ending, forgetEnd } from '../../platform/server/ended.ts';
import { camille, json, open, refused, serve } from '../../test/settings-world.tsx';
import { useAlerts } from '../../ui/alerts/alerts.ts';
import { ConversationList } from './ConversationList.tsx';
import './conversations.texts.ts';
import { conversationsLive } from './conversations.live.ts';
import { useConversation, useConversations, useTalk } from './open/conversations.queries.ts';
import { TalkButton } from './open/TalkButton.tsx';

/** Callbacks of the IntersectionObservers: the test calls them to say whether the list's end is in view. */
const seen = new Set<(isIntersecting: boolean) => void>();
const comeToEnd = (isInView = true) => act(() => [...seen].map(tell => tell(isInView)));

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: (isIntersecting: boolean) => void;
      constructor(heard: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = isIntersecting => heard([{ isIntersecting }]);
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

test('The open conversation is shown in the list however far down it is, and pages begun from another end are dropped', async () => {
  let next = 'two';
  const calls = serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': (_body, url) =>
      url.searchParams.has('cursor') ? page(50, 3, null) : page(0, 50, next),
  });
  const { client } = open([{ path: '*', element: <ConversationList /> }], '/conversation/talk-44');
  await waitFor(() => expect(titles()).toHaveLength(45));
  comeToEnd();
  await waitFor(() => expect(titles()).toHaveLength(50));
  comeToEnd();
  await waitFor(() => expect(titles()).toHaveLength(53));
  next = 'three';
  await act(() => client.invalidateQueries({ refetchType: 'none' }));
  await act(() =>
    client.refetchQueries({ queryKey: ['/user/:id/conversations', { params: { id: 'camille' } }], exact: true }),
  );
  await waitFor(() => expect(titles()).toHaveLength(50));
  comeToEnd();
  await waitFor(() => expect(titles()).toHaveLength(53));
  expect(calls.flatMap(({ query }) => query.cursor ?? [])).toEqual(['two', 'three']);
});

test('The conversation list loads each page after the one before, and none while its end is out of view', async () => {
  const calls = serve(camille, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    'GET /user/camille/conversations': (_body, url) => {
      const from = Number(url.searchParams.get('cursor') ?? 0);
      return page(from, 30, from < 60 ? String(from + 30) : null);
    },
  });
  const { client } = open([{ path: '*', element: <ConversationList /> }], '/conversation');
  await waitFor(() => expect(titles()).toHaveLength(30));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  comeToEnd(false);
  expect([titles().length, client.isFetching()]).toEqual([30, 0]);
  for (const count of [40, 60, 80, 90]) {
    comeToEnd();
    await waitFor(() => expect(titles()).toHaveLength(count));
  }
  expect(titles().at(-1)).toBe('Sujet 89');
  expect(calls.flatMap(({ query }) => query.cursor ?? [])).toEqual(['30', '60']);
});

test('The conversation list says that it loads, and that it could not be loaded', async () => {
  let answer = (_page: Response) => {};
  const held = new Promise<Response>(resolve => {
    answer = resolve;
  });
  serve(camille, { 'GET /user/camille/conversations': () => held });
  open([{ path: '*', element: <ConversationList /> }], '/conversation');
  expect(await screen.findByText('Chargement…')).toBeDefined();
  answer(json(403, { code: 'forbidden', message: 'Non.' }));
  expect(await screen.findByText('Les conversations n’ont pas pu être chargées.')).toBeDefined();
  expect(screen.queryByText('Chargement…')).toBeNull();
  // It is said here, and not by an alert too.
  expect(useAlerts.getState().alerts).toEqual([]);
});

const Talk = () => <p>{useConversation('talk-1').isGone ? 'quittée' : 'ouverte'}</p>;

test('A conversation that one has left oneself is gone at once, without another question, however many one has', async () => {
  const calls = serve(camille, { 'GET /user/camille/conversations': () => page(0, 50, 'two') });
  const { client } = open([{ path: '*', Component: Talk }], '/');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await act(() => ending('talk-1', async () => conversationsLive.deleteConversation({ _id: 'talk-1' }, client)));
  expect(await screen.findByText('quittée')).toBeDefined();
  expect(calls.map(({ asked }) => asked)).toEqual(['GET /user/camille/conversations']);
  forgetEnd('talk-1');
});

const Hidden = () => <p>{useConversation('talk-9').conversation?.title ?? 'rien'}</p>;

test('A conversation that a whole list lacks, as it is hidden, is asked for by itself', async () => {
  serve(camille, {
    'GET /user/camille/conversations': () => page(0, 3, null),
    'GET /conversation/talk-9': () => json(200, { conversation: talk(9) }),
  });
  open([{ path: '*', Component: Hidden }], '/');
  expect(await screen.findByText('Sujet 9')).toBeDefined();
});

const Names = () => <p>{useConversations().isError ? 'aucun nom' : 'des noms'}</p>;

test('What names conversations beside their list fails without a word', async () => {
  serve(camille, { 'GET /user/camille/conversations': () => json(403, { code: 'forbidden', message: 'Non.' }) });
  open([{ path: '*', Component: Names }], '/');
  expect(await screen.findByText('aucun nom')).toBeDefined();
  expect(useAlerts.getState().alerts).toEqual([]);
});

function Prepared({ prepare }: { prepare: (id: string) => void }) {
  const { mutate } = useTalk(prepare);
  return (
    <button type="button" onClick={() => mutate(['leonie'])}>
      Écrire à Léonie
    </button>
  );
}

test('A person is talked to by one press of the button, which waits for the answer and then tells that it opens', async () => {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const calls = serve(camille, {
    'POST /conversation': async () => {
      await held;
      return json(201, { message: '', conversation: talk(1) });
    },
  });
  const [onTalk, prepare] = [vi.fn(), vi.fn()];
  const { router } = open(
    [
      {
        path: '*',
        element: [
          <TalkButton key="talk" userId="karim" onTalk={onTalk} />,
          <Prepared key="prepared" prepare={prepare} />,
        ],
      },
    ],
    '/',
  );
  const button = screen.getByRole('button', { name: 'Envoyer un message' });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(onTalk).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(router.state.location.pathname).toBe('/conversation/talk-1'));
  await waitFor(() => expect(onTalk).toHaveBeenCalledOnce());
  expect(calls.filter(({ asked }) => asked.startsWith('POST')).map(({ body }) => body)).toEqual([{ users: ['karim'] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Écrire à Léonie' }));
  await waitFor(() => expect(prepare).toHaveBeenCalledWith('talk-1'));
});

test('A conversation that could not be opened leaves open what offered it, and says why', async () => {
  serve(camille, { 'POST /conversation': () => refused(403, 'Pas vous.') });
  const onTalk = vi.fn();
  const { router } = open([{ path: '*', element: <TalkButton userId="karim" onTalk={onTalk} /> }], '/');
  const button = screen.getByRole('button', { name: 'Envoyer un message' });
  await userEvent.click(button);
  expect(await screen.findByText('Pas vous.')).toBeDefined();
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  expect([onTalk.mock.calls, router.state.location.pathname]).toEqual([[], '/']);
});
