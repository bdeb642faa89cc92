/**
 * Conversations: places without a workspace. Their members are the rows of `conversation_users`, from which rooms,
 * rights (access.places.ts, access.conversations.ts) and visible profiles follow. Two people have one direct
 * conversation; a group stays a group however few are left (decision 0019).
 * Handlers: conversations.ts; SQL: open/conversations.store.ts; names and order of the list:
 * common/rules/conversations.ts.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../platform/feature.ts';
import { serving } from '../../platform/http/route.ts';
import { conversations } from './conversations.ts';

export const conversationsFeature: Feature = {
  serves: serving(api.conversations, conversations),
};
