import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, like, limits } from '../fields.ts';
import { Message, messages } from './messages.ts';
import { Parent, ThreadState } from './thread-state.ts';

/** Thread with its state for one person. A thread has the id of its root: the message above its replies. */
export const Thread = ThreadState.extend({
  threadId: id.meta({ description: 'Id of the thread, which is the id of its root message.' }),
  parent: Parent,
  workspaceId: id.nullable().meta({ description: 'Workspace of the channel; null in a conversation.' }),
}).meta({ id: 'Thread' });
export type Thread = z.infer<typeof Thread>;

/** A thread in the list, with its last replies. */
export const ListedThread = z
  .object({
    root: Message.meta({ description: 'The message that the replies stand under; `deleted` if it was deleted.' }),
    thread: Thread,
    title: like('général')
      .nullable()
      .meta({ description: 'Title of the channel, or of the conversation if it has one.' }),
    last: z.array(Message).meta({ description: `The last ${limits.threadReplies} replies at most, ascending.` }),
  })
  .meta({ id: 'ListedThread' });
export type ListedThread = z.infer<typeof ListedThread>;

/** Lists of threads: followed with unread replies; followed; begun under messages of the caller’s own. */
export const threadFilters = ['unread', 'followed', 'mine'] as const;
export type ThreadFilter = (typeof threadFilters)[number];

const one = z.object({ thread: Thread });

export const threads = {
  one: endpoint({
    method: 'GET',
    path: '/thread/:id',
    access: access.thread(),
    guests: true,
    summary: 'Reads the thread under a message, with its root and its latest replies; without replies, an empty page',
    params: byId,
    output: messages.page.output.extend({
      root: Message.meta({ description: '`deleted` if it was deleted.' }),
      thread: Thread,
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/threads',
    access: access.session,
    guests: true,
    summary: 'Lists threads that the caller may read, the last replied to first',
    query: z.object({
      filter: z.enum(threadFilters).default('followed').meta({
        description:
          'Threads that the caller follows and that have unread replies; all that the caller follows; those under messages of the caller’s own.',
        example: 'unread',
      }),
      cursor: z.string().min(1).max(200).optional().meta({ description: '`nextCursor` of the previous page.' }),
    }),
    output: z.object({ threads: z.array(ListedThread), nextCursor: z.string().nullable().meta({ example: null }) }),
    refuses: ['invalid_cursor'],
  }),
  states: endpoint({
    method: 'GET',
    path: '/threads/states',
    access: access.session,
    guests: true,
    summary: `Reads the state of the threads under up to ${limits.threadStates} messages; messages without a thread are left out`,
    query: z.object({
      ids: z
        .string()
        .max(limits.threadStates * 37)
        .regex(/^[0-9a-f,-]*$/i)
        .default('')
        .meta({
          description: 'Ids of messages, separated by commas.',
          example: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01',
        }),
    }),
    output: z.object({ threads: z.array(Thread) }),
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/thread/:id/follow',
    access: access.thread(),
    guests: true,
    summary:
      'Follows a thread, or leaves it: the caller then follows it again only by writing in it or being mentioned',
    params: byId,
    body: z.object({ following: flag.default(true).meta({ example: true }) }),
    output: one,
    refuses: ['message_not_found', 'too_many_requests'],
  }),
  read: endpoint({
    method: 'PUT',
    path: '/threads/read',
    access: access.session,
    guests: true,
    summary: 'Marks threads as read: all, or those of a channel or conversation',
    body: z.object({
      channelId: id.nullish().meta({ example: '018f2f3e-8c1a-7b6e-9d4f-2a1b3c4d5e6f' }),
      conversationId: id.nullish(),
    }),
    output: done,
    refuses: ['one_place', 'too_many_requests'],
  }),
};

export const threadEvents = {
  updateThread: event(
    Thread,
    'people who may read the channel or conversation of the thread, at most once a second a thread: to each one following it with their own `unread`, to all others with `following: false`; also the person, when they follow or leave it',
  ),
  readThreads: event(
    z.object({
      _id: id.meta({ description: 'Id of the person.' }),
      channelId: id.nullable(),
      conversationId: id.nullable().meta({ description: 'null with a null `channelId`: all threads.', example: null }),
    }),
    'the person who has marked threads as read, of a channel or conversation, or all',
  ),
};
