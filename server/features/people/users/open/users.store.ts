import type { Contacts, Named, PublicUser, SelfUser } from '@palabre/common/contract/people/users.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { type Selectable, sql } from 'kysely';
import {
  contactsOf,
  mayBeKnownTo,
  nameOrEmailHolds,
  type PublicRow,
  publicColumns,
  sharesPlaceWith,
  showsContactsTo,
  toPublicUser,
  type Viewer,
} from '../../../../platform/access/people.store.ts';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';
import { prepared } from '../../../../platform/postgres/prepared.ts';
import type { Tables } from '../../../../platform/postgres/tables.ts';
import { isKnownBy } from '../../../../platform/sessions/known-devices.store.ts';
import { requiresTwoStep } from '../../../../platform/sessions/two-step.store.ts';
import { linkedIds } from './links.store.ts';

/** Columns of a person's own profile, beside the public ones. */
const ownColumns = [
  'users.admin',
  'users.double_authentification',
  'users.verification',
  'users.email_proven',
  'users.society_id',
  'users.password_hash',
  'users.time_zone',
  'users.notification_mail',
] as const;

type Row = Selectable<Tables['users']>;
type NameOf<Column> = Column extends `users.${infer Name extends keyof Row & string}` ? Name : never;
type SelfRow = PublicRow & Pick<Row, NameOf<(typeof ownColumns)[number]>> & { two_step_required: boolean };

/** Tells whether two-step is required of everybody. */
const twoStepRequired = sql<boolean>`${sql.raw(requiresTwoStep)}`.as('two_step_required');

const nobody: Contacts = { manager: null, vacationReferee: null };

function toSelfUser(
  row: SelfRow,
  otherAccounts: string[] = [],
  contacts = nobody,
  pendingEmail: string | null = null,
): SelfUser {
  return {
    ...toPublicUser(row, { withEmail: true }),
    email: row.email,
    admin: row.admin,
    doubleAuthentification: row.double_authentification,
    verification: row.verification,
    ...(row.two_step_required && { twoStepRequired: true }),
    emailProven: row.email_proven,
    pendingEmail,
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

/** Builds a person's pending new address. */
const pendingEmailOf = (id: string) =>
  sql<string | null>`(SELECT email FROM address_changes WHERE user_id = ${id} AND expires_at > now())`;

const listed = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)));
const columns = listed(publicColumns);

/** Finds a person's own profile; undefined when there is none. */
export async function findSelf(db: Db, id: string): Promise<SelfUser | undefined> {
  const { rows } = await sql<
    SelfRow & { other_accounts: string[]; contacts: Contacts; pending_email: string | null }
  >`${prepared('self')}
    SELECT ${columns}, ${listed(ownColumns)}, ${twoStepRequired}, ${linkedIds(id)} AS other_accounts,
      ${contactsOf('users', 'users')} AS contacts, ${pendingEmailOf(id)} AS pending_email
    FROM users WHERE users.id = ${id}`.execute(db);
  const [row] = rows;
  return row && toSelfUser(row, row.other_accounts, row.contacts, row.pending_email);
}

/** Finds a person's profile in a viewer's view; undefined when there is none. */
export async function findPublic(db: Db, id: string, viewer: Viewer): Promise<PublicUser | undefined> {
  const { rows } = await sql<PublicRow & { shared: boolean }>`${prepared('public-user')}
    SELECT ${columns}, ${sharesPlaceWith(viewer.userId)} AS shared FROM users WHERE users.id = ${id}`.execute(db);
  const [row] = rows;
  return row && toPublicUser(row, { withEmail: can.seeContacts(viewer, row.shared) });
}

