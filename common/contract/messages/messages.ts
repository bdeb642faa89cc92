import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, like, limits, rawText, time } from '../fields.ts';
import { Sender } from '../people/users.ts';
import { aboutThreads, inThread } from './thread-state.ts';
import { typingEvent } from './typing-event.ts';

const nonce = '3f1c8a52-6d0b-4b7e-9a64-0c5d2e7f8b13';

/** A file attached to a message. */
export const FileAttachment = z
  .object({
    _id: id,
    name: like('arbre.webp'),
    type: like('image/webp'),
    size: z.number().int().meta({ description: 'Bytes.', example: 48_210 }),
    url: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b07/arbre.webp'),
    width: z.number().int().meta({ example: 1_280 }).nullable(),
    height: z.number().int().meta({ example: 960 }).nullable(),
    thumbnail: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b08/arbre.webp').nullable(),
  })
  .meta({ id: 'FileAttachment' });
export type FileAttachment = z.infer<typeof FileAttachment>;

/** The message that another message answers, as the answer quotes it. */
export const Answered = z
  .object({
    _id: id,
    sender: Sender.nullable().meta({
      description: 'null once the quoted message is deleted; then `excerpt` is empty and `files` is 0.',
    }),
    excerpt: like('La démonstration est à **14 h**.').meta({
      description: 'The start of its current text, as long as a list shows.',
    }),
    files: z.number().int().meta({ description: 'How many files the message has.', example: 0 }),
    calls: id.nullable().meta({
      description: 'Id of its sender, if the answer notifies them as a mention does; null: it notifies nobody.',
    }),
  })
  .meta({ id: 'Answered' });
export type Answered = z.infer<typeof Answered>;

