import type { Message } from '@palabre/common/contract/messages/messages.ts';

/** Number of quotes in a row from which a back-and-forth is long. */
const longFrom = 3;

/**
 * Returns the message that a long back-and-forth of quotes began with, where two people answer each other in turn; null for
 * any other answer.
 * @param messages messages of the place, in order
 * @param answeredId id of the message about to be answered
 */
export function beginningOf(messages: readonly Message[], answeredId: string, userId: string): Message | null {
  const byId = new Map(messages.map(message => [message._id, message]));
  let [speaker, quotes] = [userId, 0];
  const people = new Set([userId]);
  let message = byId.get(answeredId);
  while (message && message.sender._id !== speaker && !message.deleted) {
    people.add(message.sender._id);
    if (people.size > 2) return null;
    const before: Message | undefined = message.replyTo && byId.get(message.replyTo._id);
    if (!before) return quotes >= longFrom ? message : null;
    quotes += 1;
    speaker = message.sender._id;
    message = before;
  }
  return null;
}
