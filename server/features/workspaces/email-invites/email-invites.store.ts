import { limits } from '@palabre/common/contract/fields.ts';
import type { EmailInvite } from '@palabre/common/contract/workspaces/email-invites.ts';
import { sql } from 'kysely';
import { type Db, newId, type Tx } from '../../../platform/postgres/db.ts';

/** Days for which an accepted or expired invitation is kept. */
const keptDays = 30;

/** Tells whether the address of a person is proven. */
export async function isProven(db: Db, userId: string): Promise<boolean> {
  const person = db.selectFrom('users').select('email_proven').where('id', '=', userId);
  return (await person.executeTakeFirst())?.email_proven ?? false;
}

/** Address, with the facts needed to invite it. */
export interface Judged {
  email: string;
  isMember: boolean;
  banned: boolean;
}

/** Reads the state of addresses in a workspace: its members’, or banned from it or from Palabre. */
export async function judgeAddresses(db: Db, workspaceId: string, emails: readonly string[]): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    SELECT asked.email,
      EXISTS (SELECT FROM workspace_members WHERE workspace_id = ${workspaceId} AND user_id = users.id) AS "isMember",
      EXISTS (SELECT FROM workspace_bans WHERE workspace_id = ${workspaceId} AND user_id = users.id)
        OR EXISTS (SELECT FROM banned_users WHERE banned_users.email = asked.email) AS banned
    FROM unnest(${emails}::text[]) WITH ORDINALITY AS asked (email, place) LEFT JOIN users USING (email)
    ORDER BY place`.execute(db);
  return rows;
}

const end = sql<Date>`now() + make_interval(days => ${sql.lit(limits.emailInviteDays)})`;

/** Stay that an invitation offers to a guest. */
export interface GuestOffer {
  endsAt: Date;
  channels: readonly string[];
}

/** Stores invitations of addresses; a pending one passes to this inviter, and its time restarts. */
export async function writeInvites(
  db: Db,
  {
    workspaceId,
    invitedBy,
    emails,
    guest,
  }: { workspaceId: string; invitedBy: string; emails: readonly string[]; guest: GuestOffer | null },
): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    INSERT INTO email_invites (id, workspace_id, email, invited_by, expires_at, guest_until, guest_channels)
    SELECT id, ${workspaceId}, email, ${invitedBy}, ${end}, ${guest?.endsAt ?? null}::timestamptz, ${guest?.channels ?? null}::uuid[]
    FROM unnest(${emails.map(() => newId())}::uuid[], ${emails}::text[]) AS asked (id, email)
    ON CONFLICT (workspace_id, email) WHERE accepted_at IS NULL
    DO UPDATE SET invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at,
      guest_until = excluded.guest_until, guest_channels = excluded.guest_channels
    RETURNING id, email`.execute(db);
  return rows;
}

const listed = sql`email_invites.id AS _id, email_invites.email, sent_at AT TIME ZONE 'UTC' AS "sentAt",
  expires_at AT TIME ZONE 'UTC' AS "expiresAt",
  json_build_object('_id', asker.id, 'firstName', first_name, 'lastName', last_name) AS "invitedBy",
  email_invites.guest_until AT TIME ZONE 'UTC' AS "guestUntil"`;

type Listed = Omit<EmailInvite, 'guest'> & { guestUntil: string | null };
const toInvite = ({ guestUntil, ...invite }: Listed): EmailInvite => ({
  ...invite,
  ...(guestUntil !== null && { guest: { endsAt: guestUntil } }),
});

/** Reads a page of a workspace's pending invitations, newest first; only those of one inviter, if given. */
export async function readPending(
  db: Db,
  workspaceId: string,
  {
    invitedBy,
    search = '',
    before,
    count,
  }: { invitedBy: string | null; search: string | undefined; before: string | undefined; count: number },
): Promise<EmailInvite[]> {
  const { rows } = await sql<Listed>`
    SELECT ${listed} FROM email_invites JOIN users AS asker ON asker.id = invited_by
    WHERE workspace_id = ${workspaceId} AND accepted_at IS NULL
      AND (${before ?? null}::uuid IS NULL OR email_invites.id < ${before ?? null}::uuid)
      AND (${invitedBy}::uuid IS NULL OR invited_by = ${invitedBy}::uuid)
      ${search === '' ? sql`` : sql`AND email_invites.email LIKE holding(lower(${search}))`}
    ORDER BY email_invites.id DESC LIMIT ${count}`.execute(db);
  return rows.map(toInvite);
}

/** Reads one invitation; undefined when there is none. */
export async function readInvite(db: Db, id: string): Promise<EmailInvite | undefined> {
  const { rows } = await sql<Listed>`
    SELECT ${listed} FROM email_invites JOIN users AS asker ON asker.id = invited_by
    WHERE email_invites.id = ${id}`.execute(db);
  return rows.map(toInvite)[0];
}

