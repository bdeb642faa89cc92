import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Client } from '../client.ts';
import type { Person } from '../harness.ts';
import type { Listener } from '../listener.ts';

/** Begins a conversation. */
export async function talk(person: Client, ...others: { id: string }[]): Promise<Conversation> {
  const users = others.map(({ id }) => id);
  return (await person.ok(api.conversations.create, { body: { users } })).conversation;
}

/** Posts a message in a conversation. */
export async function write(person: Client, { _id }: { _id: string }, content: string): Promise<Message> {
  return (await person.ok(api.messages.send, { body: { conversationId: _id, content } })).message;
}

/** Reads a person's own list of conversations. */
export const listed = async (person: Person): Promise<Conversation[]> =>
  (await person.ok(api.conversations.list, { params: { id: person.id } })).conversations;

/** Connects a person and waits until others see them online, so that their presence no longer changes. */
export async function come(person: Person): Promise<Listener> {
  const ears = await person.connect();
  await ears.next('userUpdate', ({ _id, status }) => _id === person.id && status === 'online');
  return ears;
}

/** Returns the statuses of all requests that could read or change a conversation. */
export async function refusals(person: Person, { _id: id }: Conversation, message: Message): Promise<number[]> {
  const query = { conversationId: id };
  const replies = [
    await person.call(api.messages.page, { query }),
    await person.call(api.messages.page, { query: { ...query, around: message._id } }),
    await person.call(api.messages.changes, { query: { ...query, after: 0 } }),
    await person.call(api.messages.ofConversation, { params: { id } }),
    await person.call(api.messages.one, { params: { id: message._id } }),
    await person.call(api.messages.edit, { params: { id: message._id }, body: { content: 'x' } }),
    await person.call(api.messages.send, { body: { conversationId: id, content: 'x' } }),
  ];
  return replies.map(({ status }) => status);
}
