import { randomBytes } from 'node:crypto';
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import { fail } from '../../../platform/http/errors.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';

interface Row {
  id: string;
  workspace_id: string;
  code: string;
  hours: number;
  max_uses: number;
  created_at: Date;
  users: string[];
}

/** Alphabet of codes, without 0 and O, 1 and I: 32 characters, so that five random bits choose one without bias. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Makes a random code of 8 characters without look-alikes. */
export const newCode = (): string => [...randomBytes(8)].map(byte => alphabet[byte % alphabet.length]).join('');

const toInvite = (row: Row, publicUrl: string): Invite => ({
  _id: row.id,
  inviteCode: row.code,
  inviteLink: `${publicUrl}/invite/${row.code}`,
  workspaceId: row.workspace_id,
  created_at: row.created_at.toISOString(),
  time: `${row.hours}h`,
  users: row.users,
  maxUses: row.max_uses,
});

async function readWhere(db: Db, publicUrl: string, condition: Expression<SqlBool>): Promise<Invite[]> {
  const { rows } = await sql<Row>`
    SELECT invites.*, ARRAY(SELECT user_id FROM invite_uses WHERE invite_id = invites.id ORDER BY used_at, user_id) AS users
    FROM invites WHERE ${condition} ORDER BY created_at DESC, id DESC`.execute(db);
  return rows.map(row => toInvite(row, publicUrl));
}

/** Reads the invites of a workspace, newest first. */
export const readInvites = (db: Db, publicUrl: string, workspaceId: string): Promise<Invite[]> =>
  readWhere(db, publicUrl, sql<SqlBool>`workspace_id = ${workspaceId}`);

/** Reads one invite; fails with `not_found`. */
export async function readInvite(db: Db, publicUrl: string, id: string): Promise<Invite> {
  const [invite] = await readWhere(db, publicUrl, sql<SqlBool>`id = ${id}`);
  return invite ?? fail('not_found');
}

/** Inserts an invite; returns its id. */
export async function insertInvite(
  db: Db,
  { workspaceId, createdBy, hours, uses }: { workspaceId: string; createdBy: string; hours: number; uses: number },
): Promise<string> {
  const id = newId();
  const values = { id, workspace_id: workspaceId, code: newCode(), hours, max_uses: uses, created_by: createdBy };
  await db.insertInto('invites').values(values).execute();
  return id;
}

/** Returns the given people who are neither members nor banned. */
export async function readInvitable(db: Db, workspaceId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE id = ANY(${userIds}::uuid[])
      AND NOT EXISTS (SELECT FROM workspace_members WHERE workspace_id = ${workspaceId} AND user_id = users.id)
      AND NOT EXISTS (SELECT FROM workspace_bans WHERE workspace_id = ${workspaceId} AND user_id = users.id)`.execute(
    db,
  );
  return rows.map(row => row.id);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Invite with the facts for {@link inviteOpens}. */
export interface Judged {
  created_at: string;
  time: string;
  users: string[];
  maxUses: number;
}

/** Finds an invite by its code (any case) or its id, with the person's standing in its workspace: one query. */
export async function findInvite(
  db: Db,
  codeOrId: string,
  userId: string,
): Promise<
  | (Judged & { id: string; workspaceId: string; person: { userId: string; isMember: boolean; banned: boolean } })
  | undefined
> {
  const named = uuid.test(codeOrId) ? sql`invites.id = ${codeOrId}` : sql`invites.code = ${codeOrId.toUpperCase()}`;
  // A row comes back in either case, so that the query takes the same time for an unknown code.
  const { rows } = await sql<Partial<Row> & { users: string[]; is_member: boolean; banned: boolean }>`
    SELECT invites.*, ARRAY(SELECT user_id FROM invite_uses WHERE invite_id = invites.id) AS users,
      EXISTS (SELECT FROM workspace_members AS me WHERE me.workspace_id = invites.workspace_id AND user_id = ${userId})
        AS is_member,
      EXISTS (SELECT FROM workspace_bans AS ban WHERE ban.workspace_id = invites.workspace_id AND user_id = ${userId})
        AS banned
    FROM (SELECT) AS asked LEFT JOIN invites ON ${named}`.execute(db);
  const {
    id,
    workspace_id: workspaceId,
    created_at,
    hours,
    max_uses,
    is_member: isMember,
    banned,
    users,
  } = rows[0] as (typeof rows)[0];
  if (!id || !workspaceId || !created_at || !hours || !max_uses) return undefined;
  return { id, workspaceId, person: { userId, isMember, banned }, ...judged({ created_at, hours, max_uses }, users) };
}

const judged = (
  { created_at, hours, max_uses: maxUses }: Pick<Row, 'created_at' | 'hours' | 'max_uses'>,
  users: string[],
): Judged => ({
  created_at: created_at.toISOString(),
  time: `${hours}h`,
  users,
  maxUses,
});

/** Locks an invite until the transaction ends, and reads its uses; undefined when it is deleted. */
export async function lockInvite(db: Db, id: string): Promise<Judged | undefined> {
  const row = await db.selectFrom('invites').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const uses = await db.selectFrom('invite_uses').select('user_id').where('invite_id', '=', id).execute();
  return judged(
    row,
    uses.map(use => use.user_id),
  );
}

/** Records that a person used an invite. */
export async function addUse(db: Db, inviteId: string, userId: string): Promise<void> {
  await db.insertInto('invite_uses').values({ invite_id: inviteId, user_id: userId }).execute();
}

/**
 * Deletes an invite.
 * @returns false when it was already deleted
 */
export async function deleteInvite(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('invites').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
