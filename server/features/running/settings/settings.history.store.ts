import type { SettingChange, SettingName } from '@palabre/common/contract/running/settings.ts';
import { sql } from 'kysely';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { asJson } from '../../../platform/settings/settings.store.ts';

/** Characters of a value that the history shows. */
const shownChars = 300;

/** Change of one setting, to be recorded. */
export interface Noted {
  name: SettingName;
  before: unknown;
  after: unknown;
}

/** Records changes of settings by one person. */
export async function insertChanges(db: Db, actorId: string, changes: readonly Noted[]): Promise<void> {
  await sql`
    INSERT INTO setting_changes (id, name, before, after, actor_id)
    SELECT id, name, before::jsonb, after::jsonb, ${actorId}
    FROM unnest(${changes.map(() => newId())}::uuid[], ${changes.map(({ name }) => name)}::text[],
      ${changes.map(({ before }) => asJson(before))}::text[], ${changes.map(({ after }) => asJson(after))}::text[])
      AS given (id, name, before, after)`.execute(db);
}

/** Reads changes of settings, the newest first: of all settings, or of one. */
export async function readChanges(
  db: Db,
  { name, before, count }: { name: SettingName | undefined; before: string | undefined; count: number },
): Promise<SettingChange[]> {
  let query = db
    .selectFrom('setting_changes as change')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['change.id as _id', 'name'])
    .select([
      sql<SettingChange['by']>`CASE WHEN users.id IS NULL THEN NULL ELSE json_build_object('_id', users.id,
        'firstName', first_name, 'lastName', last_name) END`.as('by'),
      sql<string | null>`left(before::text, ${shownChars})`.as('before'),
      sql<string | null>`left(after::text, ${shownChars})`.as('after'),
    ])
    .orderBy('change.id', 'desc')
    .limit(count);
  if (name) query = query.where('name', '=', name);
  if (before) query = query.where('change.id', '<', before);
  return (await query.execute()).map(row => ({ ...row, createdAt: timeOf(row._id) }));
}

/** Reads the creation time of an id. */
const timeOf = (id: string): string => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString();
