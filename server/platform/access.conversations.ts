import { type ConversationFacts, can } from '@palabre/common/permissions/can.ts';
import { type Selectable, sql } from 'kysely';
import type { LoadOptions } from './access.workspaces.ts';
import { demand, fail } from './http/errors.ts';
import type { Db } from './postgres/db.ts';
import type { Tables } from './postgres/tables.ts';
import type { Actor } from './session.ts';

/** The part of `access.ts` that loads conversations. */

export interface ConversationAccess {
  conversation: Selectable<Tables['conversations']>;
  facts: ConversationFacts;
}

/** A conversation that the person is in. */
export async function loadConversation(
  db: Db,
  { userId }: Actor,
  id: string,
  { lock }: LoadOptions,
): Promise<ConversationAccess> {
  // Locked before its people are counted, or they could be those of before a change just committed.
  if (lock) await sql`SELECT FROM conversations WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .select(sql<string[]>`ARRAY(SELECT user_id::text FROM conversation_users WHERE conversation_id = id)`.as('people'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) fail('not_found');
  const { people, ...conversation } = row;
  demand(can.joinTalk({ isIn: people.includes(userId) }), 'not_found');
  return { conversation, facts: { creatorId: conversation.creator_id, people: people.length } };
}
