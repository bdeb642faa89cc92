import { z } from 'zod';
import { access, endpoint, event } from './define.ts';
import { byId, done, id, ids, like, limits, message, text, time } from './fields.ts';
import { PublicUser, Sender } from './people/users.ts';

/** A person in a conversation: what its list, its title and its members show of them. */
export const Participant = PublicUser.pick({
  _id: true,
  firstName: true,
  lastName: true,
  avatar: true,
  status: true,
}).meta({ id: 'Participant' });
export type Participant = z.infer<typeof Participant>;

/** What a list of conversations shows of the last message of one. */
export const LastMessage = z
  .object({
    _id: id,
    content: like('La démonstration est à **14 h**.').meta({ description: 'As much of it as a list shows.' }),
    time,
    files: z.number().int().meta({ description: 'How many files it brings.', example: 0 }),
    sender: Sender,
    position: z.number().int().meta({ description: 'Its order in its place.', example: 42 }),
  })
  .meta({ id: 'LastMessage' });
export type LastMessage = z.infer<typeof LastMessage>;

export const Conversation = z
  .object({
    _id: id,
    title: like('Chantier de Lyon').nullable().meta({ description: 'None until somebody gives it one.' }),
    isGroup: z.boolean().meta({
      description:
        'Whether it was made as a group, which it stays however few are left; else it is the direct one of two.',
      example: true,
    }),
    users: z.array(Participant).meta({ description: 'Its people, in the order in which they came.' }),
    creator: id.nullable().meta({ description: 'Who made it: who may delete it, when it is of more than two.' }),
    lastMessage: LastMessage.nullable(),
    createdAt: time,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

const users = ids(limits.conversationPeople).min(1).meta({
  description: 'The others: whoever calls is in it, named or not.',
});

export const conversations = {
  list: endpoint({
    method: 'GET',
    path: '/user/:id/conversations',
    access: access.self,
    summary: 'One’s conversations but for those one has hidden, the most recent message first, 500 at a time',
    params: byId,
    query: z.object({
      cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the page before.' }),
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
    summary: 'A conversation',
    params: byId,
    output: z.object({ conversation: Conversation }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/conversation',
    access: access.session,
    summary: 'Begins a conversation; two people have one direct conversation, which is answered if it is there already',
    body: z.object({ users }),
    output: z.object({ conversation: Conversation }),
    status: 201,
    existing: true,
    refuses: ['user_not_found', 'too_many_requests'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/conversation/:id',
    access: access.conversation(),
    summary: 'Gives a conversation of more than two a title',
    params: byId,
    body: z.object({ title: text(limits.title, 1).meta({ example: 'Chantier de Lyon' }) }),
    output: z.object({ conversation: Conversation }),
    refuses: ['conversation_of_two'],
  }),
  add: endpoint({
    method: 'PUT',
    path: '/conversation/:id/add',
    access: access.conversation(),
    summary: 'Lets people into a group, also one of which two are left',
    params: byId,
    body: z.object({ users }),
    output: z.object({ conversation: Conversation }),
    refuses: ['conversation_of_two', 'conversation_full', 'user_not_found'],
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/conversation/:id/leave',
    access: access.conversation(),
    summary: 'Leaves a conversation of more than two',
    params: byId,
    output: z.object({ message }),
    refuses: ['conversation_of_two'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/conversation/:id',
    access: access.conversation(),
    summary:
      'Of two: hides it from oneself until a message comes or it is begun again. Of more: deletes it for all, by who made it',
    params: byId,
    output: done,
    refuses: ['forbidden'],
  }),
};

export const conversationEvents = {
  newConversation: event(Conversation, 'its people; who was just added; who had hidden it and begins it again'),
  updateConversation: event(Conversation, 'its people'),
  deleteConversation: event(z.object({ _id: id }), 'its people; who has left it, or hidden it, alone'),
};
