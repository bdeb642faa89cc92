import type { Visibility } from '@palabre/common/contract/channels.ts';
import { can, type MemberFacts } from '@palabre/common/permissions/can.ts';

/** The part of `access.ts` that reads rights in places, for many people and places at once. */

/** What posting needs to know of one person in one place. */
export interface PostingAccess {
  /** The room that hears the place is read when the message is stored; this only says what kind it is. */
  kind: 'channel' | 'conversation';
  firstName: string;
  lastName: string;
  avatar: string | null;
  canRead: boolean;
  canWrite: boolean;
}

/**
 * Who may post where, for many posts in one query (house rule 4 for a batch). An entry is missing when there is
 * no such place or person.
 * @returns by `userId:placeId`
 */
export async function postingAccess(
  pool: { query: (q: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }> },
  pairs: readonly { userId: string; placeId: string }[],
): Promise<Map<string, PostingAccess>> {
  const { rows } = await pool.query({
    name: 'posting-access',
    text: postingQuery,
    values: [pairs.map(pair => pair.userId), pairs.map(pair => pair.placeId)],
  });
  return new Map(
    (rows as PostingRow[]).map(row => {
      const role = { rank: 1, creator: false, canKick: false, addChannels: false };
      const me: MemberFacts = {
        userId: row.user_id,
        isMember: row.is_member,
        isOwner: row.is_owner,
        roles: [
          {
            ...role,
            visibleChannels: row.visible ? [row.place_id] : [],
            writableChannels: row.writable ? [row.place_id] : [],
          },
        ],
      };
      const channel = { id: row.place_id, visibility: row.visibility };
      const access: PostingAccess = {
        kind: 'channel',
        firstName: row.first_name,
        lastName: row.last_name,
        avatar: row.avatar,
        canRead: can.seeChannel(me, channel),
        canWrite: can.postMessage(me, channel),
      };
      return [`${row.user_id}:${row.place_id}`, access];
    }),
  );
}

interface PostingRow {
  user_id: string;
  place_id: string;
  visibility: Visibility;
  first_name: string;
  last_name: string;
  avatar: string | null;
  is_member: boolean;
  is_owner: boolean;
  visible: boolean;
  writable: boolean;
}

const postingQuery = `
  SELECT users.id AS user_id, channels.id AS place_id, channels.visibility, users.first_name, users.last_name, users.avatar,
    members.user_id IS NOT NULL AS is_member, coalesce(members.owner, false) AS is_owner,
    coalesce(held.visible, false) AS visible, coalesce(held.writable, false) AS writable
  FROM unnest($1::uuid[], $2::uuid[]) AS wanted(user_id, place_id)
  JOIN channels ON channels.id = wanted.place_id
  JOIN users ON users.id = wanted.user_id
  LEFT JOIN workspace_members AS members
    ON members.workspace_id = channels.workspace_id AND members.user_id = users.id
  LEFT JOIN LATERAL (
    SELECT bool_or(role_channels.visible) AS visible, bool_or(role_channels.writable) AS writable
    FROM role_users JOIN role_channels USING (role_id)
    WHERE role_users.workspace_id = channels.workspace_id AND role_users.user_id = users.id
      AND role_channels.channel_id = channels.id
  ) AS held ON channels.visibility <> 'public'`;
