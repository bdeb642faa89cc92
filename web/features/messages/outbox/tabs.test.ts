// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { endSession, login, useSession } from '../../../platform/session/session.ts';
import type { LocalFile } from '../files/open/local-file.ts';
import { drop, flushOutbox, type OutboxEntry, post, restoreOutbox, retry, rewrite, useOutbox } from './open/outbox.ts';
import { answerTimeoutMs } from './sending.ts';

/** Stored outbox, which all tabs of the device share. */
const kept = vi.hoisted(() => new Map<string, OutboxEntry>());
/** Holds back the device's reads of all entries, its deletions, or its writes. */
const held = vi.hoisted(() => ({
  until: undefined as Promise<void> | undefined,
  deleting: undefined as Promise<void> | undefined,
  storing: undefined as Promise<void> | undefined,
  /** Whether the device has no room left. */
  isFull: false,
}));
vi.mock('idb-keyval', () => {
  const others = new Map<string, unknown>();
  const of = (database: string): Map<string, unknown> =>
    database === 'palabre-outbox' ? (kept as Map<string, unknown>) : others;
  type Kept = Map<string, unknown>;
  type Use = <T>(mode: string, use: (objects: { kept: Kept; transaction: object }) => T) => Promise<T>;
  const onKept = <T>(store: Use, use: (kept: Kept) => T) => store('', objects => use(objects.kept));
  return {
    createStore:
      (database: string): Use =>
      async (_mode, use) =>
        use({ kept: of(database), transaction: {} }),
    get: (key: string, store: Use) => onKept(store, on => on.get(key)),
    set: async (key: string, value: unknown, store: Use) => {
      if (held.storing) await held.storing;
      if (held.isFull) throw new DOMException('full', 'QuotaExceededError');
      return onKept(store, on => void on.set(key, value));
    },
    del: async (key: string, store: Use) => {
      await held.deleting;
      return onKept(store, on => void on.delete(key));
    },
    keys: (store: Use) => onKept(store, on => [...on.keys()]),
    entries: async (store: Use) => {
      await held.until;
      return onKept(store, on => [...on.entries()]);
    },
  };
});

const userId = '018f0000-0000-7000-8000-000000000001';
const place = { channelId: '018f0000-0000-7000-8000-00000000000c' };

/** Messages that the server received, in order, and whether it is reachable. */
let received: string[] = [];
let reachable = true;
/** Token whose session has ended. */
let ended = '';

const contents = () => useOutbox.getState().entries.map(({ content }) => content);
const keyOf = (entry: Pick<OutboxEntry, 'nonce'> | undefined) => `${userId}/${entry?.nonce}`;

/** Returns pending files, and a function that resolves them to none. */
function unready(): { arriving: Promise<readonly LocalFile[]>; ready: () => void } {
  let ready = () => {};
  const arriving = new Promise<readonly LocalFile[]>(resolve => {
    ready = () => resolve([]);
  });
  return { arriving, ready: () => ready() };
}

/** Posts a message that waits, stored, for an unreachable server. */
async function waiting(content: string): Promise<OutboxEntry> {
  reachable = false;
  post(place, content);
  const entry = useOutbox.getState().entries.find(one => one.content === content)!;
  await vi.waitFor(() => expect(kept.get(keyOf(entry))?.content).toBe(content), pageWaitTimeoutMs);
  await flushOutbox();
  reachable = true;
  return entry;
}

beforeEach(() => {
  received = [];
  reachable = true;
  ended = '';
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('fetch', async (_address: string, { body, headers }: { body?: string; headers: Headers }) => {
    const { content, nonce } = JSON.parse(body ?? '{}') as { content: string; nonce: string };
    if (!reachable) throw new TypeError('Failed to fetch');
    if (headers.get('authorization') === `Bearer ${ended}`) {
      return Response.json({ code: 'unauthorized', message: 'Votre session a expiré.' }, { status: 401 });
    }
    received.push(content);
    const sender = { _id: userId, firstName: 'Camille', lastName: '', avatar: null };
    const message = { _id: nonce, content, nonce, sender, ...place, conversationId: null, position: 1, seq: 1 };
    return Response.json({ message: message as unknown as Message }, { status: 201 });
  });
  login('token', { _id: userId, firstName: 'Camille' });
});

