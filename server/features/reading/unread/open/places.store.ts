import { notificationDays } from '@palabre/common/rules/reading/unread.ts';
import { type RawBuilder, sql } from 'kysely';
import { seen } from '../../../../platform/access/access.seen.ts';

/** SQL for the moment after which mentions are notifications. */
export const young = sql.raw(`now() - interval '${notificationDays} days'`);

/** Builds all channels and conversations that a person may read, as rows that `unreadStatesOf` takes. */
export const placesOf = (userId: string) => placesOfThose(sql`= ${userId}`);

/** Builds the readable places of the people selected by a condition. */
export const placesOfThose = (them: RawBuilder<unknown>) => sql`
  SELECT me.user_id, channels.id, channels.id AS home_id, channels.workspace_id, places.seq, NULL::boolean AS following,
    '-infinity'::timestamptz AS since
  FROM workspace_people AS me JOIN channels USING (workspace_id) JOIN places ON places.id = channels.id
  WHERE me.user_id ${them} AND ${seen}
  UNION ALL
  SELECT user_id, conversation_id, conversation_id, NULL, places.seq, NULL, '-infinity' FROM conversation_users JOIN places ON places.id = conversation_id
  WHERE user_id ${them}`;

/** Builds the threads that may be unread for a person, as rows that `unreadStatesOf` takes. */
export const threadsOf = (userId: string) => threadsOfThose(sql`= ${userId}`);
/**
 * Builds the threads that may be unread for the people selected by a condition: threads they follow, and threads where
 * a role of theirs or everyone was mentioned; only those they may read.
 */
export const threadsOfThose = (them: RawBuilder<unknown>) => sql`
  SELECT asked.user_id, thread.id, thread.parent_id AS home_id, home.workspace_id, thread.seq, asked.following, home.since
  FROM (
    SELECT user_id, thread_id, bool_or(following) AS following FROM (
      SELECT user_id, thread_id, true AS following FROM thread_follows WHERE user_id ${them} AND following
      UNION ALL
      SELECT target.user_id, mentions.place_id, false FROM (
        SELECT id AS user_id, id AS target, '-infinity'::timestamptz AS since FROM users WHERE id ${them}
        UNION ALL SELECT user_id, role_id, '-infinity' FROM role_users WHERE user_id ${them}
        UNION ALL SELECT user_id, workspace_id, joined_at FROM workspace_people WHERE user_id ${them}
        UNION ALL SELECT user_id, conversation_id, joined_at FROM conversation_users WHERE user_id ${them}
      ) AS target JOIN mentions ON mentions.in_thread AND mentions.target = target.target
        AND mentions.created_at > greatest(${young}, target.since)
    ) AS either GROUP BY user_id, thread_id
  ) AS asked
  JOIN places AS thread ON thread.id = asked.thread_id AND thread.live
  CROSS JOIN LATERAL (
    SELECT channels.workspace_id, me.joined_at AS since FROM channels
    JOIN workspace_people AS me ON me.workspace_id = channels.workspace_id AND me.user_id = asked.user_id
    WHERE channels.id = thread.parent_id AND ${seen}
    UNION ALL
    SELECT NULL, joined_at FROM conversation_users
    WHERE conversation_id = thread.parent_id AND conversation_users.user_id = asked.user_id
  ) AS home`;
