import type { Message } from '@palabre/common/contract/messages.ts';
import { fullName, isGone } from '@palabre/common/rules/names.ts';
import { i18n } from '../../platform/i18n.ts';

type Sender = Pick<Message['sender'], '_id' | 'firstName' | 'lastName'>;

const goneOr = (sender: Sender, name: () => string): string =>
  isGone(sender) ? i18n.t('messages:deletedUser') : name();

/** How a message is signed: the first name, or as much of the id as tells people apart (spec 2 §2). */
export const signature = (sender: Sender): string => goneOr(sender, () => sender.firstName || sender._id.slice(0, 5));

/** Who wrote it, by their whole name. */
export const authorName = (sender: Sender): string => goneOr(sender, () => fullName(sender));
