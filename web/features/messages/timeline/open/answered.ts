import type { Answered, Message } from '@palabre/common/contract/messages/messages.ts';
import { excerptOf } from '@palabre/common/rules/messages/excerpts.ts';

const said = new WeakMap<Message, Omit<Answered, 'calls'>>();

/** Converts a message to the form that its answers show; cached, to keep the object stable. */
function shownOf(message: Message): Omit<Answered, 'calls'> {
  const { _id, sender, content, fileAttachments } = message;
  const known = said.get(message) ?? { _id, sender, excerpt: excerptOf(content), files: fileAttachments.length };
  said.set(message, known);
  return known;
}

/** Builds the reference to a message about to be answered; its author is notified, unless it is the user themself. */
export function answerTo(message: Message, userId: string): Answered {
  return { ...shownOf(message), calls: message.sender._id === userId ? null : message.sender._id };
}

/** Form of a deleted message in its answers. */
const gone = { sender: null, excerpt: '', files: 0 };

const sameSender = (a: Answered['sender'], b: Answered['sender']) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a._id === b._id &&
    a.firstName === b.firstName &&
    a.lastName === b.lastName &&
    a.avatar === b.avatar);

/** Updates an answered message to its latest known version; the same object when unchanged. */
export function answeredNow(
  answered: Answered,
  find: (id: string) => Message | undefined,
  deleted: ReadonlySet<string>,
): Answered {
  const message = find(answered._id);
  const isGone = deleted.has(answered._id) || message?.deleted;
  const now = isGone ? gone : message ? shownOf(message) : answered;
  const same =
    now.excerpt === answered.excerpt && now.files === answered.files && sameSender(now.sender, answered.sender);
  return same ? answered : { ...answered, ...now };
}

/**
 * Updates the answered messages among `messages`: from the messages themselves, from events, or as deleted. The same
 * array when unchanged.
 */
export function withAnswered(
  messages: readonly Message[],
  heard: ReadonlyMap<string, Message>,
  deleted: ReadonlySet<string>,
): readonly Message[] {
  if (!messages.some(({ replyTo }) => replyTo)) return messages;
  const known = new Map([...heard, ...messages.map((message): [string, Message] => [message._id, message])]);
  let changed = false;
  const now = messages.map(message => {
    const { replyTo } = message;
    const answered = replyTo && answeredNow(replyTo, id => known.get(id), deleted);
    if (answered === replyTo) return message;
    changed = true;
    return { ...message, replyTo: answered };
  });
  return changed ? now : messages;
}

/** Updates the author's name and picture in an answer to their message. */
export function withAuthor(message: Message, sender: Message['sender']): Message {
  const { replyTo } = message;
  if (replyTo?.sender?._id !== sender._id || sameSender(replyTo.sender, sender)) return message;
  // Only a message's own author is marked as a guest, not an answered author.
  const { guest: _, ...named } = sender;
  return { ...message, replyTo: { ...replyTo, sender: named } };
}
