import type { Contacts, PublicUser } from '@palabre/common/contract/people/users.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../postgres/db.ts';
import type { Tables } from '../postgres/tables.ts';
import { rooms, roomsNamed } from '../realtime/rooms.ts';
import { seesChannel, shareAChannel } from './access.seen.ts';

type Row = Selectable<Tables['users']>;

/**
 * Columns of a public profile, with those that only a viewer who shares a place may see: e-mail, and working habits.
 */
export const publicColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.avatar',
  'users.status',
  'users.job_title',
  'users.job_location',
  'users.linkedin_profile',
  'users.github_profile',
  'users.manager',
  'users.vacation_referee',
  'users.start_hour',
  'users.end_hour',
  'users.suspended_at',
  'users.guest_until',
] as const;

/** Row of a public profile. */
export type PublicRow = Pick<
  Row,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'avatar'
  | 'status'
  | 'job_title'
  | 'job_location'
  | 'linkedin_profile'
  | 'github_profile'
  | 'manager'
  | 'vacation_referee'
  | 'start_hour'
  | 'end_hour'
  | 'suspended_at'
  | 'guest_until'
>;

/**
 * Maps a row to the profile shown to other people.
 * @param withEmail adds the e-mail and the working habits: only for an administrator, or for a viewer who shares a
 * place
 */
export function toPublicUser(row: PublicRow, { withEmail }: { withEmail: boolean }): PublicUser {
  return {
    _id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    avatar: row.avatar,
    status: row.status,
    jobTitle: row.job_title,
    jobLocation: row.job_location,
    linkedinProfile: row.linkedin_profile,
    githubProfile: row.github_profile,
    ...(row.suspended_at && { suspended: true }),
    ...(row.guest_until && { guest: true }),
    ...(withEmail && {
      email: row.email,
      manager: row.manager,
      vacationReferee: row.vacation_referee,
      startHour: row.start_hour,
      endHour: row.end_hour,
    }),
  };
}

/**
 * Says in SQL whether the name or the e-mail of `users` contains a word, ignoring case and accents; a trigram index
 * serves it.
 */
export const nameOrEmailHolds = (word: string): RawBuilder<boolean> =>
  sql<boolean>`users.search_name LIKE holding(folded(${word})) OR users.email LIKE holding(lower(${word}))`;

/** Says in SQL whether a person, by a column, shares a channel with this user, where one of the two is a guest. */
const sharesChannel = (them: string, userId: string): RawBuilder<boolean> => sql<boolean>`EXISTS (
    SELECT FROM (SELECT ${userId}::uuid AS id) AS viewer WHERE ${sql.raw(shareAChannel('viewer.id', them))}
  )`;

/**
 * Says in SQL whether `users` is this person, or shares a place with them: a workspace (for guests, a channel), a
 * conversation or a society. Planning it takes milliseconds, so a frequent statement with it must be prepared.
 */
export const sharesPlaceWith = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  users.id = ${userId}
  OR EXISTS (
    SELECT FROM workspace_members AS mine JOIN workspace_members AS theirs USING (workspace_id)
    WHERE mine.user_id = ${userId} AND theirs.user_id = users.id
  )
  OR ${sharesChannel('users.id', userId)}
  OR EXISTS (
    SELECT FROM conversation_users AS mine JOIN conversation_users AS theirs USING (conversation_id)
    WHERE mine.user_id = ${userId} AND theirs.user_id = users.id
  )
  OR users.society_id = (SELECT society_id FROM users AS me WHERE me.id = ${userId})
) IS TRUE`;

/** Person who looks at profiles. */
export interface Viewer {
  userId: string;
  admin: boolean;
}

/**
 * Says in SQL whether a person may know that another exists: always, except that a guest knows only people who share a
 * place with them.
 * @param isNear says in SQL whether they share a place
 */
export const mayBeKnownTo = (userId: string, isNear: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`(
  NOT EXISTS (SELECT FROM users AS me WHERE me.id = ${userId} AND me.guest_until IS NOT NULL) OR ${isNear})`;

/**
 * Tells, for each of these people, whether a channel shared with the person lets the two talk where one is a guest: one
 * query, whatever the number of people.
 */
export async function readGuestFacts(
  db: Db,
  userId: string,
  others: readonly string[],
): Promise<{ id: string; isGuest: boolean; shareAChannel: boolean }[]> {
  const { rows } = await sql<{ id: string; isGuest: boolean; shareAChannel: boolean }>`
    SELECT users.id, users.guest_until IS NOT NULL AS "isGuest",
      ${sharesChannel('users.id', userId)} AS "shareAChannel"
    FROM users WHERE users.id = ANY(${others}::uuid[])`.execute(db);
  return rows;
}

/** Says in SQL what `can.seeContacts` says: whether a person sees the contacts of `users`. */
export const showsContactsTo = ({ userId, admin }: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(${admin} OR ${sharesPlaceWith(userId)})`;

/**
 * Builds the manager and the deputy of a person.
 * @param whose alias of the person's row
 * @param among table or view with the people who may be named
 */
export const contactsOf = (whose: string, among: string): RawBuilder<Contacts> => {
  const one = (column: string) => sql`(
    SELECT json_build_object('_id', named.id, 'firstName', named.first_name, 'lastName', named.last_name)
    FROM ${sql.table(among)} AS named WHERE named.id = ${sql.ref(`${whose}.${column}`)})`;
  return sql<Contacts>`json_build_object('manager', ${one('manager_id')}, 'vacationReferee', ${one('vacation_referee_id')})`;
};

/**
 * Profile of a person, with the rooms that receive its changes: the person's own room first, then their places' rooms.
 */
export interface Audience {
  user: PublicUser;
  rooms: string[];
}

/**
 * Reads profiles as shown to people who share a place, each with the rooms of its {@link Audience}: one query, whatever
 * the number of people.
 */
export async function readAudiences(db: Db, userIds: readonly string[]): Promise<Audience[]> {
  const rows = await db
    .selectFrom('users')
    .select(publicColumns)
    .select(
      sql<string[]>`ARRAY(SELECT workspace_id::text FROM workspace_members WHERE user_id = users.id)`.as('workspaces'),
    )
    .select(
      sql<string[]>`ARRAY(
        SELECT channels.id::text FROM workspace_people AS me JOIN channels USING (workspace_id)
        WHERE me.user_id = users.id AND EXISTS (SELECT FROM guests WHERE guests.workspace_id = me.workspace_id)
          AND EXISTS (SELECT FROM guest_channels WHERE channel_id = channels.id) AND ${sql.raw(seesChannel('me'))}
      )`.as('channels_of_guests'),
    )
    .select(
      sql<string[]>`ARRAY(SELECT places.room FROM let_in JOIN places ON places.id = let_in.channel_id
        WHERE let_in.user_id = users.id)`.as('rooms_as_guest'),
    )
    .select(
      sql<string[]>`ARRAY(SELECT conversation_id::text FROM conversation_users WHERE user_id = users.id)`.as(
        'conversations',
      ),
    )
    .select('users.society_id')
    .where('users.id', '=', sql<string>`ANY(${userIds}::uuid[])`)
    .execute();
  return rows.map(row => ({
    user: toPublicUser(row, { withEmail: true }),
    rooms: [
      rooms.user(row.id),
      ...row.workspaces.map(rooms.workspace),
      ...row.channels_of_guests.map(rooms.guestsIn),
      ...row.rooms_as_guest.flatMap(roomsNamed),
      ...row.conversations.map(rooms.conversation),
      ...(row.society_id ? [rooms.society(row.society_id)] : []),
    ],
  }));
}
