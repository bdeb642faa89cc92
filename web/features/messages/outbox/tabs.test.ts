// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { pagePatienceMs } from '@palabre/common/test/patience.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { drop, flushOutbox, type OutboxEntry, post, restoreOutbox, retry, useOutbox } from './open/outbox.ts';

/** What this device keeps of the outbox, which all its tabs share. */
const kept = vi.hoisted(() => new Map<string, OutboxEntry>());
vi.mock('idb-keyval', () => {
  const others = new Map<string, unknown>();
  const of = (database: string): Map<string, unknown> =>
    database === 'palabre-outbox' ? (kept as Map<string, unknown>) : others;
  return {
    createStore: (database: string) => database,
    get: async (key: string, database: string) => of(database).get(key),
    set: async (key: string, value: unknown, database: string) => void of(database).set(key, value),
    del: async (key: string, database: string) => void of(database).delete(key),
    keys: async (database: string) => [...of(database).keys()],
    entries: async (database: string) => [...of(database).entries()],
  };
});

const userId = '018f0000-0000-7000-8000-000000000001';
const place = { channelId: '018f0000-0000-7000-8000-00000000000c' };

/** What the server was sent, in order, and whether it can be reached. */
let received: string[] = [];
let reachable = true;

const contents = () => useOutbox.getState().entries.map(({ content }) => content);
const keyOf = (entry: Pick<OutboxEntry, 'nonce'> | undefined) => `${userId}/${entry?.nonce}`;

/** A message that waits here for a server that is away, and that the device keeps. */
async function waiting(content: string): Promise<OutboxEntry> {
  reachable = false;
  post(place, content);
  const entry = useOutbox.getState().entries.find(one => one.content === content)!;
  await vi.waitFor(() => expect(kept.get(keyOf(entry))?.content).toBe(content), pagePatienceMs);
  await flushOutbox();
  reachable = true;
  return entry;
}

beforeEach(() => {
  received = [];
  reachable = true;
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('fetch', async (_address: string, { body }: { body?: string }) => {
    const { content, nonce } = JSON.parse(body ?? '{}') as { content: string; nonce: string };
    if (!reachable) throw new TypeError('Failed to fetch');
    received.push(content);
    const sender = { _id: userId, firstName: 'Camille', lastName: '', avatar: null };
    const message = { _id: nonce, content, nonce, sender, ...place, conversationId: null, position: 1, seq: 1 };
    return Response.json({ message: message as unknown as Message }, { status: 201 });
  });
  login('token', { _id: userId, firstName: 'Camille' });
});

afterEach(() => {
  endSession('logout');
  kept.clear();
  vi.unstubAllGlobals();
});

it('what another tab has given up is not sent by this one, and is no longer shown, whatever that tab could say', async () => {
  const entry = await waiting('abandonné à côté');
  kept.delete(keyOf(entry));
  await flushOutbox();
  expect(contents()).toEqual([]);
  expect(received).toEqual([]);
});

it('what another tab has written anew is sent as that tab has it', async () => {
  const entry = await waiting('avant');
  kept.set(keyOf(entry), { ...entry, content: 'après' });
  await flushOutbox();
  expect(received).toEqual(['après']);
});

it('what another tab holds back is shown so, and not sent before one asks for it', async () => {
  const entry = await waiting('retenu');
  kept.set(keyOf(entry), { ...entry, state: 'failed', reason: 'Interdit.' });
  await flushOutbox();
  expect(received).toEqual([]);
  expect(useOutbox.getState().entries).toMatchObject([{ state: 'failed', reason: 'Interdit.' }]);
  retry(entry.nonce);
  await vi.waitFor(() => expect(received).toEqual(['retenu']), pagePatienceMs);
});

it('what is given up here is no longer kept on the device, and other tabs hear of it', async () => {
  const heard: unknown[] = [];
  const otherTab = new BroadcastChannel('palabre-outbox');
  const entry = await waiting('abandonné ici');
  otherTab.onmessage = ({ data }) => heard.push(data);
  drop(entry.nonce);
  await vi.waitFor(() => expect(kept.size).toBe(0), pagePatienceMs);
  await vi.waitFor(() => expect(heard).toContainEqual({ dropped: entry.nonce }), pagePatienceMs);
  otherTab.close();
});

it('what an earlier page left unsent is taken up for its author alone, in the order it was typed', async () => {
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
  await vi.waitFor(() => expect(received).toEqual(['un', 'deux']), pagePatienceMs);
  await vi.waitFor(() => expect([...kept.keys()]).toEqual(['someone/3']), pagePatienceMs);
});

it('a logout forgets what the person has not sent, and a session that expired keeps it', async () => {
  await waiting('en attente');
  endSession('expired');
  expect(contents()).toEqual([]);
  expect(kept.size).toBe(1);
  login('token', { _id: userId, firstName: 'Camille' });
  endSession('logout');
  await vi.waitFor(() => expect(kept.size).toBe(0), pagePatienceMs);
});