afterEach(() => {
  endSession('logout');
  held.until = undefined;
  held.deleting = undefined;
  held.storing = undefined;
  held.isFull = false;
  kept.clear();
  vi.unstubAllGlobals();
});

it('The outbox neither sends nor shows a message that another tab gave up, even without word from that tab', async () => {
  const entry = await waiting('abandonné à côté');
  kept.delete(keyOf(entry));
  await flushOutbox();
  expect(contents()).toEqual([]);
  expect(received).toEqual([]);
});

it('The outbox does not send a message that its author gives up while the device is asked for it', async () => {
  post(place, 'abandonné aussitôt');
  drop(useOutbox.getState().entries[0]!.nonce);
  post(place, 'suivant');
  await vi.waitFor(() => expect(received).toContain('suivant'));
  expect(received).toEqual(['suivant']);
});

it('The outbox keeps the turn of a place until the device has forgotten what was sent, or another tab would send it again', async () => {
  let forget = () => {};
  held.deleting = new Promise(done => {
    forget = done;
  });
  post(place, 'un');
  await vi.waitFor(() => expect(received).toEqual(['un']));
  await vi.waitFor(() => expect(contents()).toEqual([]));
  post(place, 'deux');
  post({ channelId: '018f0000-0000-7000-8000-00000000000d' }, 'ailleurs');
  await vi.waitFor(() => expect(received).toContain('ailleurs'));
  expect(received).toEqual(['un', 'ailleurs']);
  forget();
  await vi.waitFor(() => expect(received).toEqual(['un', 'ailleurs', 'deux']), pageWaitTimeoutMs);
});

it('The outbox sends a message in the version that another tab has rewritten', async () => {
  const entry = await waiting('avant');
  kept.set(keyOf(entry), { ...entry, content: 'après' });
  await flushOutbox();
  expect(received).toEqual(['après']);
});

it('The outbox shows a message that another tab cancelled, and sends it only on retry', async () => {
  const entry = await waiting('retenu');
  kept.set(keyOf(entry), { ...entry, state: 'failed', reason: 'Interdit.' });
  await flushOutbox();
  expect(received).toEqual([]);
  expect(useOutbox.getState().entries).toMatchObject([{ state: 'failed', reason: 'Interdit.' }]);
  retry(entry.nonce);
  await vi.waitFor(() => expect(received).toEqual(['retenu']), pageWaitTimeoutMs);
});

it('The outbox sends, after a while, a message that another tab has begun and not sent: that tab may be closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const entry: OutboxEntry = {
    nonce: '1',
    userId,
    place,
    content: 'tapé à côté',
    time: '2026-11-22T12:00:01.000Z',
    state: 'waiting',
  };
  kept.set(keyOf(entry), entry);
  const otherTab = new BroadcastChannel('palabre-outbox');
  // The other tab may have somebody else's session.
  otherTab.postMessage({ entry: { ...entry, nonce: '0', userId: 'karim', content: 'tapé par un autre' } });
  otherTab.postMessage({ entry });
  await vi.waitFor(() => expect(contents()).toEqual(['tapé à côté']));
  otherTab.close();
  await vi.advanceTimersByTimeAsync(answerTimeoutMs / 3);
  expect(received).toEqual([]);
  await vi.advanceTimersByTimeAsync(answerTimeoutMs);
  await vi.waitFor(() => expect(received).toEqual(['tapé à côté']), pageWaitTimeoutMs);
});

it('The outbox removes a given-up message from the device, and tells the other tabs', async () => {
  const heard: unknown[] = [];
  const otherTab = new BroadcastChannel('palabre-outbox');
  otherTab.onmessage = ({ data }) => heard.push(data);
  const entry = await waiting('abandonné ici');
  // They show it meanwhile.
  await vi.waitFor(() => expect(heard).toContainEqual({ entry }), pageWaitTimeoutMs);
  drop(entry.nonce);
  await vi.waitFor(() => expect(kept.size).toBe(0), pageWaitTimeoutMs);
  await vi.waitFor(() => expect(heard).toContainEqual({ dropped: entry.nonce }), pageWaitTimeoutMs);
  otherTab.close();
});

