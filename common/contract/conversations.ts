import { z } from 'zod';
import { access, endpoint, event } from './define.ts';
import { byId, done, id, ids, like, limits, message, text, time } from './fields.ts';
import { PublicUser, Sender } from './people/users.ts';

/** A person in a conversation, with the fields that lists, titles and member lists show. */
export const Participant = PublicUser.pick({
  _id: true,
  firstName: true,
  lastName: true,
  avatar: true,
  status: true,
  suspended: true,
  guest: true,
}).meta({ id: 'Participant' });
export type Participant = z.infer<typeof Participant>;

/** The last message of a conversation, with the fields that a list of conversations shows. */
export const LastMessage = z
  .object({
    _id: id,
    content: like('La démonstration est à **14 h**.').meta({
      description: 'The start of the text, as long as a list shows.',
    }),
    time,
    files: z.number().int().meta({ description: 'How many files the message has.', example: 0 }),
    sender: Sender,
    position: z.number().int().meta({ description: 'Order of the message in its conversation.', example: 42 }),
  })
  .meta({ id: 'LastMessage' });
export type LastMessage = z.infer<typeof LastMessage>;

/** A direct or group conversation. */
export const Conversation = z
  .object({
    _id: id,
    title: like('Chantier de Lyon').nullable().meta({ description: 'null until somebody sets a title.' }),
    isGroup: z.boolean().meta({
      description:
        'Whether the conversation was made as a group; a group stays one, however few people are left. False: the direct conversation of two people.',
      example: true,
    }),
    users: z.array(Participant).meta({ description: 'People of the conversation, in the order they joined.' }),
    creator: id.nullable().meta({
      description: 'The person who made the conversation, and alone may delete it when it has more than two people.',
    }),
    lastMessage: LastMessage.nullable(),
    createdAt: time,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

const users = ids(limits.conversationPeople).min(1).meta({
  description: 'The other people: the caller is always in the conversation, listed or not.',
});

export const conversations = {
  list: endpoint({
    method: 'GET',
    path: '/user/:id/conversations',
    access: access.self,
    guests: true,
    summary: 'Lists the caller’s conversations except hidden ones, most recent message first, 500 a page',
    params: byId,
    query: z.object({
      cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page.' }),
    }),
    output: z.object({
      conversations: z.array(Conversation),
      nextCursor: z.string().nullable().meta({ example: null }),
    }),
    refuses: ['invalid_cursor'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/conversation/:id',
    access: access.conversation(),
    guests: true,
    summary: 'Reads a conversation',
    params: byId,
    output: z.object({ conversation: Conversation }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/conversation',
    access: access.session,
    guests: true,
    summary: 'Creates a conversation; two people share one direct conversation, which is returned if it exists',
    body: z.object({ users }),
    output: z.object({ conversation: Conversation }),
    status: 201,
    existing: true,
    refuses: ['user_not_found', 'guest_apart', 'too_many_requests'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/conversation/:id',
    access: access.conversation(),
    guests: true,
    summary: 'Sets the title of a conversation of more than two people',
    params: byId,
    body: z.object({ title: text(limits.title, 1).meta({ example: 'Chantier de Lyon' }) }),
    output: z.object({ conversation: Conversation }),
    refuses: ['conversation_of_two'],
  }),
  add: endpoint({
    method: 'PUT',
    path: '/conversation/:id/add',
    access: access.conversation(),
    guests: true,
    summary: 'Adds people to a group, even a group with only two people left',
    params: byId,
    body: z.object({ users }),
    output: z.object({ conversation: Conversation }),
    refuses: ['conversation_of_two', 'conversation_full', 'user_not_found', 'guest_apart'],
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/conversation/:id/leave',
    access: access.conversation(),
    guests: true,
    summary: 'Leaves a conversation of more than two people',
    params: byId,
    output: z.object({ message }),
    refuses: ['conversation_of_two'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/conversation/:id',
    access: access.conversation(),
    guests: true,
    summary:
      'With two people: hides the conversation from the caller until a message arrives or the caller creates it again. With more: deletes the conversation for everyone, if the caller made it',
    params: byId,
    output: done,
    refuses: ['forbidden'],
  }),
};

export const conversationEvents = {
  newConversation: event(
    Conversation,
    'the people of the conversation; people just added; a person who had hidden it and creates it again',
  ),
  updateConversation: event(Conversation, 'the people of the conversation'),
  deleteConversation: event(
    z.object({ _id: id }),
    'the people of the conversation; only the person who left it or hid it, in those cases',
  ),
};
