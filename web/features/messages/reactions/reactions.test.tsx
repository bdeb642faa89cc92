// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../../platform/words/i18n.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { useAlerts } from '../../../ui/alerts/alerts.ts';
import { UiHost } from '../../../ui/overlays/UiHost.tsx';
import { recentEmoji } from '../../workspaces/emoji/open/recent.ts';
import { TextWorldContext } from '../text/open/text-world.ts';
import { emptyTimeline } from '../timeline/open/timeline.ts';
import { placeStateOf, restorePlace } from '../timeline/open/timelines.store.ts';
import { forgetPlaces } from '../timeline/open/timelines.ts';
import { Reactions } from './open/Reactions.tsx';
import { toggleReaction, useWishes, wished } from './open/reactions.queries.ts';

const me = '018f0000-0000-7000-8000-00000000000a';
const karim = '018f0000-0000-7000-8000-00000000000b';

const message = (reactions: Message['reactions'] = [], seq = 1): Message => ({
  _id: '018f0000-0000-7000-8000-0000000000f1',
  content: 'On vote ?',
  time: '2026-11-21T09:30:00.000Z',
  channelId: '018f0000-0000-7000-8000-00000000000c',
  conversationId: null,
  updated: false,
  sender: { _id: karim, firstName: 'Karim', lastName: 'Benali', avatar: null },
  reactions,
  fileAttachments: [],
  pinned: false,
  nonce: null,
  position: 1,
  seq,
});

/** Requests sent, each to be answered by the test. */
interface Asked {
  what: string;
  answer: (status: number, body: object) => void;
}
let asked: Asked[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit) => {
    const reaction = body
      ? JSON.parse(String(body)).reaction
      : new URLSearchParams(address.split('?')[1]).get('reaction');
    return new Promise<Response>(resolve => {
      const answer = (status: number, answered: object) =>
        resolve(new Response(JSON.stringify(answered), { status, headers: { 'content-type': 'application/json' } }));
      asked.push({ what: `${method} ${reaction ?? address}`, answer });
    });
  });
  login('token', { _id: me, firstName: 'Camille' });
});

afterEach(() => {
  cleanup();
  endSession('logout');
  forgetPlaces();
  queryClient.clear();
  localStorage.clear();
  useAlerts.setState({ alerts: [] });
  vi.unstubAllGlobals();
});

const shown = (of: Message) => wished([of], useWishes.getState().wishes, me)[0]?.reactions;
const settled = () => vi.waitUntil(() => useWishes.getState().wishes.length === 0);

