import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { done, flag, id } from '../fields.ts';
import { PlaceIds } from '../messages/messages.ts';

/** What one wants to hear of a place: each message, what calls one, nothing. */
export const levels = ['all', 'mentions', 'nothing'] as const;
export type Level = (typeof levels)[number];

/** Unread messages and mentions of a place are counted up to this. */
export const unreadCounted = 100;

/** Messages behind the line of what is new are counted up to this, once they are asked about. */
export const newCounted = 1_000;

const counted = `${unreadCounted}: as many or more.`;

export const Unread = z
  .object({
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    workspaceId: id.nullable().meta({ description: 'That of the channel.' }),
    seq: z.number().int().meta({ description: 'The place’s last change when this was read.', example: 42 }),
    read: z.number().int().meta({ description: 'Position up to which one has read.', example: 40 }),
    first: z
      .object({ _id: id, position: z.number().int().meta({ example: 41 }) })
      .nullable()
      .meta({ description: 'The first message of somebody else that one has not read.' }),
    messages: z
      .number()
      .int()
      .meta({ description: `Unread messages, of a conversation. ${counted}`, example: 0 }),
    mentions: z
      .number()
      .int()
      .meta({ description: `Unread messages that call one. ${counted}`, example: 1 }),
    level: z.enum(levels),
    muted: z.boolean().meta({ example: false }),
  })
  .meta({ id: 'Unread', description: 'How far one has read a place, what is left, and what one wants to hear of it.' });
export type Unread = z.infer<typeof Unread>;

const one = z.object({ unread: Unread });

export const unread = {
  list: endpoint({
    method: 'GET',
    path: '/unread',
    access: access.session,
    summary: 'The places in which something is unread, or of which one wants to hear less than all',
    output: z.object({ unread: z.array(Unread) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/unread/place',
    access: access.place('query'),
    summary: 'How far one has read a place, and what is left',
    query: PlaceIds,
    output: one,
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/unread/place',
    access: access.place('body'),
    summary: 'Marks a place as read up to a position; never back, unless that is said',
    body: PlaceIds.extend({
      position: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ example: 42 }),
      back: flag.optional().meta({ description: 'Unread from there on, even if it was read.', example: false }),
    }),
    output: one,
    refuses: ['too_many_requests'],
  }),
  count: endpoint({
    method: 'GET',
    path: '/unread/count',
    access: access.place('query'),
    summary: 'How many messages of others there are behind a position of a place',
    query: PlaceIds.extend({
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).meta({ example: 40 }),
    }),
    output: z.object({
      count: z
        .number()
        .int()
        .meta({ description: `${newCounted}: as many or more.`, example: 132 }),
    }),
  }),
  markAll: endpoint({
    method: 'PUT',
    path: '/unread',
    access: access.session,
    summary: 'Marks everything as read; it can be undone for a moment',
    output: done.extend({
      undo: id.nullable().meta({ description: 'What undoes it, once; null when nothing was unread.' }),
    }),
    refuses: ['too_many_requests'],
  }),
  undoMarkAll: endpoint({
    method: 'PUT',
    path: '/unread/undo',
    access: access.session,
    summary: 'Takes back that everything was marked as read, save where more was read meanwhile',
    body: z.object({ undo: id }),
    output: done,
    refuses: ['undo_too_late', 'too_many_requests'],
  }),
  setLevel: endpoint({
    method: 'PUT',
    path: '/unread/level',
    access: access.place('body'),
    summary: 'Says what one wants to hear of a place',
    body: PlaceIds.extend({ level: z.enum(levels).optional(), muted: flag.optional().meta({ example: true }) }),
    output: one,
    refuses: ['too_many_requests'],
  }),
};

const own = z.object({ _id: id.meta({ description: 'The person’s own.' }) });

export const unreadEvents = {
  updateUnread: event(Unread, 'its person, when they read there or change what they hear of it'),
  readAll: event(own, 'who has marked everything as read'),
  readAllUndone: event(own, 'who has taken that back'),
};
