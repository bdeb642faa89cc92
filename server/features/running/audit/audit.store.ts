import type { AuditEntry } from '@palabre/common/contract/running/audit.ts';
import type { AuditAction } from '@palabre/common/rules/audit.ts';
import { sql } from 'kysely';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import type { Done } from './open/record.ts';

/** How a person is called in the journal, where they must not be taken for another. */
const called = (userId: string | null) => sql`(SELECT first_name || ' ' || last_name || ' (' || email || ')'
  FROM users WHERE id = ${userId}::uuid)`;

/** Adds a line. */
export async function insertEntry(
  db: Db,
  { action, actorId, person, target, where, changes = [] }: Done,
): Promise<void> {
  const id = newId();
  await sql`
    INSERT INTO audit (id, created_at, action, actor_id, actor_name, target_id, target_name, place_id, place_name, changes)
    VALUES (${id}, ${timeOf(id)}, ${action}, ${actorId}, coalesce(${called(actorId)}, ''),
      ${person ?? target?.id ?? null}, coalesce(${target?.name ?? null}, ${called(person ?? null)}, ''),
      ${where?.id ?? null}, ${where?.name ?? ''}, ${changes}::text[])`.execute(db);
}

export interface Filter {
  actor?: string | undefined;
  target?: string | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** When an id was made: what is asked for by time is found by id. */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** The first id that could have been made at this time. */
const idAt = (time: string): string => {
  const hex = Math.max(0, Date.parse(time)).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const holds = (column: 'actor_search' | 'target_search', words: string) =>
  sql<boolean>`${sql.ref(column)} LIKE holding(folded(${words}))`;

/**
 * Lines of the journal, the newest first.
 * @param before only those older than this one
 */
export async function readEntries(
  db: Db,
  filter: Filter,
  { before, count }: { before?: string | undefined; count: number },
): Promise<AuditEntry[]> {
  const { actor, target, action, from, to } = filter;
  let query = db
    .selectFrom('audit')
    .select(['id as _id', 'action', 'actor_id as actorId', 'actor_name as actor', 'target_id as targetId'])
    .select(['target_name as target', 'place_id as placeId', 'place_name as place', 'changes'])
    .select(sql<string>`created_at AT TIME ZONE 'UTC'`.as('createdAt'))
    .orderBy('id', 'desc')
    .limit(count);
  if (before) query = query.where('id', '<', before);
  if (from) query = query.where('id', '>=', idAt(from));
  if (to) query = query.where('id', '<', idAt(to));
  if (action) query = query.where('action', '=', action);
  if (actor) query = query.where(holds('actor_search', actor));
  if (target) query = query.where(holds('target_search', target));
  return query.execute();
}
