import { z } from 'zod';
import { access, endpoint, event } from './define.ts';
import { byId, id, limits, rawText, time } from './fields.ts';
import { Sender } from './users.ts';

export const FileAttachment = z.object({
  _id: id,
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  url: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  thumbnail: z.string().nullable(),
});

export const Message = z.object({
  _id: id,
  content: z.string(),
  time,
  channelId: id.nullable(),
  conversationId: id.nullable(),
  updated: z.boolean(),
  sender: Sender,
  reactions: z.array(z.object({ reaction: z.string(), usersId: z.array(id) })),
  fileAttachments: z.array(FileAttachment),
  pinned: z.boolean(),
  /** The uuid its sender's client gave it, by which a repeated send is the same message. */
  nonce: z.string().nullable(),
  /** Its order in its place: its seq when it was posted. A time is never compared. */
  position: z.number().int(),
  /** Number of its last change in its place; without gaps, in commit order. */
  seq: z.number().int(),
});
export type Message = z.infer<typeof Message>;

/** A channel or a conversation, exactly one. */
export const PlaceIds = z.object({ channelId: id.nullish(), conversationId: id.nullish() });
export type PlaceIds = z.infer<typeof PlaceIds>;

/** Blank text is refused by the handler with its own code, so that files alone can be sent later. */
const content = rawText(limits.messageContent);
const cursor = z.string().min(1).max(200);
const limit = z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault);

export const messages = {
  send: endpoint({
    method: 'POST',
    path: '/message',
    access: access.place('body'),
    summary: 'Posts a message; the same sender and nonce again answer the same message',
    body: PlaceIds.extend({ content, nonce: z.uuid().toLowerCase().nullish() }),
    output: z.object({ message: Message }),
    status: 201,
  }),
  page: endpoint({
    method: 'GET',
    path: '/message/paginated',
    access: access.place('query'),
    summary: 'A page of messages, ascending: the latest, before a cursor, after one, or around a message',
    query: PlaceIds.extend({ limit, prev: cursor.optional(), next: cursor.optional(), around: id.optional() }),
    output: z.object({
      messages: z.array(Message),
      prevCursor: z.string().nullable(),
      nextCursor: z.string().nullable(),
      /** More in the direction asked: after for `next`, else before. */
      hasMore: z.boolean(),
      /** More in each direction, whatever was asked. */
      hasBefore: z.boolean(),
      hasAfter: z.boolean(),
      /** The place's last change when the page was read. */
      seq: z.number().int(),
    }),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/message/changes',
    access: access.place('query'),
    summary: 'All that changed in a place after a seq, or a word that it is too far back',
    query: PlaceIds.extend({ after: z.coerce.number().int().min(0) }),
    output: z.object({
      messages: z.array(Message),
      deleted: z.array(id),
      seq: z.number().int(),
      hasMore: z.boolean(),
      reset: z.boolean().optional(),
    }),
  }),
  ofChannel: endpoint({
    method: 'GET',
    path: '/channel/:id/messages',
    access: access.channel(),
    summary: 'The latest messages of a channel, ascending',
    params: byId,
    output: z.object({ messages: z.array(Message) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/message/:id',
    access: access.message(),
    summary: 'A message',
    params: byId,
    output: z.object({ message: Message }),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/message/:id',
    access: access.message(),
    summary: 'Changes the text of a message of one’s own',
    params: byId,
    body: z.object({ content }),
    output: z.object({ message: Message }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/message/:id',
    access: access.message(),
    summary: 'Deletes a message of one’s own',
    params: byId,
    output: z.object({ message: z.string() }),
  }),
};

export const messageEvents = {
  newMessage: event(Message, 'who may read its channel or conversation'),
  updateMessage: event(Message, 'who may read its channel or conversation'),
  deleteMessage: event(
    z.object({ _id: id, channelId: id.nullable(), conversationId: id.nullable(), seq: z.number().int() }),
    'who may read its channel or conversation',
  ),
};
