// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { pagePatienceMs } from '@palabre/common/test/patience.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { messagesLive } from '../messages/messages.live.ts';
import { useTimelines } from '../timeline/open/places.ts';
import { applyChange, forgetPlaces, openPlace } from '../timeline/open/timelines.ts';
import { flushOutbox, post, retry, rewrite, useOutbox } from './open/outbox.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };

interface Sent {
  content: string;
  nonce: string;
}

/** The server of one channel, as far as `fetch` goes: each test says how it answers a message. */
let answers: ((sent: Sent) => Response | Promise<Response>)[] = [];
let received: Sent[] = [];
let seq = 0;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function stored({ content, nonce }: Sent): Message {
  seq += 1;
  return {
    _id: `018f0000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    content,
    time: new Date().toISOString(),
    channelId,
    conversationId: null,
    updated: false,
    sender: { _id: userId, firstName: 'Camille', lastName: 'Moreau', avatar: null },
    reactions: [],
    fileAttachments: [],
    pinned: false,
    nonce,
    position: seq,
    seq,
  };
}

const accept = (sent: Sent) => json({ message: stored(sent) }, 201);
const lost = () => Promise.reject(new TypeError('network'));
const contents = () => useTimelines.getState().places[channelId]?.timeline.messages.map(message => message.content);
const waiting = () => useOutbox.getState().entries.map(entry => [entry.content, entry.state]);

beforeEach(async () => {
  answers = [];
  received = [];
  seq = 0;
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    if (address.startsWith('/api/message/paginated')) {
      return json({
        messages: [],
        prevCursor: null,
        nextCursor: null,
        hasMore: false,
        hasBefore: false,
        hasAfter: false,
        seq: 0,
      });
    }
    const sent = JSON.parse(body ?? '') as Sent;
    received.push(sent);
    return (answers.shift() ?? accept)(sent);
  });
  login('token', { _id: userId, firstName: 'Camille' });
  await openPlace(place);
});

afterEach(() => {
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
});

describe('the outbox', () => {
  it('holds a message at once, and until the server has it', async () => {
    post(place, 'Bonjour');
    expect(waiting()).toEqual([['Bonjour', 'waiting']]);
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(contents()).toEqual(['Bonjour']);
  });

  it('sends those of a place in the order they were typed, one after the other', async () => {
    let release = () => {};
    answers = [
      sent =>
        new Promise(resolve => {
          release = () => resolve(accept(sent));
        }),
    ];
    for (const content of ['un', 'deux', 'trois']) post(place, content);
    await vi.waitFor(() => expect(received.map(sent => sent.content)).toEqual(['un']));
    release();
    await vi.waitFor(() => expect(contents()).toEqual(['un', 'deux', 'trois']));
  });

  it('sends again, under the same nonce, what got no answer or found the server away', async () => {
    answers = [lost, () => json({ code: 'unavailable', message: 'Palabre redémarre.' }, 503)];
    post(place, 'Bonjour');
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(waiting()).toEqual([['Bonjour', 'waiting']]);
    await vi.waitFor(async () => {
      await flushOutbox();
      expect(contents()).toEqual(['Bonjour']);
    });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(sent => sent.nonce)).size).toBe(1);
  });

  it('keeps what was refused, with its reason, until its author tries again; the next ones are sent', async () => {
    answers = [() => json({ code: 'cannot_write', message: 'Vous ne pouvez pas écrire dans ce salon.' }, 403)];
    post(place, 'refusé');
    post(place, 'suivant');
    await vi.waitFor(() => expect(contents()).toEqual(['suivant']));
    const [entry] = useOutbox.getState().entries;
    expect(entry).toMatchObject({
      content: 'refusé',
      state: 'failed',
      reason: 'Vous ne pouvez pas écrire dans ce salon.',
    });
    retry(entry?.nonce ?? '');
    await vi.waitFor(() => expect(contents()).toEqual(['suivant', 'refusé']));
    expect(received[0]?.nonce).toBe(received[2]?.nonce);
  });

  it('sends what was refused with another text, in its place', async () => {
    answers = [() => json({ code: 'cannot_write', message: 'Vous ne pouvez pas écrire dans ce salon.' }, 403)];
    post(place, 'refusé');
    await vi.waitFor(() => expect(waiting()).toEqual([['refusé', 'failed']]));
    const [entry] = useOutbox.getState().entries;
    expect(await rewrite(entry?.nonce ?? '', 'corrigé')).toBe(true);
    await vi.waitFor(() => expect(contents()).toEqual(['corrigé']));
    expect(await rewrite(entry?.nonce ?? '', 'encore')).toBe(false);
    expect(received.map(sent => sent.content)).toEqual(['refusé', 'corrigé']);
  });

  it('shows what another tab has not sent, as long as it has not', async () => {
    const otherTab = new BroadcastChannel('palabre-outbox');
    const entry = {
      nonce: 'n',
      userId,
      place,
      content: 'Tapé à côté',
      time: new Date().toISOString(),
      state: 'waiting',
    };
    otherTab.postMessage({ entry: { ...entry, nonce: 'x', userId: 'another person' } });
    otherTab.postMessage({ entry });
    await vi.waitFor(() => expect(waiting()).toEqual([['Tapé à côté', 'waiting']]));
    expect(received).toEqual([]);
    otherTab.postMessage({ entry: { ...entry, state: 'failed' } });
    await vi.waitFor(() => expect(waiting()).toEqual([['Tapé à côté', 'failed']]));
    otherTab.postMessage({ dropped: 'n' });
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    otherTab.close();
  });

  it('holds what two tabs typed in the order it was typed, whatever is heard of first', async () => {
    answers = [lost];
    post(place, 'ici, ensuite');
    const otherTab = new BroadcastChannel('palabre-outbox');
    const time = new Date(Date.now() - 1_000).toISOString();
    otherTab.postMessage({ entry: { nonce: 'n', userId, place, content: 'à côté, avant', time, state: 'waiting' } });
    await vi.waitFor(() => expect(waiting().map(([content]) => content)).toEqual(['à côté, avant', 'ici, ensuite']));
    otherTab.close();
  });

  it('knows by its event a message whose answer was lost, and does not send it again', async () => {
    let message: Message | null = null;
    answers = [
      sent => {
        message = stored(sent);
        return lost();
      },
    ];
    post(place, 'Bonjour');
    await vi.waitFor(() => expect(message).not.toBeNull());
    messagesLive.newMessage(message!);
    await flushOutbox();
    expect(contents()).toEqual(['Bonjour']);
    expect(received).toHaveLength(1);
    expect(waiting()).toEqual([]);
  });

  it('shows one message when its event, its answer and a repeat all come', async () => {
    answers = [
      sent => {
        const message = stored(sent);
        applyChange(place, { seq: message.seq, message });
        return json({ message }, 200);
      },
    ];
    post(place, 'Bonjour');
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(contents()).toEqual(['Bonjour']);
  });

  it('sends two messages one after the other although the device never answers for what it keeps', async () => {
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    vi.spyOn(console, 'error').mockReturnValue();
    for (const content of ['un', 'deux']) post(place, content);
    await vi.waitFor(() => expect(contents()).toEqual(['un', 'deux']), pagePatienceMs);
  });
});
