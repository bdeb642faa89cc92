import { can } from '@palabre/common/permissions/can.ts';
import type { Membership } from '@palabre/common/rules/society-membership.ts';
import { type Selectable, sql } from 'kysely';
import { demand, fail } from '../http/errors.ts';
import type { Db } from '../postgres/db.ts';
import type { Tables } from '../postgres/tables.ts';
import type { Actor } from '../sessions/session.ts';
import type { LoadOptions } from './access.workspaces.ts';

/** Part of `access.ts`: loads societies, and the standing of a person in one. */

/** Society, and the standing of the person in it. */
export interface SocietyAccess {
  society: Selectable<Tables['societies']>;
  membership: Membership;
}

/** Loads a society, visible to everyone. */
export async function loadSociety(
  db: Db,
  { userId }: Actor,
  id: string,
  { lock }: LoadOptions,
): Promise<SocietyAccess> {
  // Locks before reading the people, or they could predate a change just committed.
  if (lock) await lockSociety(db, id);
  const row = await db
    .selectFrom('societies')
    .leftJoin('society_people as me', join => join.onRef('me.society_id', '=', 'id').on('me.user_id', '=', userId))
    .selectAll('societies')
    .select('me.standing')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) fail('not_found');
  const { standing, ...society } = row;
  return { society, membership: standing ?? 'none' };
}

/** Loads a society for its members only. */
export async function loadSocietyMember(
  db: Db,
  actor: Actor,
  id: string,
  options: LoadOptions,
): Promise<SocietyAccess> {
  const found = await loadSociety(db, actor, id, options);
  demand(can.seeSocietyPeople(found.membership), 'society_members_only');
  return found;
}

/** Tells whether an id is a society's, which everyone may see and ask to join. */
export async function isSociety(db: Db, _actor: Actor, id: string): Promise<boolean> {
  return (await sql`SELECT FROM societies WHERE id = ${id}`.execute(db)).rows.length > 0;
}

/** Locks a society: changes to its people, and to whom it lets in, happen one after the other. */
export async function lockSociety(db: Db, id: string): Promise<void> {
  await sql`SELECT FROM societies WHERE id = ${id} FOR NO KEY UPDATE`.execute(db);
}
