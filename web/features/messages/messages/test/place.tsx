import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeAll, vi } from 'vitest';
import '../../../../platform/words/i18n.ts';
import { keyOf } from '../../../../platform/server/query.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { type Call, json, camille as me, open, serve } from '../../../../test/settings-world.tsx';
import { loadMarkdown } from '../../text/open/MessageText.tsx';
import { forgetPlaces } from '../../timeline/open/timelines.ts';
import { PlaceMessages } from '../PlaceMessages.tsx';

/** Builds a person, whose id ends in a number. */
export const someone = (n: number, firstName: string, lastName: string) => ({
  ...{ _id: `018f0000-0000-7000-8000-00000000000${n}`, firstName, lastName, avatar: null },
});
export const camille = { ...someone(1, 'Camille', 'Moreau'), _id: 'camille' };
export const karim = someone(2, 'Karim', 'Benali');

/** Builds a message of #general, older than today. */
export const message = (
  position: number,
  sender: typeof karim,
  content: string,
  more: Partial<Message> = {},
): Message => ({
  ...{ _id: `m${position}`, content, sender, position, seq: position, nonce: null, updated: false, pinned: false },
  ...{ channelId: 'general', conversationId: null, reactions: [], fileAttachments: [] },
  time: new Date(2024, 10, 20, 9, position).toISOString(),
  ...more,
});
/** Builds a page of messages that is the only page of its place. */
export const page = (messages: Message[], more: object = {}) => ({
  ...{ messages, prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false },
  seq: messages.length,
  ...more,
});
/** File of a message. */
export const file = { _id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 1, url: '/api/file/f/plan.pdf' };

type Answers = NonNullable<Parameters<typeof serve>[1]>;
/** Request that asks for a page of messages. */
export const list = 'GET /message/paginated';
const world = { workspaceId: 'atelier', channelId: 'general', people: [camille, karim] };

type PlaceProps = Partial<ComponentProps<typeof PlaceMessages>>;

/** Renders the place; a button uncovers it if `covered`, and gives it the props of `then`. */
function Place({ covered = false, then, ...props }: PlaceProps & { then?: PlaceProps }) {
  const [isPressed, setPressed] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setPressed(true)}>
        Découvrir
      </button>
      <PlaceMessages
        place={general}
        wanted={null}
        words={{ list: 'Messages', composer: 'Message pour #general', placeholder: 'Écrire' }}
        refusal={null}
        world={world}
        member={member}
        colourOf={() => undefined}
        {...props}
        {...(isPressed && then)}
        covered={covered && !isPressed}
      />
    </>
  );
}
const general = { channelId: 'general' };
const member = { userId: 'camille', isMember: true, isOwner: false, roles: [] };

/**
 * Shows a channel with these messages; the server's other answers are given by `METHOD /path`. With `newUpTo`, the messages from
 * the second one to this position are new.
 */
export function show(
  messages: Message[],
  props: ComponentProps<typeof Place> = {},
  answers: Answers = {},
  newUpTo: number | null = null,
) {
  const posted = ({ content, nonce }: Message) => message(9, camille, content, { nonce });
  const calls = serve(me, {
    'GET /unread': () => json(200, { unread: [], threads: [] }),
    [list]: () => json(200, page(messages)),
    'GET /message/changes': () => json(200, { messages: [], deleted: [], seq: messages.length, hasMore: false }),
    'POST /message': body => json(201, { message: posted(body as Message) }),
    ...answers,
  });
  if (newUpTo !== null)
    queryClient.setQueryData(keyOf(api.unread.list), { unread: [unreadUpTo(newUpTo)], threads: [] });
  return { calls, ...open([{ path: '*', element: <Place {...props} /> }], '/workspace/atelier/channel/general') };
}
/** Builds the unread state of #general: from the second message to this position. */
export const unreadUpTo = (seq: number) => ({
  ...{ channelId: 'general', conversationId: null, workspaceId: 'atelier', seq, read: 1, messages: seq - 1 },
  ...{ mentions: 0, level: 'all', muted: false, first: { _id: 'm2', position: 2 } },
});

/** Finds the row with this text. */
export const article = async (text: string) => (await screen.findByText(text)).closest('article') as HTMLElement;
/** Finds the field of the place. */
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message pour #general' });
/** Returns the requests of one kind. */
export const asked = (calls: readonly Call[], what: string) => calls.filter(one => one.asked === what);
/** Presses a key on a message. */
export async function press(text: string, key: string) {
  const row = await article(text);
  act(() => row.focus());
  fireEvent.keyDown(row, { key });
}

/** Loads a place's late chunks before all tests, and clears everything after each. */
export function eachOfPlace(): void {
  // Loaded before, so that no test waits for them.
  beforeAll(() =>
    Promise.all([
      loadMarkdown(),
      import('../../../../ui/overlays/overlays.ts'),
      import('../days/DayPopover.tsx'),
      import('../../files/open/DropOverlay.tsx'),
      import('../../files/open/choose.ts'),
      import('../../files/open/Strip.tsx'),
      import('../../files/open/MessageFiles.tsx'),
    ]),
  );
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    cleanup();
    forgetPlaces();
    queryClient.clear();
    localStorage.clear();
  });
}
