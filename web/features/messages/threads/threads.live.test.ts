// @vitest-environment jsdom
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ListedThread, Thread } from '@palabre/common/contract/messages/threads.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { useThreadStates } from './open/thread-states.ts';
import { threadsLive } from './threads.live.ts';

const karim = { _id: 'karim', firstName: 'Karim', lastName: 'Benali', avatar: null };
const parent = { channelId: 'general', conversationId: null };
const thread = (threadId: string, more: Partial<Thread> = {}): Thread => ({
  ...{ threadId, parent, workspaceId: 'atelier', replies: 2, lastAt: null, people: [karim] },
  ...{ unread: 0, following: true, read: 0, seq: 2, ...more },
});
const message = (id: string, content: string, position: number, more: Partial<Message> = {}): Message => ({
  ...{ _id: id, content, time: '2026-11-25T09:00:00.000Z', updated: false, pinned: false, nonce: null },
  ...{ ...parent, reactions: [], fileAttachments: [], position, seq: position, sender: karim, ...more },
});
const reply = (id: string, content: string, position: number, threadId = 'root') =>
  message(id, content, position, { channelId: null, threadId, parent });

type Pages = InfiniteData<{ threads: ListedThread[]; nextCursor: string | null }>;
const key = keyOf(api.threads.list, { query: { filter: 'followed' } });
let client = new QueryClient();

beforeEach(() => {
  client = new QueryClient();
  const listed = (id: string): ListedThread => ({
    root: message(id, `racine ${id}`, 1),
    thread: thread(id),
    title: 'général',
    last: [reply('r1', 'un', 1, id), reply('r2', 'deux', 2, id)],
  });
  const page = { threads: [listed('root'), listed('other')], nextCursor: null };
  client.setQueryData<Pages>(key, { pages: [page], pageParams: [''] });
  const ends = { prevCursor: null, nextCursor: null, hasMore: false, hasBefore: false, hasAfter: false, seq: 2 };
  const one = { root: message('root', 'racine root', 1), thread: thread('root'), messages: [], ...ends };
  client.setQueryData(keyOf(api.threads.one, { params: { id: 'root' } }), one);
});

const listed = () => client.getQueryData<Pages>(key)?.pages.flatMap(({ threads }) => threads) ?? [];
const first = () => listed()[0];
const one = () => cached(client, api.threads.one, { params: { id: 'root' } });

it('A reply comes to the end of its thread in the list, once, and is edited and deleted there', () => {
  for (const _ of [1, 2]) threadsLive.newMessage(reply('r3', 'trois', 3), client);
  expect(first()?.last.map(({ content }) => content)).toEqual(['un', 'deux', 'trois']);
  threadsLive.updateMessage({ ...reply('r2', 'deux, corrigé', 2), seq: 4 }, client);
  threadsLive.deleteMessage(
    { _id: 'r1', channelId: null, conversationId: null, threadId: 'root', parent, seq: 5 },
    client,
  );
  expect(first()?.last.map(({ content }) => content)).toEqual(['deux, corrigé', 'trois']);
  expect(listed()[1]?.last).toHaveLength(2);
});

it('An older edit, and a reply that others came before, change nothing that is read in the list', () => {
  threadsLive.newMessage(reply('r5', 'cinq', 5), client);
  threadsLive.newMessage(reply('r4', 'quatre', 4), client);
  threadsLive.updateMessage({ ...reply('r5', 'cinq, corrigé', 5), seq: 7 }, client);
  threadsLive.updateMessage({ ...reply('r5', 'cinq, plus tôt', 5), seq: 6 }, client);
  threadsLive.updateMessage(message('root', 'plus tôt', 1, { seq: 0 }), client);
  expect(first()?.last.map(({ content }) => content)).toEqual(['un', 'deux', 'cinq, corrigé']);
  expect(first()?.root.content).toBe('racine root');
});

it('A thread shows as many of its last replies in the list as a page holds', () => {
  for (let n = 3; n <= limits.pageDefault + 3; n += 1) threadsLive.newMessage(reply(`r${n}`, `${n}`, n), client);
  const { last } = first() as ListedThread;
  expect([last.length, last[0]?.content, last.at(-1)?.content]).toEqual([
    ...[limits.pageDefault, '4', `${limits.pageDefault + 3}`],
  ]);
});

it('A root that is edited keeps the state of its thread, and one that is deleted is asked for again where it is open', () => {
  const state = { replies: 2, seq: 2 } as Message['thread'];
  client.setQueryData<Pages>(key, old => ({
    ...(old as Pages),
    pages: [{ threads: listed().map(one => ({ ...one, root: { ...one.root, thread: state } })), nextCursor: null }],
  }));
  threadsLive.updateMessage(message('root', 'corrigée', 1, { seq: 2 }), client);
  // An edit before it may come after it.
  threadsLive.updateMessage(message('root', 'corigée', 1, { seq: 1 }), client);
  expect(first()?.root).toMatchObject({ content: 'corrigée', thread: { replies: 2 } });
  const isAskedAgain = () =>
    client.getQueryState(keyOf(api.threads.one, { params: { id: 'root' } }))?.isInvalidated ?? false;
  expect(isAskedAgain()).toBe(false);
  threadsLive.deleteMessage({ _id: 'root', ...parent, seq: 3 }, client);
  expect(isAskedAgain()).toBe(true);
});

