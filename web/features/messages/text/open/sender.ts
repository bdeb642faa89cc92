import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { fullName, isGone, toldApart } from '@palabre/common/rules/people/names.ts';
import { i18n } from '../../../../platform/words/i18n.ts';

/** Author of a message, as far as names need. */
export type Sender = Pick<Message['sender'], '_id' | 'firstName' | 'lastName'>;

const goneOr = (sender: Sender, name: () => string): string =>
  isGone(sender) ? i18n.t('messages:deletedUser') : name();

/** Returns the short name of an author: the first name, or the start of the id. */
export const signature = (sender: Sender): string => goneOr(sender, () => sender.firstName || sender._id.slice(0, 5));

/** Returns the short names of people shown together, each long enough to be told apart. */
export function signatures(together: readonly Sender[]): (sender: Sender) => string {
  const people = new Map(together.filter(one => one.firstName && !isGone(one)).map(one => [one._id, one]));
  const names = toldApart([...people.values()]);
  return sender => goneOr(sender, () => names.get(sender._id) ?? signature(sender));
}

/** Returns the full name of an author. */
export const authorName = (sender: Sender): string => goneOr(sender, () => fullName(sender));
