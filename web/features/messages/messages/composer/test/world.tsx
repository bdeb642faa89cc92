import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import '../../../../../platform/words/i18n.ts';
import { endSession, login } from '../../../../../platform/session/session.ts';
import { useOutbox } from '../../../outbox/open/outbox.ts';
import { startEdit } from '../../../outbox/open/writing.ts';
import { type Sender, signature } from '../../../text/open/sender.ts';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import { forgetPlaces, openPlace } from '../../../timeline/open/timelines.ts';
import { Composer } from '../Composer.tsx';
import type { CompletionWorld } from '../completion/world.ts';

export const userId = '018f0000-0000-7000-8000-000000000001';
export const place = { channelId: '018f0000-0000-7000-8000-00000000000c' };
export const placeId = place.channelId;
/** Context without anybody to mention. */
const nobody: CompletionWorld = {};

/** Builds a message of the place. */
export const message = (id: string, content: string, seq = 1): Message => ({
  _id: id,
  content,
  time: new Date().toISOString(),
  channelId: placeId,
  conversationId: null,
  updated: false,
  sender: { _id: userId, firstName: 'Camille', lastName: 'Moreau', avatar: null },
  reactions: [],
  fileAttachments: [],
  pinned: false,
  nonce: null,
  position: seq,
  seq,
});

/** Fakes the server of a composer; each test gives its answers. */
export const server =
  vi.fn<(method: string, path: string, body: { content: string }) => [status: number, body: object]>();

/** Builds a refusal of the server. */
export const refused = (status: number, sentence: string): [number, object] => [
  status,
  { code: 'other', message: sentence },
];

/** Logs a user in and opens the place before each test; clears everything after it. */
export function eachInPlace(): void {
  beforeEach(async () => {
    localStorage.clear();
    server.mockReset();
    server.mockImplementation((method, _path, { content }) =>
      method === 'PUT'
        ? [200, { message: { ...message('m1', content, 2), updated: true } }]
        : [201, { message: message('m2', content, 2) }],
    );
    vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
      const page = { messages: [message('m1', 'ancien')], prevCursor: null, nextCursor: null, hasMore: false };
      const [status, answer] = address.startsWith('/api/message/paginated')
        ? [200, { ...page, hasBefore: false, hasAfter: false, seq: 1 }]
        : method === 'GET'
          ? [404, { code: 'not_found', message: 'Introuvable.' }]
          : server(method, address, body ? JSON.parse(body) : { content: '' });
      return new Response(JSON.stringify(answer), { status, headers: { 'content-type': 'application/json' } });
    });
    login('token', { _id: userId, firstName: 'Camille' });
    await openPlace(place);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    cleanup();
    endSession('logout');
    forgetPlaces();
    vi.unstubAllGlobals();
  });
}

/** Renders the composer of the place; `sign` names people, `world` holds who can be mentioned, `alsoIn` names the place of a thread. */
export function show(
  refusal: string | null = null,
  sign: (sender: Sender) => string = signature,
  world: CompletionWorld = nobody,
  alsoIn?: string,
) {
  const heard = { onSent: vi.fn(), onEditLast: vi.fn() };
  const label = 'Message pour #général';
  const { unmount } = render(
    // Disables the queries behind the composer's warnings.
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <TextWorldContext value={{ emoji: new Map(), channelPath: () => null, sign }}>
          <Composer
            place={place}
            world={world}
            label={label}
            placeholder="Envoyer un message dans #général"
            refusal={refusal}
            alsoIn={alsoIn}
            {...heard}
          />
        </TextWorldContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>(label);
  return { ...heard, user: userEvent.setup(), field, unmount };
}

/** Starts the edit of the place's one message. */
export const edit = () => startEdit(placeId, { id: 'm1', kind: 'sent', content: 'ancien' });

/** Finds a button by its name. */
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Returns the contents in the outbox. */
export const waiting = () => useOutbox.getState().entries.map(entry => entry.content);
/** Returns the requests sent: method and content. */
export const sent = () => server.mock.calls.map(([method, , { content }]) => [method, content]);
