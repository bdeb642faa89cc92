import type { Conversation, LastMessage, Participant } from '../contract/conversations.ts';
import type { Message } from '../contract/messages/messages.ts';
import { excerptOf } from './messages/excerpts.ts';
import { fullName, goneName, toldApart } from './people/names.ts';

/** Converts a message to the last message shown in a list of conversations. */
export function lastMessageOf({ _id, content, fileAttachments, time, sender, position }: Message): LastMessage {
  return { _id, content: excerptOf(content), files: fileAttachments.length, time, sender, position };
}

type Dated = Pick<Conversation, '_id' | 'createdAt' | 'lastMessage'>;
/** Returns the time of a conversation's last message, or of its creation. */
export const lastTime = ({ lastMessage, createdAt }: Dated): string => lastMessage?.time ?? createdAt;

/** Compares conversations for a list: most recent message first; without a message, the creation time counts. */
export const byRecent = (a: Dated, b: Dated): number =>
  lastTime(a) === lastTime(b) ? (a._id < b._id ? 1 : -1) : lastTime(a) < lastTime(b) ? 1 : -1;
/** Lists the other people of a conversation. */
export const othersIn = ({ users }: Pick<Conversation, 'users'>, selfId: string): Participant[] =>
  users.filter(({ _id }) => _id !== selfId);

type Named = Pick<Conversation, 'title' | 'users'>;

/** Returns the other person's name, in a conversation of two; `gone` if their account is deleted. */
const otherName = (conversation: Named, selfId: string, gone: string): string | null => {
  if (conversation.users.length > 2) return null;
  const [other] = othersIn(conversation, selfId);
  return other ? fullName(other) : gone;
};

/** Lists the people of a conversation, the user last: a name or a face begins with somebody else. */
export const othersFirst = ({ users }: Pick<Conversation, 'users'>, selfId: string): Participant[] => [
  ...users.filter(({ _id }) => _id !== selfId),
  ...users.filter(({ _id }) => _id === selfId),
];

/** Returns a conversation's name: its title, the other person's name, or all its people's names, the user's last. */
export const conversationName = (conversation: Named, selfId: string, gone = goneName): string =>
  conversation.title ??
  otherName(conversation, selfId, gone) ??
  othersFirst(conversation, selfId).map(fullName).join(', ');

/** Returns a conversation's short name: its title, the other person's name, or the others' first names. */
export const shortName = (conversation: Named, selfId: string, gone = goneName): string =>
  conversation.title ?? otherName(conversation, selfId, gone) ?? firstNames(conversation, selfId);

/**
 * Joins the other people's first names by commas; people with the same first name get enough of their last name to
 * differ.
 */
export const firstNames = (conversation: Named, selfId: string): string =>
  [...toldApart(othersIn(conversation, selfId)).values()].join(', ');
