import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import type { Reaction } from '@palabre/common/rules/messages/reactions.ts';
import { sql } from 'kysely';
import { homeOf } from '../../../platform/access/access.places.ts';
import { seen } from '../../../platform/access/access.seen.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { inSenderIndex } from '../../../platform/postgres/sender-index.ts';

/** Data of a person, messages apart. */
export interface Known {
  profile: Record<string, unknown> & { firstName: string; lastName: string; email: string; avatar: string | null };
  sessions: {
    device: string;
    address: string;
    openedAt: string;
    lastSeenAt: string;
    expiresAt: string;
    /** Null for a device that gets no pushes. */
    pushes: { detail: string; createdAt: string; lastSuccessAt: string | null } | null;
  }[];
  linkedAccounts: Record<string, unknown>[];
  workspaces: { title: string; owner: boolean; joinedAt: string; roles: string[] }[];
  stays: { title: string; joinedAt: string; endsAt: string }[];
  invitations: Record<string, unknown>[];
  emailInvitations: Record<string, unknown>[];
}

const list = (query: ReturnType<typeof sql>) => sql`coalesce((SELECT json_agg(one) FROM (${query}) AS one), '[]')`;

/** Reads a person's data except messages, in one query. Leaves out secrets: the password's hash, tokens. */
export async function readKnown(db: Db, id: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    SELECT json_build_object('_id', id, 'firstName', first_name, 'lastName', last_name, 'email', email,
        'avatar', avatar, 'status', chosen_status, 'admin', admin, 'doubleAuthentification', double_authentification,
        'verification', verification, 'jobTitle', job_title, 'jobLocation', job_location, 'manager', manager, 'managerId', manager_id,
        'startHour', start_hour, 'endHour', end_hour, 'vacationReferee', vacation_referee,
        'vacationRefereeId', vacation_referee_id,
        'linkedinProfile', linkedin_profile, 'githubProfile', github_profile, 'societyId', society_id,
        'society', (SELECT name FROM societies WHERE societies.id = society_id),
        'notificationMail', notification_mail, 'timeZone', time_zone,
        'hours', (SELECT json_build_object('zone', zone, 'holidays', holidays, 'week', week)
          FROM work_hours WHERE work_hours.user_id = users.id),
        'pastHours', ${list(sql`SELECT zone, holidays, week, until FROM past_hours
          WHERE past_hours.user_id = users.id ORDER BY until`)},
        'absences', ${list(sql`SELECT from_day AS "from", to_day AS "to", text, (
            SELECT first_name || ' ' || last_name FROM users AS deputies WHERE deputies.id = deputy_id
          ) AS deputy
          FROM absences WHERE absences.user_id = users.id ORDER BY from_day`)},
        'quietUntil', (SELECT until FROM quiet_times WHERE quiet_times.user_id = users.id),
        'urgentMessages', ${list(sql`SELECT reason, urgent_messages.created_at AS "createdAt" FROM urgent_messages
          WHERE urgent_messages.sender_id = users.id ORDER BY urgent_messages.created_at`)},
        'createdAt', created_at) AS profile,
      ${list(sql`SELECT device, address, created_at AS "openedAt", seen_at AS "lastSeenAt", expires_at AS "expiresAt", (
          SELECT json_build_object('detail', detail, 'createdAt', push.created_at, 'lastSuccessAt', last_success_at)
          FROM push_subscriptions AS push WHERE push.session_id = sessions.id LIMIT 1
        ) AS pushes
        FROM sessions WHERE user_id = users.id ORDER BY created_at DESC`)} AS sessions,
      ${list(sql`SELECT others.email, linked_at AS "linkedAt" FROM linked_accounts JOIN users AS others
          ON others.id = CASE WHEN first_user = users.id THEN second_user ELSE first_user END
        WHERE users.id IN (first_user, second_user) ORDER BY linked_at`)} AS "linkedAccounts",
      ${list(sql`SELECT title, owner, joined_at AS "joinedAt", ARRAY(
          SELECT roles.name FROM role_users JOIN roles ON roles.id = role_users.role_id
          WHERE role_users.workspace_id = workspaces.id AND role_users.user_id = users.id ORDER BY roles.rank
        ) AS roles
        FROM workspace_members JOIN workspaces ON workspaces.id = workspace_id
        WHERE user_id = users.id ORDER BY joined_at`)} AS workspaces,
      ${list(sql`SELECT title, joined_at AS "joinedAt", ends_at AS "endsAt"
        FROM guests JOIN workspaces ON workspaces.id = workspace_id
        WHERE user_id = users.id ORDER BY joined_at`)} AS stays,
      ${list(sql`SELECT title AS workspace, code AS "inviteCode", hours, max_uses AS "maxUses", invites.created_at AS "createdAt"
        FROM invites JOIN workspaces ON workspaces.id = workspace_id
        WHERE created_by = users.id ORDER BY invites.created_at`)} AS invitations,
      ${list(sql`SELECT title AS workspace, email_invites.email, sent_at AS "sentAt", accepted_at AS "acceptedAt"
        FROM email_invites JOIN workspaces ON workspaces.id = workspace_id
        WHERE invited_by = users.id ORDER BY sent_at`)} AS "emailInvitations"
    FROM users WHERE id = ${id}`.execute(db);
  return rows[0];
}

/** Place that a person may read now, with its name in their view. */
export interface OwnPlace {
  id: string;
  kind: 'channel' | 'conversation';
  name: string;
  workspace: string | null;
  /** Names of a conversation's people. */
  people: string[];
}

/** Reads the places that a person may read: `can.seeChannel` and `can.seeConversation` in SQL. */
export async function readOwnPlaces(db: Db, userId: string): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    SELECT channels.id, 'channel' AS kind, channels.title AS name, workspaces.title AS workspace, '{}'::text[] AS people
    FROM workspace_people AS me JOIN workspaces ON workspaces.id = me.workspace_id
    JOIN channels ON channels.workspace_id = me.workspace_id
    WHERE me.user_id = ${userId} AND ${seen}
    UNION ALL
    SELECT conversations.id, 'conversation', coalesce(conversations.title, array_to_string(names.list, ', ')), NULL, names.list
    FROM conversation_users AS me JOIN conversations ON conversations.id = me.conversation_id
    CROSS JOIN LATERAL (SELECT ARRAY(
      SELECT first_name || ' ' || last_name FROM conversation_users JOIN users ON users.id = user_id
      WHERE conversation_id = conversations.id ORDER BY joined_at, users.id
    ) AS list) AS names
    WHERE me.user_id = ${userId}`.execute(db);
  return rows;
}

