import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages.ts';
import type { Client } from './client.ts';

/** Begins a conversation with these people. */
export async function talk(person: Client, ...others: { id: string }[]): Promise<Conversation> {
  const users = others.map(({ id }) => id);
  return (await person.ok(api.conversations.create, { body: { users } })).conversation;
}

/** Posts a message in a conversation. */
export async function write(person: Client, { _id }: { _id: string }, content: string): Promise<Message> {
  return (await person.ok(api.messages.send, { body: { conversationId: _id, content } })).message;
}