/** Finds a profile with its manager and deputy, as far as the viewer may see them. */
export async function findProfile(
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<(PublicUser & { contacts: Contacts }) | undefined> {
  const { rows } = await sql<PublicRow & { shared: boolean; contacts: Contacts }>`${prepared('profile')}
    WITH users_asked AS (SELECT ${columns}, manager_id, vacation_referee_id FROM users WHERE users.id = ${id}),
    near AS (
      SELECT users.id, users.first_name, users.last_name FROM users
      WHERE users.id IN (SELECT unnest(ARRAY[id, manager_id, vacation_referee_id]) FROM users_asked)
        AND ${showsContactsTo(viewer)}
    )
    SELECT users.*, shared, ${contactsOf('users', 'near')} AS contacts
    FROM users_asked AS users CROSS JOIN LATERAL (SELECT users.id IN (SELECT id FROM near) AS shared) AS known
    WHERE ${mayBeKnownTo(viewer.userId, sql`shared`)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const withEmail = can.seeContacts(viewer, row.shared);
  return { ...toPublicUser(row, { withEmail }), contacts: withEmail ? row.contacts : nobody };
}

/**
 * Finds the name of a person who shares a place with the viewer, or of anyone for an administrator; undefined
 * otherwise.
 */
export async function findNear(db: Db, id: string, viewer: Viewer): Promise<Named | undefined> {
  return db
    .selectFrom('users')
    .select(['id as _id', 'first_name as firstName', 'last_name as lastName'])
    .where('users.id', '=', id)
    .where(showsContactsTo(viewer))
    .executeTakeFirst();
}

/** Reads the names of people whom the viewer may know, by id. */
export async function readNames(db: Db, ids: readonly string[], viewerId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`${prepared('names')}
    SELECT id AS _id, first_name AS "firstName", last_name AS "lastName" FROM users
    WHERE id = ANY((SELECT ${ids}::uuid[])::uuid[]) AND ${mayBeKnownTo(viewerId, sharesPlaceWith(viewerId))}
    ORDER BY id`.execute(db);
  return rows;
}

/** Lists the people who share a place with the viewer, by name; everyone for an administrator. */
export async function listPeople(db: Db, viewer: Viewer, societyId?: string): Promise<PublicUser[]> {
  const [isShown, shown] = can.administer(viewer)
    ? [sql`true`, 'everyone']
    : [sharesPlaceWith(viewer.userId), 'people'];
  const { rows } = await sql<PublicRow>`${prepared(societyId ? `${shown}-of-society` : shown)}
    SELECT ${columns} FROM users WHERE ${isShown} AND ${societyId ? sql`society_id = ${societyId}` : sql`true`}
    ORDER BY search_name, id`.execute(db);
  return rows.map(row => toPublicUser(row, { withEmail: true }));
}

const foundAtOnce = 20;

/**
 * Searches people, 20 at most: each word is in the name or the e-mail, ignoring case and accents. People who share a
 * place with the viewer come first. A stranger's e-mail matches only as a whole, or it could be guessed letter by
 * letter.
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
        .select(showsContactsTo(viewer).as('close'))
        // Filters by the index first, so that `close` is computed for these people alone.
        .where(sql<boolean>`(${sql.join([sql`true`, ...words.map(nameOrEmailHolds)], sql`) AND (`)})`)
        // Optimization fence: the planner would otherwise inline `close` wherever it is used.
        .offset(0)
        .as('users'),
    )
    .select(publicColumns)
    .select('close')
    .where(mayBeKnownTo(viewer.userId, sql<boolean>`close`))
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

/** Finds a person's password hash; `known` says whether the account knows this browser. */
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

/** Finds the credentials of an e-mail; `known` says whether the account knows this browser. */
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

/** Locks an address until the transaction ends: an account about to be inserted has no row to lock. */
export async function lockAddress(db: Tx, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('address:' || ${email}, 0))`.execute(db);
}

/** Reads whether an address is free, taken or banned. */
export async function emailState(db: Db, email: string): Promise<'free' | 'taken' | 'banned'> {
  const { id, banned } = await findCredentials(db, email);
  if (banned) return 'banned';
  return id ? 'taken' : 'free';
}

/** Account to insert. */
export interface NewAccount {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Null for a login by a provider. */
  passwordHash: string | null;
  avatar: string | null;
}

/**
 * Inserts an account, and returns it in its person's and in other people's view; undefined when its e-mail is taken.
 */
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
    .returning(twoStepRequired)
    .executeTakeFirst();
  return row && { self: toSelfUser(row), profile: toPublicUser(row, { withEmail: true }) };
}

/** Lists the ids of all administrators. */
export async function administrators(db: Db): Promise<string[]> {
  return (await db.selectFrom('users').select('id').where('admin', '=', true).execute()).map(row => row.id);
}

/**
 * Records that a person reads the mails of their address.
 * @returns the address the first time; undefined when it was proven before, or without such a person
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
