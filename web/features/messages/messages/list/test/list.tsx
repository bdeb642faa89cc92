import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useMemo } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { queryClient } from '../../../../../platform/server/query-client.ts';
import '../../../../../platform/words/i18n.ts';
import { useDialogs } from '../../../../../ui/dialogs/dialogs.ts';
import { UiHost } from '../../../../../ui/overlays/UiHost.tsx';
import { type OutboxEntry, useOutbox } from '../../../outbox/open/outbox.ts';
import { loadMarkdown } from '../../../text/open/MessageText.tsx';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import type { Jump } from '../../../timeline/open/timelines.store.ts';
import type { Reader } from '../../open/message-actions.ts';
import { useSignatures } from '../../useSignatures.ts';
import type { PlaceFacts } from '../Beginning.tsx';
import { MessageList } from '../MessageList.tsx';
import { movesBelow } from '../rows/moves.ts';
import { type Row, rowsOf } from '../rows/rows.ts';

export const camille = '018f0000-0000-7000-8000-00000000000a';
export const karim = '018f0000-0000-7000-8000-00000000000b';

/** ResizeObserver for jsdom, which has no layout: all rows render, none moves. */
class Unmeasured {
  observe(): void {}
  disconnect(): void {}
}

/** Frozen noon, so that a test that runs at midnight stays on one day. */
const now = new Date(2026, 10, 22, 12);

/** Prepares a list before each test, and clears it after. */
export function eachInList(): void {
  // Loaded before, so that no test waits for the icons’ many files.
  beforeAll(() =>
    Promise.all([
      import('../../../../../ui/overlays/overlays.ts'),
      import('../../../../../ui/dialogs/PendingDialog.tsx'),
      import('../../days/DayPopover.tsx'),
    ]),
  );
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    vi.stubGlobal('ResizeObserver', Unmeasured);
    await loadMarkdown();
  });

  afterEach(() => {
    localStorage.clear();
    act(() => useDialogs.setState({ pending: [] }));
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

let position = 0;

/** Builds a message. */
export function message(senderId: string, time: string, content: string, more: Partial<Message> = {}): Message {
  position += 1;
  return {
    _id: `018f0000-0000-7000-8000-${String(position).padStart(12, '0')}`,
    content,
    time,
    channelId: 'c',
    conversationId: null,
    updated: false,
    sender: { _id: senderId, firstName: senderId === camille ? 'Camille' : 'Karim', lastName: 'B', avatar: null },
    reactions: [],
    fileAttachments: [],
    pinned: false,
    nonce: null,
    position,
    seq: position,
    ...more,
  };
}

/** Member without a role, who may write. */
export const reader: Reader = {
  member: { userId: camille, isMember: true, isOwner: false, roles: [] },
  canRead: true,
  canWrite: true,
};

/** Context of a workspace with one own emoji. */
const world = { emoji: new Map([['tilleul', '/api/file/1/tilleul.webp']]), channelPath: () => null };
const nothingLinked = new Map();

const myself = { firstName: 'Camille', lastName: 'B', avatar: null };

interface SignedProps {
  rows: readonly Row[];
  moves: readonly Move[];
  children: ReactNode;
}

/** Provides the context of names that a place gives its list. */
export function Signed({ rows, moves, children }: SignedProps) {
  const sign = useSignatures(rows, nothingLinked, { _id: camille, ...myself }, moves);
  return <TextWorldContext value={useMemo(() => ({ ...world, sign }), [sign])}>{children}</TextWorldContext>;
}

const Page = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <UiHost>{children}</UiHost>
  </QueryClientProvider>
);

/** Props of a re-rendered list besides its messages. */
interface Now {
  pending?: OutboxEntry[];
  jump?: Jump | null;
  readUpTo?: number | null;
}

/** Renders a list; `shows` re-renders it with other messages or other props. */
export async function show(
  messages: Message[],
  pending: OutboxEntry[] = [],
  reads: Partial<Reader> = {},
  {
    moves = [],
    hasOlder = false,
    hasNewer = false,
    facts,
    readUpTo = null,
  }: { moves?: Move[]; hasOlder?: boolean; hasNewer?: boolean; facts?: PlaceFacts; readUpTo?: number | null } = {},
) {
  const desk = {
    reader: { ...reader, ...reads },
    edit: vi.fn(),
    reply: vi.fn(),
    goTo: vi.fn(),
    openThread: vi.fn(),
    toggle: vi.fn(),
    react: vi.fn(),
  };
  /** Callbacks through which the list asks its page. */
  const heard = { onLeave: vi.fn(), onOlder: vi.fn(), onNewer: vi.fn(), onLatest: vi.fn(), onDay: vi.fn() };
  const [onAllRead, onJumped] = [vi.fn(), vi.fn()];
  useOutbox.setState({ entries: pending });
  const nothing = () => {};
  const drawn = (shown: Message[], { jump = null, ...now }: Now = {}) => {
    const rows = rowsOf({ messages: shown, pending, userId: camille, readUpTo, moves, hasOlder, ...now });
    return (
      <Signed rows={rows} moves={moves}>
        <MessageList
          label="Messages de #général"
          rows={rows}
          userId={camille}
          myself={myself}
          colourOf={id => (id === karim ? '#1d4e89' : undefined)}
          names={new Map()}
          editingKey={null}
          loadingOlder={false}
          hasOlder={hasOlder}
          hasNewer={hasNewer}
          facts={facts}
          movesBelow={hasNewer ? null : movesBelow(moves, rows)}
          jump={jump}
          onJumped={onJumped}
          {...heard}
          onAllRead={onAllRead}
          onSeen={nothing}
          desk={desk}
        />
      </Signed>
    );
  };
  const { rerender } = render(drawn(messages), { wrapper: Page });
  await screen.findAllByRole('article');
  const shows = (shown: Message[], now?: Now) => rerender(drawn(shown, now));
  return { ...desk, ...heard, onAllRead, onJumped, shows };
}

/** Finds the row with this text. */
export const article = (text: string) => {
  const found = screen.getAllByRole('article').find(one => one.textContent?.includes(text));
  if (!found) throw new Error(`No message says ${text}`);
  return found;
};
/** Returns the entries of a message's menu, without the recent emoji. */
export function offered(text: string): (string | null)[] {
  fireEvent.contextMenu(article(text), { clientX: 30, clientY: 30 });
  const items = screen.getAllByRole('menuitem').filter(item => !/^Réagir avec/.test(item.ariaLabel ?? ''));
  return items.map(item => item.textContent);
}

/** Builds a time of the frozen day. */
export const today = (hours: number, minutes: number, seconds = 0) =>
  new Date(2026, 10, 22, hours, minutes, seconds).toISOString();
