import { sql } from 'kysely';

/**
 * Says in SQL what `can.seeChannel` says: whether a member sees `channels`.
 * @param member alias of the row of the member in `workspace_members`
 */
export const seesChannel = (member: string) => `(channels.visibility <> 'private' OR ${member}.owner OR EXISTS (
    SELECT FROM role_users JOIN role_channels USING (role_id)
    WHERE role_users.workspace_id = channels.workspace_id AND role_users.user_id = ${member}.user_id
      AND role_channels.channel_id = channels.id AND role_channels.visible
  ))`;

/** Says in SQL whether the member `me` sees `channels`. */
export const seen = sql.raw<boolean>(seesChannel('me'));
