import { sql } from 'kysely';
import type pg from 'pg';
import { seesChannel } from '../../../../platform/access/access.seen.ts';
import type { Db } from '../../../../platform/postgres/db.ts';

/** Days for which a deputy is notified of mentions of a suspended person. */
const days = 30;

/**
 * Sets the deputy who is notified of mentions of a suspended person from now on, in place of an earlier deputy. The
 * person must be locked.
 */
export async function setDeputy(db: Db, userId: string, deputyId: string): Promise<void> {
  await endDeputy(db, userId);
  await sql`
    INSERT INTO mention_deputies (user_id, deputy_id, since, until)
    VALUES (${userId}, ${deputyId}, clock_timestamp(), now() + ${`${days} days`}::interval)`.execute(db);
}

/** Ends the time of a person's deputy, if any; earlier notifications stay in the deputy's inbox. */
export async function endDeputy(db: Db, userId: string): Promise<void> {
  await sql`
    UPDATE mention_deputies SET until = clock_timestamp() WHERE user_id = ${userId} AND until > now()`.execute(db);
}

/** Deputy of a mentioned person. */
export interface StandIn {
  deputyId: string;
  firstName: string;
}

/** Reads the deputies of the mentioned people, if they may read the channel or conversation: one query for all. */
export async function readStandIns(
  pool: pg.Pool,
  calls: readonly { messageId: string; placeId: string; target: string }[],
): Promise<Map<string, StandIn[]>> {
  const found = new Map<string, StandIn[]>();
  if (calls.length === 0) return found;
  const { rows } = await pool.query<{ message_id: string; deputy_id: string; first_name: string }>({
    name: 'mention-stand-ins',
    text: `
      WITH call AS (
        SELECT message_id, place_id, standing.deputy_id, standing.since, gone.id AS gone_id, gone.first_name
        FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::uuid[])) AS call(message_id, place_id, target)
        JOIN mention_deputies AS standing ON standing.user_id = call.target AND standing.until > now()
        JOIN users AS gone ON gone.id = call.target
      )
      SELECT message_id, deputy_id, first_name FROM (
        SELECT call.* FROM call JOIN channels ON channels.id = place_id
        JOIN workspace_people AS me ON me.workspace_id = channels.workspace_id AND me.user_id = call.deputy_id
        WHERE ${seesChannel('me')}
        UNION ALL
        SELECT call.* FROM call
        JOIN conversation_users ON conversation_id = place_id AND conversation_users.user_id = call.deputy_id
      ) AS readable ORDER BY since, gone_id`,
    values: [calls.map(one => one.messageId), calls.map(one => one.placeId), calls.map(one => one.target)],
  });
  for (const { message_id, deputy_id: deputyId, first_name: firstName } of rows) {
    const others = found.get(message_id) ?? [];
    // A deputy of several mentioned people gets one notification with the first name found, as in the inbox.
    if (!others.some(one => one.deputyId === deputyId)) others.push({ deputyId, firstName });
    found.set(message_id, others);
  }
  return found;
}