/**
 * Deletes a pending invitation.
 * @returns false when it was deleted or accepted already
 */
export async function deleteInvite(db: Db, id: string): Promise<boolean> {
  const pending = db.deleteFrom('email_invites').where('id', '=', id).where('accepted_at', 'is', null);
  return (await pending.executeTakeFirst()).numDeletedRows > 0n;
}

/** Invitation whose mail is being written. */
export interface Leaving {
  email: string;
  title: string;
  expiresAt: Date;
  /** End of the stay that it offers to a guest. */
  guestUntil: Date | null;
  asker: { name: string; email: string; zone: string | null };
}

/**
 * Stores the token of an invitation as its mail is made: the first of these, unless the invitation has another of them
 * already. Undefined when the invitation is no longer pending.
 */
export async function noteToken(
  db: Db,
  id: string,
  hashes: readonly Buffer[],
): Promise<(Leaving & { tokenHash: Buffer }) | undefined> {
  const { rows } = await sql<Leaving & { tokenHash: Buffer }>`
    UPDATE email_invites AS invite
    SET token_hash = CASE WHEN token_hash = ANY(${hashes}::bytea[]) THEN token_hash ELSE ${hashes[0]}::bytea END
    FROM users AS asker, workspaces
    WHERE invite.id = ${id} AND accepted_at IS NULL AND expires_at > now()
      AND asker.id = invited_by AND workspaces.id = workspace_id
    RETURNING invite.email, title, expires_at AS "expiresAt", invite.guest_until AS "guestUntil", token_hash AS "tokenHash",
      json_build_object('name', first_name || ' ' || last_name, 'email', asker.email, 'zone', time_zone) AS asker`.execute(
    db,
  );
  return rows[0];
}

/** Invitation found by its token. */
export interface Found {
  id: string;
  email: string;
  workspaceId: string;
  title: string;
  invitedBy: { _id: string; firstName: string; lastName: string };
  hasAccount: boolean;
  /** Whether it lets its person in: it is pending and not expired, and its inviter is still a member. */
  opens: boolean;
  acceptedBy: string | null;
  /** Inviter, and the stay that it offers to a guest; null for a future member. */
  invitedById: string;
  guestUntil: Date | null;
  guestChannels: string[] | null;
  /** Whether the person who accepted it is still a member or a guest. */
  isIn: boolean;
}

/** Finds an invitation by the hash of its token, in any state; can lock it until the end of the transaction. */
async function find(db: Db, hash: Buffer, lock: boolean): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    SELECT invite.id, invite.email, workspace_id AS "workspaceId", title, accepted_by AS "acceptedBy",
      invited_by AS "invitedById", invite.guest_until AS "guestUntil", guest_channels AS "guestChannels",
      json_build_object('_id', asker.id, 'firstName', first_name, 'lastName', last_name) AS "invitedBy",
      EXISTS (SELECT FROM users WHERE users.email = invite.email) AS "hasAccount",
      accepted_at IS NULL AND expires_at > now() AND (invite.guest_until IS NULL OR invite.guest_until > now()) AND EXISTS (SELECT FROM workspace_members AS me
        WHERE me.workspace_id = invite.workspace_id AND me.user_id = invited_by) AS opens,
      EXISTS (SELECT FROM workspace_people AS me
        WHERE me.workspace_id = invite.workspace_id AND me.user_id = accepted_by) AS "isIn"
    FROM email_invites AS invite JOIN workspaces ON workspaces.id = workspace_id JOIN users AS asker ON asker.id = invited_by
    WHERE token_hash = ${hash} ${lock ? sql`FOR UPDATE OF invite` : sql``}`.execute(db);
  return rows[0];
}

/** Finds an invitation by the hash of its token, in any state. */
export const findByToken = (db: Db, hash: Buffer): Promise<Found | undefined> => find(db, hash, false);

/** Finds an invitation in the same way, and locks it until the transaction ends. */
export const lockByToken = (db: Tx, hash: Buffer): Promise<Found | undefined> => find(db, hash, true);

/** Records who accepted an invitation. */
export async function noteAccepted(db: Db, id: string, userId: string): Promise<void> {
  await sql`UPDATE email_invites SET accepted_by = ${userId}, accepted_at = now() WHERE id = ${id}`.execute(db);
}

/** Deletes invitations that ended long ago. */
export async function pruneInvites(db: Db): Promise<void> {
  await sql`
    DELETE FROM email_invites
    WHERE expires_at < now() - make_interval(days => ${sql.lit(keptDays)})
      AND coalesce(accepted_at, expires_at) < now() - make_interval(days => ${sql.lit(keptDays)})`.execute(db);
}
