import { sql } from 'kysely';

/**
 * Says in SQL what `can.seeChannel` says: whether a member or a guest sees `channels`.
 * @param person alias of the row of the person in `workspace_people`
 */
export const seesChannel = (person: string) => `CASE WHEN ${person}.guest THEN EXISTS (
    SELECT FROM guest_channels WHERE guest_channels.channel_id = channels.id AND guest_channels.user_id = ${person}.user_id
  ) ELSE (channels.visibility <> 'private' OR ${person}.owner OR EXISTS (
    SELECT FROM role_users JOIN role_channels USING (role_id)
    WHERE role_users.workspace_id = channels.workspace_id AND role_users.user_id = ${person}.user_id
      AND role_channels.channel_id = channels.id AND role_channels.visible
  )) END`;

/** Says in SQL whether a guest is let into a channel that another person sees; of two guests, into the same one. */
const isGuestOf = (guest: string, other: string) => `EXISTS (
    SELECT FROM let_in JOIN channels ON channels.id = let_in.channel_id
    JOIN workspace_people AS other ON other.workspace_id = let_in.workspace_id
    WHERE let_in.user_id = ${guest} AND other.user_id = ${other} AND ${seesChannel('other')}
  )`;

/** Says in SQL whether two people, one of whom is a guest, share a channel; each is given as SQL. */
export const shareAChannel = (one: string, other: string) => `(${isGuestOf(one, other)} OR ${isGuestOf(other, one)})`;

/** Says in SQL whether `me`, a row of `workspace_people`, sees `channels`. */
export const seen = sql.raw<boolean>(seesChannel('me'));
