// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import type { LocalFile } from '../files/open/local-file.ts';
import { messagesLive } from '../messages/messages.live.ts';
import { useTimelines } from '../timeline/open/timelines.store.ts';
import { applyChange, forgetPlaces, openPlace } from '../timeline/open/timelines.ts';
import { flushOutbox, post, retry, rewrite, useOutbox } from './open/outbox.ts';

const userId = '018f0000-0000-7000-8000-000000000001';
const channelId = '018f0000-0000-7000-8000-00000000000c';
const place = { channelId };

interface Sent {
  content: string;
  nonce: string;
}

/** Fakes the server of one channel; each test gives its answers. */
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

describe('The outbox', () => {
  it('The outbox holds a message at once, until the server has it', async () => {
    post(place, 'Bonjour');
    expect(waiting()).toEqual([['Bonjour', 'waiting']]);
    // Its row never disappears: it is in its place before it leaves the outbox.
    const left: unknown[] = [];
    onTestFinished(useOutbox.subscribe(({ entries }) => entries.length === 0 && left.push(contents())));
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect([contents(), left]).toEqual([['Bonjour'], [['Bonjour']]]);
  });

  it('The outbox sends the messages of a place one by one, in the order of typing', async () => {
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

  it('The outbox sends a message with unread files before those typed after it, and delays no other place', async () => {
    let ready = () => {};
    const arriving = new Promise<readonly LocalFile[]>(resolve => {
      ready = () => resolve([]);
    });
    post(place, 'un', [], [arriving]);
    post(place, 'deux');
    expect(waiting()).toEqual([
      ['un', 'preparing'],
      ['deux', 'waiting'],
    ]);
    post({ channelId: '018f0000-0000-7000-8000-00000000000d' }, 'ailleurs');
    await vi.waitFor(() => expect(waiting()).toHaveLength(2));
    ready();
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(received.map(sent => sent.content)).toEqual(['ailleurs', 'un', 'deux']);
  });

  it('The outbox sends no message whose session ended while its files were read', async () => {
    let ready = () => {};
    const arriving = new Promise<readonly LocalFile[]>(resolve => {
      ready = () => resolve([]);
    });
    post(place, 'de Camille', [], [arriving]);
    // A message that waits for those files is not sent either, and the next session's do not wait behind it.
    post(place, 'encore de Camille');
    endSession('expired');
    login('other', { _id: 'karim', firstName: 'Karim' });
    ready();
    post(place, 'de Karim');
    await vi.waitFor(() => expect(received).not.toEqual([]));
    await vi.waitFor(() => expect(waiting()).toEqual([]));
    expect(received.map(sent => sent.content)).toEqual(['de Karim']);
  });

  it('The outbox retries, under the same nonce, a message without an answer or refused by an unavailable server', async () => {
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

  it('The outbox tries again by itself, twice as late each time up to thirty seconds, and soon again once one has left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    answers = Array(7).fill(lost);
    post(place, 'Bonjour');
    await vi.advanceTimersByTimeAsync(0);
    for (const [tries, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect([seconds, received.length]).toEqual([seconds, tries + 1]);
      await vi.advanceTimersByTimeAsync(1);
      expect([seconds, received.length]).toEqual([seconds, tries + 2]);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    expect(contents()).toEqual(['Bonjour']);
    answers = [lost];
    post(place, 'Encore');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(contents()).toEqual(['Bonjour', 'Encore']);
  });

  it('The outbox tries again by itself in the next session too, though the last one ended before it had', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    answers = [lost];
    post(place, 'avant');
    await vi.advanceTimersByTimeAsync(0);
    endSession('expired');
    login('token', { _id: userId, firstName: 'Camille' });
    answers = [lost];
    post(place, 'après');
    await vi.advanceTimersByTimeAsync(0);
    expect(received.map(({ content }) => content)).toEqual(['avant', 'après']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(received.map(({ content }) => content)).toEqual(['avant', 'après', 'après']);
  });

  it.each([
    [0, 1_000],
    [0.999, 2_998],
  ])('The outbox of each page tries again at a moment of its own, as chance (%d) has it', async (chance, waitMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    answers = [accept, lost];
    post(place, 'Bonjour');
    await vi.advanceTimersByTimeAsync(0);
    post(place, 'Encore');
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(received).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(received).toHaveLength(3);
  });

  it.each<[string, () => Response, string]>([
    ['a bad gateway', () => json({ code: 'unavailable', message: 'Non.' }, 502), 'waiting'],
    ['a gateway that waits too long', () => json({ code: 'unavailable', message: 'Non.' }, 504), 'waiting'],
    ['a failure of the server', () => json({ code: 'internal', message: 'Panne.' }, 500), 'failed'],
    ['too many messages', () => json({ code: 'too_many_requests', message: 'Doucement.' }, 429), 'failed'],
  ])('The outbox tries again or leaves it to the author after %s', async (_what, answer, state) => {
    answers = [answer];
    post(place, 'Bonjour');
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await flushOutbox();
    await vi.waitFor(() => expect(waiting()[0]?.[1] ?? 'sent').toBe(state === 'failed' ? 'failed' : 'sent'));
    expect(received).toHaveLength(state === 'failed' ? 1 : 2);
  });

  it('The outbox gives a message fifteen seconds to be answered, and then tries again: a connection may be silently dead', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    onTestFinished(() => timeout.mockRestore());
    answers = [
      () => {
        late.abort(new DOMException('late', 'TimeoutError'));
        return Promise.reject(late.signal.reason);
      },
    ];
    post(place, 'Bonjour');
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(timeout.mock.calls).toContainEqual([15_000]);
    await vi.waitFor(async () => {
      await flushOutbox();
      expect(contents()).toEqual(['Bonjour']);
    });
  });

  it('The outbox keeps a refused message with its reason until its author retries, and sends the next ones', async () => {
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

  it('The outbox sends a refused message with another text, in its place', async () => {
    answers = [() => json({ code: 'cannot_write', message: 'Vous ne pouvez pas écrire dans ce salon.' }, 403)];
    post(place, 'refusé');
    await vi.waitFor(() => expect(waiting()).toEqual([['refusé', 'failed']]));
    const [entry] = useOutbox.getState().entries;
    expect(await rewrite(entry?.nonce ?? '', 'corrigé')).toBe(true);
    await vi.waitFor(() => expect(contents()).toEqual(['corrigé']));
    expect(await rewrite(entry?.nonce ?? '', 'encore')).toBe(false);
    expect(received.map(sent => sent.content)).toEqual(['refusé', 'corrigé']);
  });

  it('The outbox sends a reply by the root of its thread, which is no place before its first reply', async () => {
    answers = [() => json({ code: 'message_not_found', message: 'Ce message n’existe plus.' }, 404)];
    post({ threadId: 'root' }, 'Plutôt à 8 h.', [], [], null, true);
    await vi.waitFor(() => expect(waiting()).toEqual([['Plutôt à 8 h.', 'failed']]));
    const [{ nonce, ...sent }] = received as [Sent];
    expect([sent, typeof nonce]).toEqual([{ threadOf: 'root', content: 'Plutôt à 8 h.', alsoInPlace: true }, 'string']);
    expect(useOutbox.getState().entries[0]?.reason).toBe('Ce message n’existe plus.');
  });

  it('The outbox shows another tab’s messages until that tab has sent them', async () => {
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

  it('The outbox sorts two tabs’ messages by the time of typing, whichever is heard of first', async () => {
    // Answered once the other tab was heard: after a loss, the message would leave again within a second.
    let lose = () => {};
    answers = [() => new Promise((_, reject) => (lose = () => reject(new TypeError('network'))))];
    post(place, 'ici, ensuite');
    const otherTab = new BroadcastChannel('palabre-outbox');
    const time = new Date(Date.now() - 1_000).toISOString();
    otherTab.postMessage({ entry: { nonce: 'n', userId, place, content: 'à côté, avant', time, state: 'waiting' } });
    await vi.waitFor(() => expect(waiting().map(([content]) => content)).toEqual(['à côté, avant', 'ici, ensuite']));
    otherTab.close();
    lose();
  });

  it('The outbox recognizes by its event a message whose answer was lost, and does not send it again', async () => {
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

  it('The outbox shows one message when its event, its answer and a repeat all come', async () => {
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

  it('The outbox sends two messages in order although IndexedDB never answers', async () => {
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    vi.spyOn(console, 'error').mockReturnValue();
    for (const content of ['un', 'deux']) post(place, content);
    await vi.waitFor(() => expect(contents()).toEqual(['un', 'deux']), pageWaitTimeoutMs);
  });
});
