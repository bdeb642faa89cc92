import type { Conversation } from '@palabre/common/contract/conversations.ts';
import * as names from '@palabre/common/rules/conversations.ts';
import { i18n } from '../../../platform/words/i18n.ts';

type Named = Pick<Conversation, 'title' | 'users'>;

const gone = () => i18n.t('messages:deletedUser');

/** The name of a conversation, in the language of the interface: one of two outlives the account of the other. */
export const conversationName = (conversation: Named, selfId: string): string =>
  names.conversationName(conversation, selfId, gone());

/** The same where there is little room. */
export const shortName = (conversation: Named, selfId: string): string => names.shortName(conversation, selfId, gone());

/** Whom one writes to there. */
export const addressees = (conversation: Named, selfId: string): string =>
  names.firstNames(conversation, selfId) || gone();
