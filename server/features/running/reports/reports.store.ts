import type { Report, ReportedMessage, ReportReason } from '@palabre/common/contract/running/reports.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PlaceAccess, placeColumns } from '../../../platform/access/access.places.ts';
import { nameOrEmailHolds } from '../../../platform/access/people.store.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import type { Twin } from '../../messages/timeline/open/twins.ts';

/** Report to insert. */
export interface NewReport {
  reportedBy: string;
  reportedUser: string;
  reason: ReportReason;
  description: string;
  workspaceId: string | null;
  message: ReportedMessage | null;
}

/** Inserts a report; undefined when the person reported the same one today. */
export async function insertReport(db: Db, report: NewReport): Promise<string | undefined> {
  const row = await db
    .insertInto('reports')
    .values({
      id: newId(),
      reported_by: report.reportedBy,
      reported_user: report.reportedUser,
      reason: report.reason,
      description: report.description,
      workspace_id: report.workspaceId,
      message: report.message && JSON.stringify(report.message),
    })
    .onConflict(conflict => conflict.columns(['reported_by', 'reported_user', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const person = (table: string, email: RawBuilder<unknown>) => sql`CASE WHEN ${sql.ref(table)}.id IS NOT NULL THEN
  json_build_object('_id', ${sql.ref(table)}.id, 'firstName', ${sql.ref(table)}.first_name,
    'lastName', ${sql.ref(table)}.last_name${email}) END`;
const withEmail = (table: string) => person(table, sql`, 'email', ${sql.ref(table)}.email`);

/** Builds a time of a JSON as the wire has it. */
const wire = (column: string) => sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const iso = (column: string) => sql`${sql.ref(column)} AT TIME ZONE 'UTC'`;

/** Reads the reports that meet a condition, newest first, with every person and place they name: one query. */
async function select(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Report[]> {
  const { rows } = await sql<Report>`
    SELECT reports.id AS _id, reason, reports.description, reports.status,
      ${iso('reports.created_at')} AS "createdAt", ${iso('handled_at')} AS "handledAt",
      ${withEmail('reported')} AS "reportedUser", ${withEmail('reporter')} AS "reportedBy",
      ${person('handler', sql``)} AS "handledBy", ${person('assignee', sql``)} AS assignee,
      coalesce((
        SELECT json_agg(json_build_object('_id', notes.id, 'author', ${person('author', sql``)}, 'content', notes.content,
          'createdAt', ${wire('notes.created_at')}) ORDER BY notes.id)
        FROM report_notes AS notes LEFT JOIN users AS author ON author.id = notes.author_id
        WHERE notes.report_id = reports.id
      ), '[]') AS notes,
      CASE WHEN answer IS NOT NULL THEN json_build_object('text', answer, 'by', ${person('answerer', sql``)},
        'at', ${wire('answered_at')}) END AS answer,
      CASE WHEN workspaces.id IS NOT NULL
        THEN json_build_object('_id', workspaces.id, 'title', workspaces.title) END AS workspace,
      message || jsonb_build_object('deleted', NOT EXISTS (
        SELECT FROM messages WHERE messages.id = (message ->> '_id')::uuid AND deleted_at IS NULL
      )) AS message
    FROM reports
    JOIN users AS reported ON reported.id = reported_user
    LEFT JOIN users AS reporter ON reporter.id = reported_by
    LEFT JOIN users AS handler ON handler.id = handled_by
    LEFT JOIN users AS assignee ON assignee.id = assignee_id
    LEFT JOIN users AS answerer ON answerer.id = answered_by
    LEFT JOIN workspaces ON workspaces.id = reports.workspace_id
    WHERE ${condition} ORDER BY reports.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Filter and page of reports. */
export interface Wanted {
  status?: Report['status'] | undefined;
  userId?: string | undefined;
  before?: string | undefined;
  count: number;
}

/** Reads reports, newest first. */
export const readReports = (db: Db, { status, userId, before, count }: Wanted): Promise<Report[]> =>
  select(
    db,
    sql`(${status ?? null}::text IS NULL OR reports.status = ${status ?? null})
      AND (${userId ?? null}::uuid IS NULL OR reported_user = ${userId ?? null})
      AND (${before ?? null}::uuid IS NULL OR reports.id < ${before ?? null})`,
    count,
  );

/** Reads one report; undefined when there is none. */
export const readReport = async (db: Db, id: string): Promise<Report | undefined> =>
  (await select(db, sql`reports.id = ${id}`, 1))[0];

/**
 * Marks a new report as handled, or with null a handled one as new again.
 * @returns whether its status changed
 */
export async function markReport(db: Db, id: string, handledBy: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ status: handledBy ? 'handled' : 'new', handled_by: handledBy, handled_at: handledBy ? new Date() : null })
    .where('id', '=', id)
    .where('status', '=', handledBy ? 'new' : 'handled')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Says who takes care of a report; returns whether that changed. */
export async function assignReport(db: Db, id: string, assigneeId: string | null): Promise<boolean> {
  const { rows } = await sql`
    UPDATE reports SET assignee_id = ${assigneeId} WHERE id = ${id} AND assignee_id IS DISTINCT FROM ${assigneeId}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Adds a note to a report, whose row is locked meanwhile so that notes at once stay within their number. */
export async function insertNote(
  db: Db,
  id: string,
  { authorId, content, atMost }: { authorId: string; content: string; atMost: number },
): Promise<boolean> {
  await sql`SELECT FROM reports WHERE id = ${id} FOR UPDATE`.execute(db);
  const { rows } = await sql`
    INSERT INTO report_notes (id, report_id, author_id, content)
    SELECT ${newId()}, ${id}, ${authorId}, ${content}
    WHERE (SELECT count(*) FROM report_notes WHERE report_id = ${id}) < ${atMost}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Stores what the author of a report is answered; returns their id, or undefined when they were answered before. */
export async function answerReport(
  db: Db,
  id: string,
  { text, by }: { text: string; by: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ reportedBy: string }>`
    UPDATE reports SET answer = ${text}, answered_by = ${by}, answered_at = clock_timestamp()
    WHERE id = ${id} AND answer IS NULL AND reported_by IS NOT NULL RETURNING reported_by AS "reportedBy"`.execute(db);
  return rows[0]?.reportedBy;
}

/** Reads administrators whose account is open, by name, filtered by a search: each word is in the name or the address. */
export async function readAssignees(
  db: Db,
  search = '',
  count: number,
): Promise<{ _id: string; firstName: string; lastName: string; email: string }[]> {
  const words = search.split(/\s+/).filter(word => word !== '');
  const found = [sql`suspended_at IS NULL`, ...words.slice(0, 10).map(nameOrEmailHolds)];
  const { rows } = await sql<{ _id: string; firstName: string; lastName: string; email: string }>`
    SELECT id AS _id, first_name AS "firstName", last_name AS "lastName", email FROM users
    WHERE admin AND (${sql.join(found, sql`) AND (`)})
    ORDER BY search_name, id LIMIT ${count}`.execute(db);
  return rows;
}

/** Deletes a report. */
export async function deleteReport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('reports').where('id', '=', id).execute();
}

/** Counts the reports that nobody has handled, up to `atMost`. */
export async function countNew(db: Db, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM (SELECT FROM reports WHERE status = 'new' LIMIT ${atMost}) AS waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the ids of a person's reports that nobody has handled. */
export const readNewOf = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('reports')
      .select('id')
      .where('reported_user', '=', userId)
      .where('status', '=', 'new')
      .execute()
  ).map(row => row.id);

/** Tells whether the person exists. */
export const personExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Message with its place and workspace, without checking rights; a conversation has no workspace and no name. */
export interface FoundPlace extends Twin {
  workspaceId: string | null;
  name: string;
}

/** Finds the workspace and place of a message, without checking rights. */
export async function findPlaceOf(db: Db, messageId: string): Promise<FoundPlace | undefined> {
  const { rows } = await sql<
    PlaceAccess & Omit<FoundPlace, 'place' | 'name'> & { channel: string | null; workspace: string | null }
  >`
    SELECT messages.id, messages.twin_id AS "twinId", messages.twin_thread_id AS "twinThreadId", ${sql.raw(placeColumns)},
      channels.workspace_id AS "workspaceId", channels.title AS channel, workspaces.title AS workspace
    FROM messages JOIN places ON places.id = messages.place_id
    LEFT JOIN channels ON channels.id = coalesce(places.parent_id, places.id)
    LEFT JOIN workspaces ON workspaces.id = channels.workspace_id
    WHERE messages.id = ${messageId} AND messages.deleted_at IS NULL`.execute(db);
  return rows.map(({ placeId, homeId, kind, channel, workspace, ...row }) => ({
    ...row,
    place: { placeId, homeId, kind },
    name: channel ? `${workspace} › ${channel}` : '',
  }))[0];
}