it('The outbox tells the other tabs of a message once the device has it, where they look before they send it', async () => {
  let store = () => {};
  held.storing = new Promise(done => {
    store = done;
  });
  reachable = false;
  const heard: unknown[] = [];
  const [otherTab, third] = [new BroadcastChannel('palabre-outbox'), new BroadcastChannel('palabre-outbox')];
  otherTab.onmessage = ({ data }) => heard.push(data);
  post(place, 'à ranger');
  const [entry] = useOutbox.getState().entries;
  third.postMessage({ dropped: 'of a third tab' });
  await vi.waitFor(() => expect(heard).toEqual([{ dropped: 'of a third tab' }]));
  store();
  await vi.waitFor(() => expect(heard).toContainEqual({ entry }), pageWaitTimeoutMs);
  for (const tab of [otherTab, third]) tab.close();
});

it('The outbox restores what an earlier page left unsent, for its author alone, in the order of typing', async () => {
  const left = (nonce: string, content: string, time: string, author = userId): OutboxEntry => ({
    nonce,
    userId: author,
    place,
    content,
    time,
    state: 'waiting',
  });
  kept.set(`${userId}/2`, left('2', 'deux', '2026-11-22T12:00:02.000Z'));
  kept.set(`${userId}/1`, left('1', 'un', '2026-11-22T12:00:01.000Z'));
  kept.set('someone/3', left('3', 'à quelqu’un d’autre', '2026-11-22T12:00:00.000Z', 'someone'));
  await restoreOutbox(userId);
  await vi.waitFor(() => expect(received).toEqual(['un', 'deux']), pageWaitTimeoutMs);
  await vi.waitFor(() => expect([...kept.keys()]).toEqual(['someone/3']), pageWaitTimeoutMs);
});

it('The outbox restores what waits on the device in each session of its author', async () => {
  await restoreOutbox(userId);
  const entry = await waiting('écrit avant');
  endSession('expired');
  expect(kept.has(keyOf(entry))).toBe(true);
  login('token', { _id: userId, firstName: 'Camille' });
  await restoreOutbox(userId);
  await vi.waitFor(() => expect(received).toEqual(['écrit avant']), pageWaitTimeoutMs);
});

it('The outbox shows once what the device has and the page too', async () => {
  await waiting('une fois');
  reachable = false;
  await restoreOutbox(userId);
  expect(contents()).toEqual(['une fois']);
});

it('The outbox sends a rewritten message that the device alone has, as after a reload', async () => {
  const left = { nonce: '1', userId, place, content: 'refusé hier', time: '2026-11-22T12:00:01.000Z' };
  kept.set(`${userId}/1`, { ...left, state: 'failed', reason: 'Interdit.' });
  expect(await rewrite('1', 'corrigé')).toBe(true);
  await vi.waitFor(() => expect(received).toEqual(['corrigé']), pageWaitTimeoutMs);
});

it('The outbox sends what a full device could not keep, and keeps it as soon as there is room', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  [held.isFull, reachable] = [true, false];
  post(place, 'sur un disque plein');
  await flushOutbox();
  expect([contents(), kept.size]).toEqual([['sur un disque plein'], 0]);
  held.isFull = false;
  await flushOutbox();
  await vi.waitFor(() => expect([...kept.values()].map(({ content }) => content)).toEqual(['sur un disque plein']));
  held.isFull = true;
  reachable = true;
  post(place, 'et un autre');
  await flushOutbox();
  await vi.waitFor(() => expect(received).toEqual(['sur un disque plein', 'et un autre']), pageWaitTimeoutMs);
});

it('The outbox sends without its turn once another tab has held it for twenty seconds: that tab may be suspended', async () => {
  const suspended = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(suspended.signal);
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => {
    timeout.mockRestore();
    Reflect.deleteProperty(navigator, 'locks');
  });
  post(place, 'patient');
  await vi.waitFor(() => expect(timeout.mock.calls).toEqual([[20_000]]));
  expect(received).toEqual([]);
  suspended.abort();
  await vi.waitFor(() => expect(received).toEqual(['patient']), pageWaitTimeoutMs);
});

it('The outbox leaves another tab ten minutes to send files, and no longer than usual where none wait', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const turns = new Set<string>();
  const request = (name: string) => {
    turns.add(name);
    return new Promise(() => {});
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => {
    timeout.mockRestore();
    Reflect.deleteProperty(navigator, 'locks');
  });
  const file: LocalFile = { id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 3, width: null, height: null };
  const at = () => ({ channelId: crypto.randomUUID() });
  post(at(), 'le plan', [file]);
  post(at(), 'sans plan');
  expect(timeout.mock.calls).toEqual([[600_000], [20_000]]);
  // Each place has its own turn.
  expect(turns.size).toBe(2);
});

