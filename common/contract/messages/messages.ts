import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, flag, id, like, limits, rawText, time } from '../fields.ts';
import { Sender } from '../people/users.ts';

const nonce = '3f1c8a52-6d0b-4b7e-9a64-0c5d2e7f8b13';

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

export const Answered = z
  .object({
    _id: id,
    sender: Sender.nullable().meta({ description: 'Null once it was deleted: nothing more is said of it.' }),
    excerpt: like('La démonstration est à **14 h**.').meta({
      description: 'As much of it as a list shows, as it is now.',
    }),
    files: z.number().int().meta({ description: 'How many files it brings.', example: 0 }),
    calls: id.nullable().meta({
      description: 'The person who wrote it, where the answer calls them as a mention does; null: it calls nobody.',
    }),
  })
  .meta({ id: 'Answered' });
export type Answered = z.infer<typeof Answered>;

export const Message = z
  .object({
    _id: id,
    content: like('La démonstration est à **14 h**.'),
    time,
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    updated: z.boolean().meta({ description: 'Whether it was edited.' }),
    sender: Sender,
    reactions: z.array(z.object({ reaction: like('👍'), usersId: z.array(id) })),
    fileAttachments: z.array(FileAttachment),
    pinned: z.boolean(),
    mentionsEveryone: z
      .boolean()
      .optional()
      .meta({ description: 'Whether its `<@everyone>` calls everyone: written by who may. Absent: no.' }),
    replyTo: Answered.optional().meta({ description: 'The message that it answers. Absent: none.' }),
    nonce: z.string().nullable().meta({
      description: 'The uuid its sender’s client gave it, by which a repeated send is the same message.',
      example: nonce,
    }),
    position: z.number().int().meta({
      description: 'Its order in its place: its seq when it was posted. A time is never compared.',
      example: 42,
    }),
    seq: z.number().int().meta({
      description: 'Number of its last change in its place; without gaps, in commit order.',
      example: 42,
    }),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

export const Linked = z
  .object({
    _id: id,
    channelId: id.nullable(),
    conversationId: id.nullable().meta({ example: null }),
    workspaceId: id.nullable(),
    title: like('général').nullable().meta({ description: 'The channel’s, or the conversation’s if it has one.' }),
    sender: Sender,
    time,
    excerpt: like('La démonstration est à **14 h**.').meta({ description: 'As much of it as a list shows.' }),
    files: z.number().int().meta({ description: 'How many files it brings.', example: 0 }),
  })
  .meta({ id: 'Linked' });
export type Linked = z.infer<typeof Linked>;

/** A channel or a conversation, exactly one. */
export const PlaceIds = z.object({
  channelId: id.nullish().meta({
    description: 'The channel it is about, unless conversationId is given.',
    example: '0199f3c0-5a1e-769e-9365-68cd8b465938',
  }),
  conversationId: id.nullish(),
});
export type PlaceIds = z.infer<typeof PlaceIds>;

/** Blank text is refused by the handler with its own code, unless files come with it. */
const content = rawText(limits.messageContent).meta({ example: 'La démonstration est à **14 h**.' });
const cursor = z.string().min(1).max(200);
const limit = z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault);

export const messages = {
  send: endpoint({
    method: 'POST',
    path: '/message',
    access: access.place('body'),
    summary: 'Posts a message; the same sender and nonce again answer the same message',
    files: 'fileAttachments',
    body: PlaceIds.extend({
      content: content.default(''),
      replyTo: id.nullish().meta({ description: 'The message of the same place that it answers.' }),
      replyNotifies: flag.default(true).meta({
        description: 'Whether who wrote that message is called by the answer, as by a mention.',
        example: true,
      }),
      nonce: z
        .uuid()
        .toLowerCase()
        .nullish()
        .meta({ description: 'Made by the client: the same again makes no second message.', example: nonce }),
    }),
    output: z.object({ message: Message }),
    status: 201,
    refuses: ['cannot_write', 'empty_message', 'message_not_found', 'answered_deleted'],
    existing: true,
  }),
  page: endpoint({
    method: 'GET',
    path: '/message/paginated',
    access: access.place('query'),
    summary:
      'A page of messages, ascending: the latest, before a cursor, after one, around a message, or around a moment',
    query: PlaceIds.extend({
      limit,
      prev: cursor.optional(),
      next: cursor.optional(),
      around: id.optional(),
      since: z.iso.datetime({ offset: true }).max(40).optional().meta({
        description: 'Around the first message written at this moment or later.',
        example: '2026-11-02T00:00:00.000Z',
      }),
    }),
    output: z.object({
      messages: z.array(Message),
      prevCursor: like('MTI').nullable(),
      nextCursor: like('NDI').nullable(),
      hasMore: z.boolean().meta({ description: 'More in the direction asked: after for next, else before.' }),
      hasBefore: z.boolean(),
      hasAfter: z.boolean(),
      seq: z.number().int().meta({ description: 'The place’s last change when the page was read.', example: 42 }),
    }),
    refuses: ['invalid_cursor', 'message_not_found'],
  }),
  changes: endpoint({
    method: 'GET',
    path: '/message/changes',
    access: access.place('query'),
    summary: 'All that changed in a place after a seq, or a word that it is too far back',
    query: PlaceIds.extend({
      after: z.coerce.number().int().min(0).meta({ description: 'The last seq known.', example: 40 }),
    }),
    output: z.object({
      messages: z.array(Message),
      deleted: z.array(id),
      seq: z.number().int().meta({ example: 42 }),
      hasMore: z.boolean(),
      reset: z.boolean().optional().meta({ description: 'Too far back: read the place again.' }),
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
  ofConversation: endpoint({
    method: 'GET',
    path: '/conversation/:id/messages',
    access: access.conversation(),
    summary: 'The latest messages of a conversation, ascending',
    params: byId,
    output: z.object({ messages: z.array(Message) }),
  }),
  linked: endpoint({
    method: 'GET',
    path: '/message/linked',
    access: access.session,
    summary: 'What links show of up to 50 messages, asked for at once; of those one may read alone',
    query: z.object({
      ids: z
        .string()
        .max(limits.linkedMessages * 37)
        .regex(/^[0-9a-f,-]*$/i)
        .default('')
        .meta({ description: 'Ids, with commas between.', example: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01' }),
    }),
    output: z.object({ messages: z.array(Linked) }),
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
    refuses: ['sender_only', 'empty_message', 'too_many_requests'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/message/:id',
    access: access.message(),
    summary: 'Deletes a message of one’s own, or in a channel any one for who runs its workspace',
    params: byId,
    output: done,
    refuses: ['sender_only', 'too_many_requests'],
  }),
};

/** Seconds between two words that one writes, and for which one is shown as writing after each. */
export const typingTimes = { every: 3, shown: 5 } as const;

/** What a client says of messages on its socket. */
export const messageSays = {
  typing: {
    summary: `Says that one writes in a place, at most every ${typingTimes.every} s; told to who may read it, and never kept`,
    payload: PlaceIds,
    ack: null,
  },
};

export const messageEvents = {
  typing: event(
    z.object({
      channelId: id.nullable(),
      conversationId: id.nullable().meta({ example: null }),
      userId: id,
      firstName: like('Camille'),
      lastName: like('Riou'),
    }),
    `who may read its channel or conversation, but the one who writes; shown for ${typingTimes.shown} s, and not told again to who was away`,
  ),
  newMessage: event(Message, 'who may read its channel or conversation'),
  updateMessage: event(Message, 'who may read its channel or conversation'),
  deleteMessage: event(
    z.object({
      _id: id,
      channelId: id.nullable(),
      conversationId: id.nullable().meta({ example: null }),
      seq: z.number().int().meta({ example: 43 }),
    }),
    'who may read its channel or conversation',
  ),
};
