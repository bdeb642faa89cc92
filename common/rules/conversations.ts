import type { Conversation, LastMessage, Participant } from '../contract/conversations.ts';
import type { Message } from '../contract/messages/messages.ts';
import { excerptOf } from './excerpts.ts';
import { fullName, goneName, toldApart } from './names.ts';

/** What a list of conversations shows of a message. */
export function lastMessageOf({ _id, content, fileAttachments, time, sender, position }: Message): LastMessage {
  return { _id, content: excerptOf(content), files: fileAttachments.length, time, sender, position };
}

type Dated = Pick<Conversation, '_id' | 'createdAt' | 'lastMessage'>;
/** When something last happened there. */
export const lastTime = ({ lastMessage, createdAt }: Dated): string => lastMessage?.time ?? createdAt;

/** The order of a list: the most recent message first; without one, when it was begun. */
export const byRecent = (a: Dated, b: Dated): number =>
  lastTime(a) === lastTime(b) ? (a._id < b._id ? 1 : -1) : lastTime(a) < lastTime(b) ? 1 : -1;
/** The people of a conversation but for oneself. */
export const othersIn = ({ users }: Pick<Conversation, 'users'>, selfId: string): Participant[] =>
  users.filter(({ _id }) => _id !== selfId);

type Named = Pick<Conversation, 'title' | 'users'>;

/** The name of the other, of a conversation of two; `gone`: that of one whose account has gone. */
const otherName = (conversation: Named, selfId: string, gone: string): string | null => {
  if (conversation.users.length > 2) return null;
  const [other] = othersIn(conversation, selfId);
  return other ? fullName(other) : gone;
};

/** The name of a conversation: its title, the other's name, or the names of all its people. */
export const conversationName = (conversation: Named, selfId: string, gone = goneName): string =>
  conversation.title ?? otherName(conversation, selfId, gone) ?? conversation.users.map(fullName).join(', ');

/** The same where there is little room: of several, the others' first names. */
export const shortName = (conversation: Named, selfId: string, gone = goneName): string =>
  conversation.title ?? otherName(conversation, selfId, gone) ?? firstNames(conversation, selfId);

/** The others' first names, joined by commas; of those who share one, as much as tells them apart. */
export const firstNames = (conversation: Named, selfId: string): string =>
  [...toldApart(othersIn(conversation, selfId)).values()].join(', ');