/** A message of a channel, conversation or thread. */
export const Message = z
  .object({
    _id: id,
    content: like('La démonstration est à **14 h**.'),
    time,
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    ...inThread,
    updated: z.boolean().meta({ description: 'Whether the message was edited.' }),
    sender: Sender,
    reactions: z.array(z.object({ reaction: like('👍'), usersId: z.array(id) })),
    fileAttachments: z.array(FileAttachment),
    pinned: z.boolean(),
    mentionsEveryone: z
      .boolean()
      .optional()
      .meta({ description: 'Whether its `<@everyone>` mentions everyone: true if its sender may do so. Absent: no.' }),
    replyTo: Answered.optional().meta({ description: 'The message that this message answers. Absent: none.' }),
    nonce: z.string().nullable().meta({
      description:
        'The uuid that the sender’s client gave the message. A repeated send with it makes no second message.',
      example: nonce,
    }),
    position: z.number().int().meta({
      description: 'Order of the message in its place: its seq when it was posted. Order by position, never by time.',
      example: 42,
    }),
    seq: z.number().int().meta({
      description:
        'Number of the last change to the message. A place numbers its changes without gaps, in commit order.',
      example: 42,
    }),
    ...aboutThreads,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

/** Message behind a link, in the form that the link previews. */
export const Linked = z
  .object({
    _id: id,
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    ...inThread,
    workspaceId: id.nullable(),
    title: like('général')
      .nullable()
      .meta({ description: 'Title of the channel, or of the conversation if it has one.' }),
    sender: Sender,
    time,
    excerpt: like('La démonstration est à **14 h**.').meta({
      description: 'The start of the text, as long as a list shows.',
    }),
    files: z.number().int().meta({ description: 'How many files the message has.', example: 0 }),
  })
  .meta({ id: 'Linked' });
export type Linked = z.infer<typeof Linked>;

/** Id of a channel, of a conversation or of a thread, exactly one of the three. */
export const PlaceIds = z.object({
  channelId: id.nullish().meta({
    description: 'The channel, unless conversationId or threadId is given.',
    example: '0199f3c0-5a1e-769e-9365-68cd8b465938',
  }),
  conversationId: id.nullish(),
  threadId: id.nullish().meta({ description: 'The thread, by the id of its root message.' }),
});
export type PlaceIds = z.infer<typeof PlaceIds>;

/** Text of a message. The handler refuses a blank text without files, with its own code. */
const content = rawText(limits.messageContent).meta({ example: 'La démonstration est à **14 h**.' });
const cursor = z.string().min(1).max(200);
const limit = z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault);

const sendRefuses = ['cannot_write', 'empty_message', 'message_not_found', 'answered_deleted'] as const;
const threadRefuses = ['thread_in_thread', 'thread_full'] as const;

export const messages = {
  send: endpoint({
    method: 'POST',
    path: '/message',
    access: access.place('body'),
    guests: true,
    summary: 'Posts a message; a repeat with the same nonce returns the message already posted',
    files: 'fileAttachments',
    body: PlaceIds.extend({
      content: content.default(''),
      replyTo: id.nullish().meta({ description: 'The message, of the same place, that this message answers.' }),
      threadOf: id.nullish().meta({
        description:
          'Makes the message a reply in the thread under this message; a reply means its own thread. The place may then be left out.',
      }),
      alsoInPlace: flag.optional().meta({
        description: 'Shows the reply in the channel or conversation of the thread too.',
        example: false,
      }),
      replyNotifies: flag.default(true).meta({
        description: 'Whether the answer notifies the sender of that message, as a mention does.',
        example: true,
      }),
      nonce: z.uuid().toLowerCase().nullish().meta({
        description: 'Made by the client; a repeat with the same nonce makes no second message.',
        example: nonce,
      }),
    }),
    output: z.object({ message: Message }),
    status: 201,
    refuses: [...sendRefuses, ...threadRefuses],
    existing: true,
  }),
  page: endpoint({
    method: 'GET',
    path: '/message/paginated',
    access: access.place('query'),
    guests: true,
    summary:
      'Reads a page of messages, ascending: the latest, before or after a cursor, around a message, or around a time',
    query: PlaceIds.extend({
      limit,
      prev: cursor.optional(),
      next: cursor.optional(),
      around: id.optional(),
      since: z.iso.datetime({ offset: true }).max(40).optional().meta({
        description: 'Around the first message written at this time or later.',
        example: '2026-11-02T00:00:00.000Z',
      }),
    }),
    output: z.object({
      messages: z.array(Message),
      prevCursor: like('MTI').nullable(),
      nextCursor: like('NDI').nullable(),
      hasMore: z.boolean().meta({
        description: 'Whether there are more messages in the direction asked: after with `next`, else before.',
      }),
      hasBefore: z.boolean(),
      hasAfter: z.boolean(),
      seq: z
        .number()
        .int()
        .meta({ description: 'seq of the place’s last change when the page was read.', example: 42 }),
    }),
    refuses: ['invalid_cursor', 'message_not_found'],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/message/changes',
    access: access.place('query'),
    guests: true,
    summary: 'Reads the changes of a place after a seq, or answers `reset` when that seq is too far back',
    query: PlaceIds.extend({
      after: z.coerce.number().int().min(0).meta({ description: 'The last seq that the client knows.', example: 40 }),
      authorsFrom: z.coerce.number().int().min(0).optional().meta({
        description: 'Position from which to tell who the authors of the messages are now: their names have no seq.',
        example: 12,
      }),
    }),
    output: z.object({
      messages: z.array(Message),
      deleted: z.array(id),
      seq: z.number().int().meta({ example: 42 }),
      hasMore: z.boolean(),
      reset: z.boolean().optional().meta({ description: 'true when `after` is too far back: read the place again.' }),
      authors: z
        .array(Sender)
        .optional()
        .meta({ description: 'With `authorsFrom`: the authors of the next 1,000 messages.' }),
    }),
  }),
  ofChannel: endpoint({
    method: 'GET',
    path: '/channel/:id/messages',
    access: access.channel(),
    guests: true,
    summary: 'Reads the latest messages of a channel, ascending',
    params: byId,
    output: z.object({ messages: z.array(Message) }),
  }),
  ofConversation: endpoint({
    method: 'GET',
    path: '/conversation/:id/messages',
    access: access.conversation(),
    guests: true,
    summary: 'Reads the latest messages of a conversation, ascending',
    params: byId,
    output: z.object({ messages: z.array(Message) }),
  }),
  linked: endpoint({
    method: 'GET',
    path: '/message/linked',
    access: access.session,
    guests: true,
    summary: 'Reads excerpts of up to 50 linked messages; messages that the caller may not read are left out',
    query: z.object({
      ids: z
        .string()
        .max(limits.linkedMessages * 37)
        .regex(/^[0-9a-f,-]*$/i)
        .default('')
        .meta({ description: 'Ids, separated by commas.', example: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01' }),
    }),
    output: z.object({ messages: z.array(Linked) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/message/:id',
    access: access.message(),
    guests: true,
    summary: 'Reads a message',
    params: byId,
    output: z.object({ message: Message }),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/message/:id',
    access: access.message(),
    guests: true,
    summary: 'Edits the text of a message of the caller’s own',
    params: byId,
    body: z.object({ content }),
    output: z.object({ message: Message }),
    refuses: ['sender_only', 'empty_message', 'too_many_requests'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/message/:id',
    access: access.message(),
    guests: true,
    summary: 'Deletes a message: the caller’s own, or any message of a channel for people who run its workspace',
    params: byId,
    output: done,
    refuses: ['sender_only', 'too_many_requests'],
  }),
};

export const messageEvents = {
  typing: typingEvent,
  newMessage: event(Message, 'people who may read its channel or conversation'),
  updateMessage: event(Message, 'people who may read its channel or conversation'),
  deleteMessage: event(
    z.object({
      _id: id,
      channelId: id.nullable(),
      conversationId: id.nullable().meta({ example: null }),
      ...inThread,
      seq: z.number().int().meta({ example: 43 }),
      kept: z.literal(true).optional().meta({
        description: 'The message stays in lists, as `deleted`, since its thread has replies. Absent: it is gone.',
      }),
    }),
    'people who may read its channel or conversation',
  ),
};
