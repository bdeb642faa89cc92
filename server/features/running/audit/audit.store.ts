import type { AuditEntry } from '@palabre/common/contract/running/audit.ts';
import type { AuditAction } from '@palabre/common/rules/running/audit.ts';
import { sql } from 'kysely';
import { type Db, firstIdAt, newId } from '../../../platform/postgres/db.ts';
import type { Done } from './open/record.ts';

/** SQL for a person's name with their e-mail, which tells people of the same name apart. */
const called = (userId: string | null) => sql`(SELECT first_name || ' ' || last_name || ' (' || email || ')'
  FROM users WHERE id = ${userId}::uuid)`;

/** Inserts a line. */
export async function insertEntry(
  db: Db,
  { action, actorId, person, target, where, changes = [], reason }: Done,
): Promise<void> {
  const id = newId();
  await sql`
    INSERT INTO audit (id, created_at, action, actor_id, actor_name, target_id, target_name, place_id, place_name, changes, reason)
    VALUES (${id}, ${timeOf(id)}, ${action}, ${actorId}, coalesce(${called(actorId)}, ''),
      ${person ?? target?.id ?? null}, coalesce(${target?.name ?? null}, ${called(person ?? null)}, ''),
      ${where?.id ?? null}, ${where?.name ?? ''}, ${changes}::text[], ${reason || null})`.execute(db);
}

/** Inserts a line for each target, in one query. */
export async function insertEntries(
  db: Db,
  { action, actorId, where }: Pick<Done, 'action' | 'actorId' | 'where'>,
  targets: readonly { id: string; name: string }[],
): Promise<void> {
  const ids = targets.map(() => newId());
  await sql`
    INSERT INTO audit (id, created_at, action, actor_id, actor_name, target_id, target_name, place_id, place_name, changes)
    SELECT line.id, line.at, ${action}, ${actorId}, coalesce(${called(actorId)}, ''), line.target_id, line.target_name,
      ${where?.id ?? null}, ${where?.name ?? ''}, '{}'
    FROM unnest(${ids}::uuid[], ${ids.map(timeOf)}::timestamptz[], ${targets.map(({ id }) => id)}::uuid[],
      ${targets.map(({ name }) => name)}::text[]) AS line (id, at, target_id, target_name)`.execute(db);
}

/** Filter of the audit log. */
export interface Filter {
  actor?: string | undefined;
  target?: string | undefined;
  action?: AuditAction | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Reads the creation time of an id: lines are searched by time through their ids. */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

const holds = (column: 'actor_search' | 'target_search', words: string) =>
  sql<boolean>`${sql.ref(column)} LIKE holding(folded(${words}))`;

/**
 * Reads lines of the audit log, the newest first.
 * @param before id of the line after which the page begins
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
    .select(['target_name as target', 'place_id as placeId', 'place_name as place', 'changes', 'reason'])
    .select(sql<string>`created_at AT TIME ZONE 'UTC'`.as('createdAt'))
    .orderBy('id', 'desc')
    .limit(count);
  if (before) query = query.where('id', '<', before);
  if (from) query = query.where('id', '>=', firstIdAt(Date.parse(from)));
  if (to) query = query.where('id', '<', firstIdAt(Date.parse(to)));
  if (action) query = query.where('action', '=', action);
  if (actor) query = query.where(holds('actor_search', actor));
  if (target) query = query.where(holds('target_search', target));
  return query.execute();
}