const home = sql.raw(homeOf('messages.place_id'));

/** Message that the person wrote. */
export interface OwnMessage {
  id: string;
  /** Channel or conversation, even for a reply in a thread. */
  placeId: string;
  /** Thread of a reply; otherwise the place itself. */
  ownPlaceId: string;
  content: string;
  time: string;
  updated: boolean;
  files: FileAttachment[] | null;
}

/** Reads a batch of a person's messages after an id, in any place; a reply also shown in its channel is listed once. */
export async function readOwnMessages(db: Db, userId: string, after: string, count: number): Promise<OwnMessage[]> {
  const { rows } = await sql<OwnMessage>`
    SELECT id, ${home} AS "placeId", place_id AS "ownPlaceId", content, created_at AT TIME ZONE 'UTC' AS time, updated, files
    FROM messages
    WHERE sender_id = ${userId} AND ${inSenderIndex} AND id > ${after} AND deleted_at IS NULL AND twin_thread_id IS NULL
    ORDER BY id LIMIT ${count}`.execute(db);
  return rows;
}

/** Message with reactions. */
export interface OwnReaction {
  id: string;
  placeId: string;
  reactions: Reaction[];
  theirs: boolean;
}

/** Reads a batch of messages with reactions after an id, and whether the person reacted. */
export async function readReactedMessages(
  db: Db,
  userId: string,
  after: string,
  count: number,
): Promise<OwnReaction[]> {
  const sign = JSON.stringify([{ usersId: [userId] }]);
  const { rows } = await sql<OwnReaction>`
    SELECT id, CASE WHEN theirs THEN ${home} ELSE place_id END AS "placeId", theirs, CASE WHEN theirs THEN reactions END AS reactions
    FROM (
      SELECT *, reactions @> ${sign}::jsonb AS theirs FROM messages
      WHERE reactions IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${count}
    ) AS messages ORDER BY id`.execute(db);
  return rows;
}
