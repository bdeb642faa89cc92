import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { fullName, isGone, toldApart } from '@palabre/common/rules/names.ts';
import { i18n } from '../../../../platform/words/i18n.ts';

export type Sender = Pick<Message['sender'], '_id' | 'firstName' | 'lastName'>;

const goneOr = (sender: Sender, name: () => string): string =>
  isGone(sender) ? i18n.t('messages:deletedUser') : name();

/** How a message is signed: the first name, or as much of the id as tells people apart. */
export const signature = (sender: Sender): string => goneOr(sender, () => sender.firstName || sender._id.slice(0, 5));

/** How people who are shown together sign: of those who share a first name, each with as much as tells them apart. */
export function signatures(together: readonly Sender[]): (sender: Sender) => string {
  const people = new Map(together.filter(one => one.firstName && !isGone(one)).map(one => [one._id, one]));
  const names = toldApart([...people.values()]);
  return sender => goneOr(sender, () => names.get(sender._id) ?? signature(sender));
}

/** Who wrote it, by their whole name. */
export const authorName = (sender: Sender): string => goneOr(sender, () => fullName(sender));
