import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../../../platform/postgres/db.ts';
import type { Tables } from '../../../../platform/postgres/tables.ts';

/** Columns that people change themselves, and columns that affect their changes. */
const kept = [
  'first_name',
  'last_name',
  'avatar',
  'job_title',
  'job_location',
  'manager',
  'manager_id',
  'start_hour',
  'end_hour',
  'vacation_referee',
  'vacation_referee_id',
  'linkedin_profile',
  'github_profile',
  'double_authentification',
  'verification',
  'notification_mail',
  'time_zone',
] as const;

/** Present values of these columns. */
export type Kept = Pick<Selectable<Tables['users']>, (typeof kept)[number]>;
/** New values of some of these columns. */
export type Changes = Pick<Updateable<Tables['users']>, (typeof kept)[number]>;

/** Reads and locks an account: nobody else changes it before the transaction ends. */
export const lockAccount = (db: Db, id: string): Promise<Kept | undefined> =>
  db.selectFrom('users').select(kept).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Updates an account. */
export async function updateAccount(db: Db, id: string, changes: Changes): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}
