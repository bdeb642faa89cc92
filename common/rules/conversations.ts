import type { Conversation, LastMessage } from '../contract/conversations.ts';
import { limits } from '../contract/fields.ts';
import type { Message } from '../contract/messages.ts';

/** What a list of conversations shows of a message; no character is cut in two. */
export function lastMessageOf({ _id, content, time, sender, position }: Message): LastMessage {
  const excerpt = content.length <= limits.excerpt ? content : [...content].slice(0, limits.excerpt).join('');
  return { _id, content: excerpt, time, sender, position };
}

type Dated = Pick<Conversation, '_id' | 'createdAt' | 'lastMessage'>;
const lastTime = ({ lastMessage, createdAt }: Dated): string => lastMessage?.time ?? createdAt;

/** The order of a list: the most recent message first; without one, when it was begun. */
export const byRecent = (a: Dated, b: Dated): number =>
  lastTime(a) === lastTime(b) ? (a._id < b._id ? 1 : -1) : lastTime(a) < lastTime(b) ? 1 : -1;
