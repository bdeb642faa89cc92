import type { Conversation } from '@palabre/common/contract/conversations.ts';
import * as names from '@palabre/common/rules/conversations.ts';
import { i18n } from '../../../platform/words/i18n.ts';

type Named = Pick<Conversation, 'title' | 'users'>;

const gone = () => i18n.t('messages:deletedUser');

/** Names a conversation in the interface's language; the account of the other person may be deleted. */
export const conversationName = (conversation: Named, selfId: string): string =>
  names.conversationName(conversation, selfId, gone());

/** Names a conversation in short. */
export const shortName = (conversation: Named, selfId: string): string => names.shortName(conversation, selfId, gone());

/** Names the addressees of a message in a conversation. */
export const addressees = (conversation: Named, selfId: string): string =>
  names.firstNames(conversation, selfId) || gone();
