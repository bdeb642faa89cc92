// @vitest-environment jsdom
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { endSession, login } from '../../../platform/session/session.ts';
import { type OutboxEntry, useOutbox } from '../outbox/open/outbox.ts';
import { useTimelines } from '../timeline/open/timelines.store.ts';
import { forgetPlaces, openPlace } from '../timeline/open/timelines.ts';
import { messagesLive } from './messages.live.ts';
import { useWriters } from './typing/typing.ts';

const karim = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };
const general = { channelId: 'general', conversationId: null };

const message = (seq: number, more: Partial<Message> = {}): Message => ({
  ...{ _id: `m${seq}`, content: `message ${seq}`, time: new Date().toISOString(), updated: false, pinned: false },
  ...{ ...general, sender: karim, reactions: [], fileAttachments: [], nonce: null, position: seq, seq },
  ...more,
});
const entry = (nonce: string): OutboxEntry => ({
  ...{ nonce, userId: 'camille', place: { channelId: 'general' }, content: 'Bonjour', state: 'failed' },
  time: new Date().toISOString(),
});
const shown = (place = 'general') => useTimelines.getState().places[place]?.timeline.messages;
const contents = () => shown()?.map(({ content }) => content);
/** The number up to which nothing of the place is missing: what it catches up from. */
const caughtUpTo = () => useTimelines.getState().places.general?.timeline.seq;
const waiting = () => useOutbox.getState().entries.map(({ nonce }) => nonce);

beforeEach(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      ...{ messages: [message(1)], prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false },
      ...{ hasAfter: false, seq: 1 },
    }),
  );
  login('token', { _id: 'camille', firstName: 'Camille' });
  await openPlace({ channelId: 'general' });
});
afterEach(() => {
  endSession('logout');
  forgetPlaces();
  vi.unstubAllGlobals();
});

it('A message that comes by its event leaves the outbox of its author alone, new or changed', () => {
  useOutbox.setState({ entries: [entry('n1'), entry('n2')] });
  messagesLive.newMessage(message(2, { nonce: 'n1' }));
  expect(waiting()).toEqual(['n1', 'n2']);
  messagesLive.newMessage(message(3, { nonce: 'n1', sender: { ...karim, _id: 'camille' } }));
  expect(waiting()).toEqual(['n2']);
  messagesLive.updateMessage(message(4, { nonce: 'n2', sender: { ...karim, _id: 'camille' } }));
  expect(waiting()).toEqual([]);
  expect(contents()).toEqual([1, 2, 3, 4].map(n => `message ${n}`));
  expect(caughtUpTo()).toBe(4);
});

it('A message that comes by its event is in its place before it leaves the outbox: its row never disappears', () => {
  useOutbox.setState({ entries: [entry('n1')] });
  const left: unknown[] = [];
  onTestFinished(useOutbox.subscribe(() => left.push(contents())));
  messagesLive.newMessage(message(2, { nonce: 'n1', sender: { ...karim, _id: 'camille' } }));
  expect(left).toEqual([['message 1', 'message 2']]);
});

it('A message that comes ends what was said of its author writing there, and of nobody else', () => {
  const writes = (userId: string) => messagesLive.typing({ ...general, userId, firstName: userId, lastName: '' });
  writes('karim');
  writes('yann');
  messagesLive.newMessage(message(2));
  expect(useWriters.getState().general?.map(({ userId }) => userId)).toEqual(['yann']);
});

it('A change and a deletion of a message are those of its place', () => {
  messagesLive.updateMessage(message(1, { content: 'corrigé', seq: 2 }));
  expect(contents()).toEqual(['corrigé']);
  // Messages of another place, which comes to the same number, are not.
  const elsewhere = { channelId: 'annonces', conversationId: null };
  messagesLive.newMessage(message(3, { ...elsewhere, _id: 'm3' }));
  messagesLive.deleteMessage({ ...elsewhere, _id: 'm1', seq: 3 });
  expect([contents(), shown('annonces')]).toEqual([['corrigé'], undefined]);
  messagesLive.deleteMessage({ ...general, _id: 'm1', seq: 3 });
  expect([contents(), caughtUpTo()]).toEqual([[], 3]);
});

it('A message that is deleted and stays above its thread is in its place, and empty', () => {
  messagesLive.deleteMessage({ ...general, _id: 'm1', seq: 2, kept: true });
  expect(shown()).toMatchObject([{ _id: 'm1', content: '', deleted: true }]);
});

it('A person who changes or goes is named so on their messages, as a guest where they are one', () => {
  const senders = () => shown()?.map(({ sender }) => sender);
  const person = { ...karim, avatar: '/k.webp', status: 'online', guest: true };
  messagesLive.updateUser({ ...person, firstName: 'Karima' } as never);
  const signed = { _id: 'karim', lastName: 'Benali', avatar: '/k.webp' };
  expect(senders()).toEqual([{ ...signed, firstName: 'Karima', guest: true }]);
  // The mark goes once it is no longer told.
  messagesLive.updateUser({ ...person, firstName: 'Karima', guest: undefined } as never);
  expect(senders()).toEqual([{ ...signed, firstName: 'Karima' }]);
  messagesLive.deleteUser({ _id: 'karim' });
  expect(senders()).toEqual([{ _id: 'karim', firstName: goneName, lastName: '', avatar: null }]);
});

it.each(['deleteChannel', 'deleteConversation'] as const)(
  'A place that goes takes its messages along, and those of its threads: %s',
  async event => {
    const parent = event === 'deleteChannel' ? general : { channelId: null, conversationId: 'general' };
    const reply = message(1, { channelId: null, threadId: 'root', parent });
    vi.stubGlobal('fetch', async () =>
      Response.json({
        ...{ messages: [reply], prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false },
        ...{ hasAfter: false, seq: 1 },
      }),
    );
    await openPlace({ threadId: 'root' });
    expect(Object.keys(useTimelines.getState().places).sort()).toEqual(['general', 'root']);
    messagesLive[event]({ _id: 'general', workspaceId: 'atelier' });
    expect(useTimelines.getState().places).toEqual({});
  },
);
