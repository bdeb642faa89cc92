import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { done, flag, id } from '../fields.ts';
import { PlaceIds } from '../messages/messages.ts';
import { inThread } from '../messages/thread-state.ts';

/** Notification levels of a place: every message, mentions only, nothing. */
export const levels = ['all', 'mentions', 'nothing'] as const;
/** Notification level. */
export type Level = (typeof levels)[number];

/** Highest count of a place's unread messages, and of its unread mentions. */
export const unreadCounted = 100;

/** Highest count of messages after a position, as `unread.count` returns it. */
export const newCounted = 1_000;

const counted = `${unreadCounted} means ${unreadCounted} or more.`;

/** Read state of a place, for one person. */
export const Unread = z
  .object({
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    ...inThread,
    workspaceId: id.nullable().meta({ description: 'Workspace of the channel; null in a conversation.' }),
    seq: z
      .number()
      .int()
      .meta({ description: 'seq of the place’s last change when this state was read.', example: 42 }),
    read: z.number().int().meta({ description: 'Position up to which the caller has read.', example: 40 }),
    first: z
      .object({ _id: id, position: z.number().int().meta({ example: 41 }) })
      .nullable()
      .meta({ description: 'The first unread message of another person.' }),
    messages: z
      .number()
      .int()
      .meta({
        description: `Unread messages, in conversations and in threads that the caller follows. ${counted}`,
        example: 0,
      }),
    mentions: z
      .number()
      .int()
      .meta({ description: `Unread messages that mention the caller. ${counted}`, example: 1 }),
    level: z
      .enum(levels)
      .meta({ description: 'For a thread, the level of its channel or conversation; so is `muted`.' }),
    muted: z.boolean().meta({ example: false }),
  })
  .meta({
    id: 'Unread',
    description: 'The caller’s read state of a place: read position, what is unread, notification level.',
  });
export type Unread = z.infer<typeof Unread>;

const one = z.object({ unread: Unread });

export const unread = {
  list: endpoint({
    method: 'GET',
    path: '/unread',
    access: access.session,
    guests: true,
    summary: 'Lists the places that have unread messages, or whose level is not `all`, or that are muted',
    output: z.object({
      unread: z.array(Unread),
      threads: z.array(Unread).meta({
        description: 'Threads that the caller follows and that have unread replies, and those with unread mentions.',
      }),
    }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/unread/place',
    access: access.place('query'),
    guests: true,
    summary: 'Reads the caller’s read state of a place',
    query: PlaceIds,
    output: one,
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/unread/place',
    access: access.place('body'),
    guests: true,
    summary: 'Marks a place as read up to a position; an earlier position is ignored without `back`',
    body: PlaceIds.extend({
      position: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ example: 42 }),
      threads: flag.optional().meta({
        description: 'Marks the threads of the channel or conversation as read too, all of each.',
        example: false,
      }),
      back: flag
        .optional()
        .meta({ description: 'Makes the messages after `position` unread, even those already read.', example: false }),
    }),
    output: one,
    refuses: ['too_many_requests'],
  }),
  count: endpoint({
    method: 'GET',
    path: '/unread/count',
    access: access.place('query'),
    guests: true,
    summary: 'Counts the messages of other people after a position of a place',
    query: PlaceIds.extend({
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ example: 40 }),
    }),
    output: z.object({
      count: z
        .number()
        .int()
        .meta({ description: `${newCounted} means ${newCounted} or more.`, example: 132 }),
    }),
  }),
  markAll: endpoint({
    method: 'PUT',
    path: '/unread',
    access: access.session,
    guests: true,
    summary: 'Marks everything as read, threads too; `undo` can revert this for a short time',
    output: done.extend({
      undo: id.nullable().meta({ description: 'Id for /unread/undo, usable once; null if nothing was unread.' }),
    }),
    refuses: ['too_many_requests'],
  }),
  undoMarkAll: endpoint({
    method: 'PUT',
    path: '/unread/undo',
    access: access.session,
    guests: true,
    summary: 'Reverts marking everything as read, except in places read further since',
    body: z.object({ undo: id }),
    output: done,
    refuses: ['undo_too_late', 'too_many_requests'],
  }),
  setLevel: endpoint({
    method: 'PUT',
    path: '/unread/level',
    access: access.place('body'),
    guests: true,
    summary: 'Sets the caller’s notification level of a place, or mutes it',
    body: PlaceIds.extend({ level: z.enum(levels).optional(), muted: flag.optional().meta({ example: true }) }),
    output: one,
    refuses: ['too_many_requests'],
  }),
};

const own = z.object({ _id: id.meta({ description: 'Id of the person.' }) });

export const unreadEvents = {
  updateUnread: event(Unread, 'the person, when they read the place or change its level'),
  readAll: event(own, 'the person who has marked everything as read'),
  readAllUndone: event(own, 'the person who has reverted marking everything as read'),
};
