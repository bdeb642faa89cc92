import type { Contacts, Named, PublicUser, SelfUser } from '@palabre/common/contract/people/users.ts';
import { type Selectable, sql } from 'kysely';
import {
  contactsOf,
  nameOrEmailHolds,
  publicColumns,
  sharesPlaceWith,
  toPublicUser,
} from '../../../../platform/access/people.store.ts';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';
import type { Tables } from '../../../../platform/postgres/tables.ts';
import { isKnownBy } from '../../../../platform/sessions/known-devices.store.ts';
import { linkedIds } from './links.store.ts';

type Row = Selectable<Tables['users']>;

const nobody: Contacts = { manager: null, vacationReferee: null };

function toSelfUser(row: Row, otherAccounts: string[] = [], contacts = nobody): SelfUser {
  return {
    ...toPublicUser(row, { withEmail: true }),
    email: row.email,
    admin: row.admin,
    doubleAuthentification: row.double_authentification,
    verification: row.verification,
    emailProven: row.email_proven,
    otherAccounts,
    societyId: row.society_id,
    manager: row.manager,
    startHour: row.start_hour,
    endHour: row.end_hour,
    vacationReferee: row.vacation_referee,
    ...(row.password_hash === null && { passwordless: true }),
    contacts,
    ...(row.time_zone && { timeZone: row.time_zone }),
    notificationMail: row.notification_mail,
  };
}

/** A person as they see themself, or undefined when there is no such person. */
export async function findSelf(db: Db, id: string): Promise<SelfUser | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .select(linkedIds(id).as('other_accounts'))
    .select(contactsOf(null).as('contacts'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toSelfUser(row, row.other_accounts, row.contacts);
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

/** The same with who their manager and their deputy are, as far as the other may see them. */
export async function findProfile(
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<(PublicUser & { contacts: Contacts }) | undefined> {
  const row = await db
    .selectFrom('users')
    .select(publicColumns)
    .select(sharesPlaceWith(viewer.userId).as('shared'))
    .select(contactsOf(viewer).as('contacts'))
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const withEmail = viewer.admin || row.shared;
  return { ...toPublicUser(row, { withEmail }), contacts: withEmail ? row.contacts : nobody };
}

/** The name of somebody this person shares a place with, or whom they may see as administrator; undefined otherwise. */
export async function findNear(db: Db, id: string, viewer: Viewer): Promise<Named | undefined> {
  return db
    .selectFrom('users')
    .select(['id as _id', 'first_name as firstName', 'last_name as lastName'])
    .where('users.id', '=', id)
    .where(sql<boolean>`(${viewer.admin} OR ${sharesPlaceWith(viewer.userId)})`)
    .executeTakeFirst();
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

/** What a person's own password is compared with; `known`: that their account knows the browser of this hash. */
export async function findPassword(
  db: Db,
  id: string,
  device: Buffer | null = null,
): Promise<{ email: string; passwordHash: string | null; known: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'password_hash as passwordHash', isKnownBy(sql`users.id`, device).as('known')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What a login is judged by; `known`: that the account knows the browser of this hash. */
export async function findCredentials(
  db: Db,
  email: string,
  device: Buffer | null = null,
): Promise<{ id: string | null; passwordHash: string | null; banned: boolean; known: boolean }> {
  const { rows } = await sql<{ id: string | null; password_hash: string | null; banned: boolean; known: boolean }>`
    SELECT users.id, users.password_hash, ${isKnownBy(sql`users.id`, device)} AS known,
      EXISTS (SELECT FROM banned_users WHERE banned_users.email = asked.email) AS banned
    FROM (SELECT ${email}::text AS email) AS asked LEFT JOIN users USING (email)`.execute(db);
  const row = rows[0];
  const { id = null, password_hash: passwordHash = null, banned = false, known = false } = row ?? {};
  return { id, passwordHash, banned, known };
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

/**
 * Notes that a person reads the mails of their address.
 * @returns the address, the first time; undefined when that was known, or nobody is there
 */
export async function noteProven(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({ email_proven: true })
    .where('id', '=', userId)
    .where('email_proven', '=', false)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}
