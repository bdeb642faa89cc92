import type { Conversation, LastMessage, Participant } from '../contract/conversations.ts';
import { limits } from '../contract/fields.ts';
import type { Message } from '../contract/messages.ts';
import { fullName } from './names.ts';

/** What a list of conversations shows of a message; no character is cut in two. */
export function lastMessageOf({ _id, content, fileAttachments, time, sender, position }: Message): LastMessage {
  const excerpt = content.length <= limits.excerpt ? content : [...content].slice(0, limits.excerpt).join('');
  return { _id, content: excerpt, files: fileAttachments.length, time, sender, position };
}

type Dated = Pick<Conversation, '_id' | 'createdAt' | 'lastMessage'>;
const lastTime = ({ lastMessage, createdAt }: Dated): string => lastMessage?.time ?? createdAt;

/** The order of a list: the most recent message first; without one, when it was begun. */
export const byRecent = (a: Dated, b: Dated): number =>
  lastTime(a) === lastTime(b) ? (a._id < b._id ? 1 : -1) : lastTime(a) < lastTime(b) ? 1 : -1;
/** The people of a conversation but for oneself. */
export const othersIn = ({ users }: Pick<Conversation, 'users'>, selfId: string): Participant[] =>
  users.filter(({ _id }) => _id !== selfId);

type Named = Pick<Conversation, 'title' | 'users'>;

/** The name of the other, when there is one. */
const otherName = (conversation: Named, selfId: string): string | null => {
  const [other] = conversation.users.length === 2 ? othersIn(conversation, selfId) : [];
  return other ? fullName(other) : null;
};

/** The name of a conversation (spec 2 §2): its title, the other's name, or the names of all its people. */
export const conversationName = (conversation: Named, selfId: string): string =>
  conversation.title ?? otherName(conversation, selfId) ?? conversation.users.map(fullName).join(', ');

/** The same where there is little room: of several, the others' first names. */
export const shortName = (conversation: Named, selfId: string): string =>
  conversation.title ?? otherName(conversation, selfId) ?? firstNames(conversation, selfId);

/** The others' first names, joined by commas (spec 2 §2). */
export const firstNames = (conversation: Named, selfId: string): string =>
  othersIn(conversation, selfId)
    .map(({ firstName }) => firstName)
    .join(', ');