it('The outbox restores as failed, with the reason, a message whose files were unread as its page unloaded', async () => {
  const { arriving, ready } = unready();
  post(place, 'avec un plan', [], [arriving]);
  const [{ nonce } = { nonce: '' }] = useOutbox.getState().entries;
  await vi.waitFor(() => expect(kept.has(keyOf({ nonce }))).toBe(true), pageWaitTimeoutMs);
  endSession('expired');
  login('token', { _id: userId, firstName: 'Camille' });
  await restoreOutbox(userId);
  const reason = 'Les fichiers ne peuvent pas être joints pour l’instant.';
  expect(useOutbox.getState().entries).toMatchObject([{ nonce, content: 'avec un plan', state: 'failed', reason }]);
  retry(nonce);
  await vi.waitFor(() => expect(received).toEqual(['avec un plan']), pageWaitTimeoutMs);
  ready();
});

it('another tab does not have its turn in a place before a message whose files are not ready, and what is behind it', async () => {
  let turns: Promise<unknown> = Promise.resolve();
  const request = <T>(_name: string, _options: object, run: () => Promise<T>): Promise<T> => {
    const turn = turns.then(run);
    turns = turn;
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  const { arriving, ready } = unready();
  post(place, 'un', [], [arriving]);
  post(place, 'deux');
  const otherTab = request('', {}, async () => [...received]);
  Reflect.deleteProperty(navigator, 'locks');
  ready();
  expect(await otherTab).toEqual(['un', 'deux']);
});

it('The outbox does not send in the next session a message whose files were read after its session ended', async () => {
  const { arriving, ready } = unready();
  post(place, 'à moi', [], [arriving]);
  endSession('logout');
  login('token', { _id: 'someone', firstName: 'Karim' });
  ready();
  await arriving;
  post(place, 'à un autre');
  await vi.waitFor(() => expect(received).toEqual(['à un autre']), pageWaitTimeoutMs);
});

it('The outbox sends what the device reads after its timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(console, 'error').mockReturnValue();
  const left = { nonce: '1', userId, place, content: 'écrit hier', time: '2026-11-22T12:00:01.000Z' };
  kept.set(`${userId}/1`, { ...left, state: 'waiting' });
  let read = () => {};
  held.until = new Promise(resolve => {
    read = resolve;
  });
  const restored = restoreOutbox(userId);
  await vi.advanceTimersByTimeAsync(10_000);
  await restored;
  expect(contents()).toEqual([]);
  read();
  await vi.waitFor(() => expect(received).toEqual(['écrit hier']), pageWaitTimeoutMs);
});

it('The outbox neither shows nor sends to the next user what it read for the one before', async () => {
  const left = { nonce: '1', userId, place, content: 'à moi', time: '2026-11-22T12:00:01.000Z' };
  kept.set(`${userId}/1`, { ...left, state: 'waiting' });
  const reading = restoreOutbox(userId);
  endSession('expired');
  login('other', { _id: 'someone', firstName: 'Karim' });
  await reading;
  expect(contents()).toEqual([]);
  post(place, 'à un autre');
  await vi.waitFor(() => expect(received).toEqual(['à un autre']), pageWaitTimeoutMs);
});

it('The outbox sends, in the session that another tab has opened for the same user, a message refused in the ended one', async () => {
  ended = 'token';
  post(place, 'encore là');
  // The other tab has stored its session, and this one has not heard of it yet.
  const session = { token: 'renewed', user: { _id: userId, firstName: 'Camille' }, isLoggedIn: true };
  localStorage.setItem('sessionStore', JSON.stringify(session));
  await vi.waitFor(() => expect(useSession.getState().token).toBe('renewed'), pageWaitTimeoutMs);
  await vi.waitFor(async () => {
    await flushOutbox();
    expect(received).toEqual(['encore là']);
  }, pageWaitTimeoutMs);
  expect(contents()).toEqual([]);
});

it('The outbox is cleared by a logout, and kept by an expired session', async () => {
  await waiting('en attente');
  endSession('expired');
  expect(contents()).toEqual([]);
  expect(kept.size).toBe(1);
  login('token', { _id: userId, firstName: 'Camille' });
  endSession('logout');
  await vi.waitFor(() => expect(kept.size).toBe(0), pageWaitTimeoutMs);
});
