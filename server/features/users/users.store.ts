import type { PublicUser, SelfUser } from '@palabre/common/contract/users.ts';
import { type Selectable, sql } from 'kysely';
import { nameOrEmailHolds, publicColumns, sharesPlaceWith, toPublicUser } from '../../platform/people.store.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { linkedIds } from '../linked-accounts/linked-accounts.store.ts';

type Row = Selectable<Tables['users']>;

function toSelfUser(row: Row, otherAccounts: string[] = []): SelfUser {
  return {
    ...toPublicUser(row, { withEmail: true }),
    email: row.email,
    admin: row.admin,
    doubleAuthentification: row.double_authentification,
    verification: row.verification,
    otherAccounts,
    societyId: row.society_id,
    manager: row.manager,
    startHour: row.start_hour,
    endHour: row.end_hour,
    vacationReferee: row.vacation_referee,
    ...(row.password_hash === null && { passwordless: true }),
    notificationMail: row.notification_mail,
  };
}

/** A person as they see themself, or undefined when there is no such person. */
export async function findSelf(db: Db, id: string): Promise<SelfUser | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .select(linkedIds(id).as('other_accounts'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toSelfUser(row, row.other_accounts);
}

/** A person as another sees them, or undefined when there is no such person. */
export async function findPublic(db: Db, id: string, viewer: Viewer): Promise<PublicUser | undefined> {
  const row = await db
    .selectFrom('users')
    .select(publicColumns)
    .select(sharesPlaceWith(viewer.userId).as('shared'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  return row && toPublicUser(row, { withEmail: viewer.admin || row.shared });
}

/** The names of those of these people who exist, in no order. */
export const readNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id as _id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .orderBy('id')
    .execute();

interface Viewer {
  userId: string;
  admin: boolean;
}

/** Everyone the viewer shares a place with, by name; everyone at all, for an administrator. */
export async function listPeople(db: Db, viewer: Viewer, societyId?: string): Promise<PublicUser[]> {
  let query = db.selectFrom('users').select(publicColumns).orderBy('search_name').orderBy('users.id');
  if (!viewer.admin) query = query.where(sharesPlaceWith(viewer.userId));
  if (societyId) query = query.where('users.society_id', '=', societyId);
  return (await query.execute()).map(row => toPublicUser(row, { withEmail: true }));
}

const foundAtOnce = 20;

/**
 * Finds people, 20 at most: each word is somewhere in the name or the e-mail, whatever its case and accents. Those
 * the viewer shares a place with come first. A stranger's e-mail is found only whole, or it could be guessed letter
 * by letter.
 */
export async function searchPeople(db: Db, viewer: Viewer, search: string, societyId?: string): Promise<PublicUser[]> {
  const words = search
    .split(/\s+/)
    .filter(word => word !== '')
    .slice(0, 10);
  let query = db
    .selectFrom(
      db
        .selectFrom('users')
        .select(publicColumns)
        .select(['users.search_name', 'users.society_id'])
        .select(sql<boolean>`(${viewer.admin} OR ${sharesPlaceWith(viewer.userId)})`.as('close'))
        // By the index first: whom one is close to is looked at for these alone.
        .where(sql<boolean>`(${sql.join([sql`true`, ...words.map(nameOrEmailHolds)], sql`) AND (`)})`)
        .as('users'),
    )
    .select(publicColumns)
    .select('close')
    .orderBy('close', 'desc')
    .orderBy('search_name')
    .orderBy('users.id')
    .limit(foundAtOnce);
  for (const word of words) {
    query = query.where(
      sql<boolean>`(search_name LIKE holding(folded(${word}))
        OR email = lower(${word}) OR (close AND email LIKE holding(lower(${word}))))`,
    );
  }
  if (societyId) query = query.where('users.society_id', '=', societyId);
  return (await query.execute()).map(row => toPublicUser(row, { withEmail: row.close }));
}

/** What a person's own password is compared with. */
export async function findPassword(
  db: Db,
  id: string,
): Promise<{ email: string; passwordHash: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What a login is judged by. */
export async function findCredentials(
  db: Db,
  email: string,
): Promise<{ id: string | null; passwordHash: string | null; banned: boolean }> {
  const { rows } = await sql<{ id: string | null; password_hash: string | null; banned: boolean }>`
    SELECT users.id, users.password_hash,
      EXISTS (SELECT FROM banned_users WHERE banned_users.email = asked.email) AS banned
    FROM (SELECT ${email}::text AS email) AS asked LEFT JOIN users USING (email)`.execute(db);
  const row = rows[0];
  return { id: row?.id ?? null, passwordHash: row?.password_hash ?? null, banned: row?.banned ?? false };
}

/** Makes all that concerns an address wait for its turn: an account that is being made for it has no row to lock. */
export async function lockAddress(db: Tx, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('address:' || ${email}, 0))`.execute(db);
}

/** What stands in the way of a new account: the address is banned, or already used. */
export async function emailState(db: Db, email: string): Promise<'free' | 'taken' | 'banned'> {
  const { id, banned } = await findCredentials(db, email);
  if (banned) return 'banned';
  return id ? 'taken' : 'free';
}

export interface NewAccount {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Null: they log in by a provider. */
  passwordHash: string | null;
  avatar: string | null;
  admin: boolean;
}

/** Stores a new account, and answers it as its person and as others see it; undefined when its e-mail is taken. */
export async function insertUser(
  db: Db,
  account: NewAccount,
): Promise<{ self: SelfUser; profile: PublicUser } | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      id: account.id,
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      password_hash: account.passwordHash,
      avatar: account.avatar,
      admin: account.admin,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && { self: toSelfUser(row), profile: toPublicUser(row, { withEmail: true }) };
}

/** Ids of all administrators. */
export async function administrators(db: Db): Promise<string[]> {
  return (await db.selectFrom('users').select('id').where('admin', '=', true).execute()).map(row => row.id);
}

/** A code that came by mail was right, or a provider has verified it: the person reads the mails of their address. */
export async function noteProven(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_proven: true })
    .where('id', '=', userId)
    .where('email_proven', '=', false)
    .execute();
}