it('A root is edited, and deleted while its thread stays, wherever it is shown with its thread', () => {
  const replyTo = { _id: 'm0', sender: karim, excerpt: 'Quand ?', files: 0, calls: null };
  const reactions = [{ reaction: '👍', usersId: ['karim'] }];
  const file = { _id: 'f', name: 'plan.pdf', type: 'application/pdf', size: 1, url: '/api/file/f/plan.pdf' };
  const fileAttachments = [{ ...file, width: null, height: null, thumbnail: null }];
  const held = { pinned: true, replyTo, reactions, fileAttachments };
  threadsLive.updateMessage(message('root', 'corrigée', 1, { seq: 2, ...held }), client);
  expect([first()?.root.content, one()?.root.content]).toEqual(['corrigée', 'corrigée']);
  threadsLive.deleteMessage({ _id: 'root', ...parent, seq: 4, kept: true }, client);
  // An edit before the deletion may come after it.
  threadsLive.updateMessage(message('root', 'corigée', 1, { seq: 3, ...held }), client);
  for (const root of [first()?.root, one()?.root]) {
    expect(root).toMatchObject({ deleted: true, content: '', reactions: [], fileAttachments: [], pinned: false });
    expect(root).not.toHaveProperty('replyTo');
  }
  threadsLive.deleteMessage({ _id: 'root', ...parent, seq: 5 }, client);
  expect(listed().map(({ root }) => root._id)).toEqual(['other']);
});

it('The state of a thread is taken in the order of its changes, and a thread without replies leaves the list', () => {
  threadsLive.updateThread(thread('root', { replies: 4, seq: 4 }), client);
  threadsLive.updateThread(thread('root', { replies: 3, seq: 3 }), client);
  expect([first()?.thread.replies, one()?.thread.replies]).toEqual([4, 4]);
  // The line under its root goes by that too.
  expect(useThreadStates.getState().states.root).toMatchObject({ replies: 4, seq: 4 });
  threadsLive.updateThread(thread('root', { replies: 0, seq: 5 }), client);
  expect(listed().map(({ thread: { threadId } }) => threadId)).toEqual(['other']);
});

it('The threads of a lost channel or workspace are forgotten with it', () => {
  threadsLive.deleteChannel({ _id: 'elsewhere', workspaceId: 'atelier' }, client);
  expect(listed()).toHaveLength(2);
  threadsLive.deleteChannel({ _id: 'general', workspaceId: 'atelier' }, client);
  expect([listed(), one()]).toEqual([[], undefined]);
});

it('The threads of a lost conversation, and of a lost workspace, are forgotten with it', () => {
  const talk = { channelId: null, conversationId: 'talk' };
  const state = thread('talk-root', { parent: talk, workspaceId: null });
  client.setQueryData<Pages>(key, old => ({
    ...(old as Pages),
    pages: [{ threads: [...listed(), { ...listed()[0], thread: state } as ListedThread], nextCursor: null }],
  }));
  threadsLive.deleteConversation({ _id: 'talk' }, client);
  expect(listed()).toHaveLength(2);
  threadsLive.deleteWorkspace({ _id: 'maison' }, client);
  expect(listed()).toHaveLength(2);
  threadsLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect([listed(), one()]).toEqual([[], undefined]);
});

it('An author whose account is gone is nobody by name in the threads', () => {
  threadsLive.deleteUser({ _id: 'karim' }, client);
  const { root, last } = first() as ListedThread;
  for (const { sender } of [root, ...last])
    expect(sender).toEqual({ _id: 'karim', firstName: goneName, lastName: '', avatar: null });
});

it('An author who takes another name has it in the threads too, and stays a guest on their messages', () => {
  const person = { ...karim, firstName: 'Karima', guest: true };
  const before = [listed(), one()];
  threadsLive.updateUser({ ...person, _id: 'yann' } as Parameters<typeof threadsLive.updateUser>[0], client);
  expect([listed(), one()]).toEqual(before);
  threadsLive.updateUser(person as Parameters<typeof threadsLive.updateUser>[0], client);
  const { root, last, thread: state } = first() as ListedThread;
  const senders = [root.sender, ...last.map(({ sender }) => sender), ...state.people, one()?.root.sender];
  expect(new Set(senders.map(sender => sender?.firstName))).toEqual(new Set(['Karima']));
  expect([root.sender.guest, ...last.map(({ sender }) => sender.guest)]).toEqual([true, ...last.map(() => true)]);
});
