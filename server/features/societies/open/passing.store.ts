import type { Named } from '@palabre/common/contract/people/users.ts';
import type { Membership } from '@palabre/common/rules/society-membership.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/** Society of a person. */
export interface OwnStanding {
  _id: string;
  name: string;
  membership: Membership;
  /** Whether the person is the society's only owner. */
  ownedAlone: boolean;
  /** Heir: the preferred person if they are a member, else the oldest member whose account is open. */
  heir: Named | null;
}

/** Reads a person's society, their standing there, and their heir. */
export async function readOwnStanding(
  db: Db,
  userId: string,
  preferred: string | null,
): Promise<OwnStanding | undefined> {
  const { rows } = await sql<OwnStanding>`
    SELECT societies.id AS _id, societies.name, me.standing AS membership,
      me.standing = 'owner' AND NOT EXISTS (
        SELECT FROM society_people AS others
        WHERE others.society_id = societies.id AND others.standing = 'owner' AND others.user_id <> me.user_id
      ) AS "ownedAlone",
      (
        SELECT json_build_object('_id', users.id, 'firstName', first_name, 'lastName', last_name)
        FROM society_people AS members JOIN users ON users.id = members.user_id
        WHERE members.society_id = societies.id AND members.standing = 'member' AND suspended_at IS NULL
        ORDER BY (users.id = ${preferred}::uuid) IS TRUE DESC, since, users.id LIMIT 1
      ) AS heir
    FROM society_people AS me JOIN societies ON societies.id = me.society_id WHERE me.user_id = ${userId}`.execute(db);
  return rows[0];
}