describe('A pressed reaction', () => {
  it('A pressed reaction is among the recent emoji, and one taken back is not', () => {
    void toggleReaction(message([{ reaction: '🎺', usersId: [me] }]), '🎺', me);
    void toggleReaction(message(), '🚀', me);
    expect(recentEmoji(me, 2, new Set())).toEqual(['🚀', '👍']);
  });

  it('A pressed reaction shows at once, and stays while others react before the server answers', async () => {
    const before = message();
    void toggleReaction(before, '👍', me);
    expect(shown(before)).toEqual([{ reaction: '👍', usersId: [me] }]);
    const others = [{ reaction: '👍', usersId: [karim] }];
    expect(shown(message(others, 2))).toEqual([{ reaction: '👍', usersId: [karim, me] }]);
    const after = message([{ reaction: '👍', usersId: [karim, me] }], 3);
    expect(shown(after)).toBe(after.reactions);
    await vi.waitUntil(() => asked.length === 1);
    asked[0]?.answer(200, { message: after });
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(['POST 👍']);
    expect(recentEmoji(me, 1, new Set())).toEqual(['👍']);
  });

  it('A pressed reaction stays under its message once it is answered, before the event tells of it', async () => {
    const place = { channelId: message().channelId ?? '' };
    restorePlace(place, { ...emptyTimeline, loaded: true, messages: [message()], seq: 1 });
    void toggleReaction(message(), '👍', me);
    await vi.waitUntil(() => asked.length === 1);
    const reactions = [{ reaction: '👍', usersId: [me] }];
    asked[0]?.answer(200, { message: message(reactions, 2) });
    await settled();
    expect(placeStateOf(place)?.timeline.messages.map(one => one.reactions)).toEqual([reactions]);
  });

  it('A pressed reaction is rolled back with the reason when refused', async () => {
    const before = message([{ reaction: '🎉', usersId: [karim] }]);
    void toggleReaction(before, '👍', me);
    await vi.waitUntil(() => asked.length === 1);
    asked[0]?.answer(409, { code: 'too_many_reactions', message: 'Ce message est plein.' });
    await settled();
    expect(shown(before)).toBe(before.reactions);
    expect(useAlerts.getState().alerts.map(alert => [alert.type, alert.message])).toEqual([
      ['error', 'Ce message est plein.'],
    ]);
  });

  it('A pressed reaction to a message that is deleted meanwhile says that it is gone', async () => {
    void toggleReaction(message(), '👍', me);
    await vi.waitUntil(() => asked.length === 1);
    asked[0]?.answer(404, { code: 'message_not_found', message: 'Introuvable.' });
    await settled();
    expect(useAlerts.getState().alerts.map(alert => alert.message)).toEqual(['Ce message n’est plus là.']);
    // The next press asks again.
    void toggleReaction(message(), '👍', me);
    await vi.waitUntil(() => asked.length === 2);
    asked[1]?.answer(404, { code: 'message_not_found', message: 'Introuvable.' });
    await settled();
  });

  it('Two reactions pressed under a message, and one under another, are asked for each', async () => {
    const other = { ...message(), _id: '018f0000-0000-7000-8000-0000000000f2' };
    void toggleReaction(message(), '👍', me);
    void toggleReaction(message(), '🎉', me);
    void toggleReaction(other, '👍', me);
    await vi.waitUntil(() => asked.length === 3);
    expect(shown(message())).toEqual([
      { reaction: '👍', usersId: [me] },
      { reaction: '🎉', usersId: [me] },
    ]);
    expect(shown(other)).toEqual([{ reaction: '👍', usersId: [me] }]);
    asked[0]?.answer(409, { code: 'too_many_reactions', message: 'Ce message est plein.' });
    await vi.waitUntil(() => useWishes.getState().wishes.length === 2);
    expect(shown(message())).toEqual([{ reaction: '🎉', usersId: [me] }]);
    asked[1]?.answer(200, { message: message([{ reaction: '🎉', usersId: [me] }], 2) });
    asked[2]?.answer(200, { message: { ...other, reactions: [{ reaction: '👍', usersId: [me] }], seq: 3 } });
    await settled();
  });

  it('A reaction taken back and another one added under a message at once are asked for each as it is wished', async () => {
    const before = message([{ reaction: '👍', usersId: [me] }]);
    void toggleReaction(before, '👍', me);
    void toggleReaction(before, '🎉', me);
    await vi.waitUntil(() => asked.length === 2);
    expect(asked.map(({ what }) => what).sort()).toEqual(['DELETE 👍', 'POST 🎉']);
    for (const { what, answer } of asked)
      answer(200, {
        message: what.startsWith('POST') ? message([{ reaction: '🎉', usersId: [me] }], 3) : message([], 2),
      });
    await settled();
  });

  it('A pressed reaction pressed again before the answer is removed after it, once', async () => {
    const before = message();
    void toggleReaction(before, '👍', me);
    const wishing = { ...before, reactions: shown(before) as Message['reactions'] };
    void toggleReaction(wishing, '👍', me);
    expect(shown(before)).toEqual([]);
    await vi.waitUntil(() => asked.length === 1);
    asked[0]?.answer(200, { message: message([{ reaction: '👍', usersId: [me] }], 2) });
    await vi.waitUntil(() => asked.length === 2);
    asked[1]?.answer(200, { message: message([], 3) });
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(['POST 👍', 'DELETE 👍']);
  });

  it('A reaction pressed three times before the answer sends one request', async () => {
    const before = message();
    for (let n = 0; n < 3; n++) {
      void toggleReaction({ ...before, reactions: shown(before) as Message['reactions'] }, '👍', me);
    }
    await vi.waitUntil(() => asked.length === 1);
    asked[0]?.answer(200, { message: message([{ reaction: '👍', usersId: [me] }], 2) });
    await settled();
    expect(asked.map(({ what }) => what)).toEqual(['POST 👍']);
  });
});

it('A pressed reaction without an answer yet is forgotten when its session ends', () => {
  const before = message();
  void toggleReaction(before, '👍', me);
  expect(shown(before)).toEqual([{ reaction: '👍', usersId: [me] }]);
  endSession('expired');
  expect(shown(before)).toEqual([]);
});

