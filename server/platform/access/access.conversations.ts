import type { ConversationFacts } from '@palabre/common/permissions/can.conversations.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { type Selectable, sql } from 'kysely';
import { demand, fail } from '../http/errors.ts';
import type { Db } from '../postgres/db.ts';
import type { Tables } from '../postgres/tables.ts';
import type { Actor } from '../sessions/session.ts';
import type { LoadOptions } from './access.workspaces.ts';

/** Part of `access.ts`: loads conversations. */

/** Conversation that a person is in, with the facts for `can`. */
export interface ConversationAccess {
  conversation: Selectable<Tables['conversations']>;
  facts: ConversationFacts;
}

const changeable = (id: string, { userId }: Actor) => sql`
  SELECT FROM conversations WHERE id = ${id} AND EXISTS (
    SELECT FROM conversation_users WHERE conversation_id = conversations.id AND user_id = ${userId})`;

/** Says whether a person may change something in a conversation, and so may queue for its lock. */
export async function mayChangeConversation(db: Db, actor: Actor, id: string): Promise<boolean> {
  return (await changeable(id, actor).execute(db)).rows.length > 0;
}

/** Loads a conversation that the person is in. */
export async function loadConversation(
  db: Db,
  actor: Actor,
  id: string,
  { lock }: LoadOptions,
): Promise<ConversationAccess> {
  // Locks before counting the people, or the count could predate a change just committed. Only its people may lock: for
  // anyone else, the wait itself would reveal activity in the conversation.
  const locked = lock && (await sql`${changeable(id, actor)} FOR NO KEY UPDATE`.execute(db)).rows.length > 0;
  const row = await db
    .selectFrom('conversations')
    .selectAll()
    .select(sql<string[]>`ARRAY(SELECT user_id::text FROM conversation_users WHERE conversation_id = id)`.as('people'))
    .where('id', '=', id)
    .where(
      sql<boolean>`EXISTS (SELECT FROM conversation_users WHERE conversation_id = id AND user_id = ${actor.userId})`,
    )
    .executeTakeFirst();
  if (!row) fail('not_found');
  const { people, ...conversation } = row;
  demand(can.seeConversation({ isIn: people.includes(actor.userId) && (locked || !lock) }), 'not_found');
  return {
    conversation,
    facts: { creatorId: conversation.creator_id, isGroup: conversation.is_group, people: people.length },
  };
}