describe('The reactions to a message', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, n) => `018f0000-0000-7000-8000-${String(n + 100).padStart(12, '0')}`);

  function show(usersId: string[], { reaction = '👍', reachable = true } = {}) {
    const heard = { onToggle: vi.fn(), onMore: vi.fn() };
    const drawn = (ids: string[]) => (
      <Reactions reactions={[{ reaction, usersId: ids }]} userId={me} reachable={reachable} {...heard} />
    );
    const { rerender } = render(drawn(usersId), { wrapper: UiHost });
    return { ...heard, shows: (ids: string[]) => rerender(drawn(ids)) };
  }

  it('The reactions to a message name on hover who has gone, and those of now, whichever answer comes last', async () => {
    const { shows } = show([karim]);
    fireEvent.pointerEnter(screen.getByRole('button', { name: '👍\u00a0: 1 personne' }));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const [gone] = people(1) as [string];
    shows([karim, gone]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    const him = { _id: karim, firstName: 'Karim', lastName: 'Benali' };
    await act(async () => asked[1]?.answer(200, { users: [him] }));
    const named = '👍\u00a0: Karim Benali et Utilisateur supprimé';
    expect(await screen.findByRole('button', { name: named })).toBeDefined();
    await act(async () => asked[0]?.answer(200, { users: [him] }));
    expect(screen.getByRole('button', { name: named })).toBeDefined();
    // A new person's name is not there yet: people are counted until it is.
    shows([karim, gone, me]);
    expect(screen.getByRole('button', { name: '👍\u00a0: 3 personnes' })).toBeDefined();
    expect(await screen.findByRole('button', { name: /^👍\u00a0: vous, Karim/ })).toBeDefined();
    // In another order they are the same people, whose names are known.
    shows([gone, karim, me]);
    expect(await screen.findByRole('button', { name: /^👍\u00a0: vous, Utilisateur supprimé/ })).toBeDefined();
    expect(asked).toHaveLength(2);
  });

  it('The reactions to a message that has not the focus are no tab stops, and an own emoji is its picture while it exists', () => {
    const world = { emoji: new Map([['tilleul', '/tilleul.webp']]), channelPath: () => null, sign: () => '' };
    const chips = (reaction: string) => (
      <Reactions
        {...{ reactions: [{ reaction, usersId: [karim] }], userId: me, reachable: false }}
        {...{ onToggle: vi.fn(), onMore: vi.fn() }}
      />
    );
    render(
      <TextWorldContext value={world}>
        {chips(':tilleul:')}
        {chips(':sapin:')}
      </TextWorldContext>,
      { wrapper: UiHost },
    );
    expect(screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1]);
    expect(screen.getByRole('img', { name: ':tilleul:' }).getAttribute('src')).toBe('/tilleul.webp');
    expect(screen.queryByRole('img', { name: ':sapin:' })).toBeNull();
    expect(screen.getByText(':sapin:')).toBeDefined();
  });

  it('The reactions to a message name their users on hover, the signed-in user first, and count the rest', async () => {
    const others = people(13);
    show([...others, me]);
    const chip = screen.getByRole('button', { name: '👍\u00a0: 14 personnes', pressed: true });
    expect(asked).toEqual([]);
    fireEvent.focus(chip);
    await vi.waitUntil(() => asked.length === 1);
    const users = others.slice(0, 12).map((_id, n) => ({ _id, firstName: `P${n}`, lastName: 'N' }));
    act(() => asked[0]?.answer(200, { users }));
    const named = users.map(({ firstName }) => `${firstName} N`).join(', ');
    expect(await screen.findByRole('button', { name: `👍\u00a0: vous, ${named} et 1 autre personne` })).toBe(chip);
    expect(chip.dataset.tip).toBe(`vous, ${named} et 1 autre personne`);
  });

  it('The reactions to a message are counted where their users’ names do not come, and no alert says so', async () => {
    show([karim]);
    const chip = screen.getByRole('button', { name: '👍\u00a0: 1 personne' });
    fireEvent.pointerEnter(chip);
    await vi.waitUntil(() => asked.length === 1);
    await act(async () => asked[0]?.answer(403, { code: 'forbidden', message: 'Non.' }));
    await vi.waitUntil(() => queryClient.isFetching() === 0);
    expect([chip.ariaLabel, chip.dataset.tip]).toEqual(['👍\u00a0: 1 personne', '1 personne']);
    expect(useAlerts.getState().alerts).toEqual([]);
  });

  it('The reactions to a message are pressed by mouse and keys, and a last button adds another emoji', () => {
    const heard = show([karim]);
    fireEvent.click(screen.getByRole('button', { name: '👍\u00a0: 1 personne', pressed: false }));
    expect(heard.onToggle.mock.calls).toEqual([['👍']]);
    const add = screen.getByRole('button', { name: 'Ajouter une réaction' });
    fireEvent.click(add);
    expect(heard.onMore.mock.calls).toEqual([[add]]);
  });
});
