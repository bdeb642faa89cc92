import { limits } from '@palabre/common/contract/fields.ts';
import type {
  NearMessage,
  Report,
  ReportedMessage,
  ReportHistory,
  ReportReason,
} from '@palabre/common/contract/running/reports.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PlaceAccess, placeColumns } from '../../../platform/access/access.places.ts';
import { nameOrEmailHolds } from '../../../platform/access/people.store.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import type { Twin } from '../../messages/timeline/open/twins.ts';
import { contextOf, messageOf, notesOf, person, wire } from './open/parts.store.ts';

/** Message near a reported one, as stored: with the author's id instead of their name, since they may leave. */
export interface KeptNear extends Omit<NearMessage, 'author'> {
  author: string;
}

/** Report to insert. */
export interface NewReport {
  reportedBy: string;
  reportedUser: string;
  reason: ReportReason;
  description: string;
  workspaceId: string | null;
  message: ReportedMessage | null;
  /** Surrounding messages, as stored. */
  context: KeptNear[] | null;
  forOwners: boolean;
}

/** Inserts a report; undefined when the reporter reported the same person today. */
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
      context: report.context && JSON.stringify(report.context),
      for_owners: report.forOwners,
    })
    .onConflict(conflict => conflict.columns(['reported_by', 'reported_user', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const withEmail = (column: string) => person(column, sql`, 'email', named.email`);

const iso = (column: string) => sql`${sql.ref(column)} AT TIME ZONE 'UTC'`;

/** Builds the workspaces that the reported person shares with the reporter. */
const inCommon = sql`coalesce((
  SELECT json_agg(shared) FROM (
    SELECT shared.id AS _id, shared.title FROM workspaces AS shared
    JOIN workspace_members AS theirs ON theirs.workspace_id = shared.id AND theirs.user_id = reported_user
    JOIN workspace_members AS mine ON mine.workspace_id = shared.id AND mine.user_id = reported_by
    ORDER BY shared.title, shared.id LIMIT ${sql.lit(limits.reportCommon)}) AS shared), '[]')`;

/** Reads the reports that meet a condition, newest first, with every person and place they name: one query. */
async function select(db: Db, condition: RawBuilder<unknown>, limit: number): Promise<Report[]> {
  const { rows } = await sql<Report>`
    SELECT reports.id AS _id, reason, reports.description, reports.status,
      ${iso('reports.created_at')} AS "createdAt", ${iso('handled_at')} AS "handledAt",
      ${withEmail('reported_user')} AS "reportedUser", ${withEmail('reported_by')} AS "reportedBy",
      ${person('handled_by')} AS "handledBy", ${person('assignee_id')} AS assignee,
      handled_by_owner AS "handledByOwner", for_owners AS "forOwners",
      CASE WHEN passed_on_at IS NOT NULL THEN json_build_object('by', ${person('passed_on_by')},
        'at', ${wire('passed_on_at')}) END AS "passedOn",
      ${notesOf(sql`true`)} AS notes, ${contextOf} AS context, ${inCommon} AS common,
      CASE WHEN answer IS NOT NULL THEN json_build_object('text', answer, 'by', ${person('answered_by')},
        'at', ${wire('answered_at')}) END AS answer,
      (SELECT json_build_object('_id', id, 'title', title) FROM workspaces WHERE id = reports.workspace_id) AS workspace,
      ${messageOf} AS message
    FROM reports WHERE ${condition} ORDER BY reports.id DESC LIMIT ${limit}`.execute(db);
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
export async function markReport(
  db: Db,
  id: string,
  handledBy: string | null,
  { asOwner = false } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({
      ...{
        status: handledBy ? 'handled' : 'new',
        handled_by: handledBy,
        handled_by_owner: handledBy !== null && asOwner,
      },
      handled_at: handledBy ? new Date() : null,
    })
    .where('id', '=', id)
    .where('status', '=', handledBy ? 'new' : 'handled')
    // Owners may not change reports that administrators handled or took over.
    .$if(asOwner, query =>
      handledBy ? query.where('passed_on_at', 'is', null) : query.where('handled_by_owner', '=', true),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Passes a new report on to administrators; returns false when it is handled, or was passed on before. */
export async function passReportOn(db: Db, id: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE reports SET passed_on_at = clock_timestamp(), passed_on_by = ${by}
    WHERE id = ${id} AND status = 'new' AND passed_on_at IS NULL RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Sets the assignee of a report; returns whether it changed. */
export async function assignReport(db: Db, id: string, assigneeId: string | null): Promise<boolean> {
  const { rows } = await sql`
    UPDATE reports SET assignee_id = ${assigneeId} WHERE id = ${id} AND assignee_id IS DISTINCT FROM ${assigneeId}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Adds a note to a report, whose row is locked so that concurrent notes stay within the limit. */
export async function insertNote(
  db: Db,
  id: string,
  {
    authorId,
    content,
    atMost,
    byOwner = false,
  }: { authorId: string; content: string; atMost: number; byOwner?: boolean },
): Promise<boolean> {
  await sql`SELECT FROM reports WHERE id = ${id} FOR UPDATE`.execute(db);
  const { rows } = await sql`
    INSERT INTO report_notes (id, report_id, author_id, content, by_owner)
    SELECT ${newId()}, ${id}, ${authorId}, ${content}, ${byOwner}
    WHERE (SELECT count(*) FROM report_notes WHERE report_id = ${id}) < ${atMost}
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Stores the answer to a report's author; returns their id, or undefined when they were answered before. */
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

/** Reads the messages before and after a message of its place, oldest first, in the form stored in a report. */
export async function readAround(db: Db, messageId: string): Promise<KeptNear[]> {
  const near = (side: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    SELECT messages.id AS _id, messages.position, messages.sender_id AS author,
      left(messages.content, ${sql.lit(limits.nearMessage)}) AS content,
      coalesce(jsonb_array_length(messages.files), 0) AS files, ${wire('messages.created_at')} AS time
    FROM messages JOIN messages AS one ON one.id = ${messageId} AND messages.place_id = one.place_id
    WHERE messages.deleted_at IS NULL AND ${side} ORDER BY messages.position ${order} LIMIT ${sql.lit(limits.reportAround)})`;
  const { rows } = await sql<KeptNear>`
    SELECT _id, author, content, files, time FROM (
      ${near(sql`messages.position < one.position`, sql`DESC`)} UNION ALL
      ${near(sql`messages.position > one.position`, sql`ASC`)}) AS around ORDER BY position`.execute(db);
  return rows;
}

/** Counts a person's reports by outcome; undefined without such a person. */
export async function readHistory(db: Db, userId: string): Promise<ReportHistory | undefined> {
  const { rows } = await sql<ReportHistory>`
    SELECT about.open, about.handled, about."deletedMessages", users.created_at AT TIME ZONE 'UTC' AS since,
      (SELECT count(*) FROM reports WHERE reported_by = users.id) AS made,
      (SELECT count(*) FROM audit WHERE target_id = users.id AND action = 'user_suspended') AS suspensions
    FROM users, LATERAL (
      SELECT count(*) FILTER (WHERE status = 'new') AS open, count(*) FILTER (WHERE status = 'handled') AS handled,
        count(*) FILTER (WHERE message IS NOT NULL AND NOT EXISTS (
          SELECT FROM messages WHERE messages.id = (message ->> '_id')::uuid AND deleted_at IS NULL
        )) AS "deletedMessages"
      FROM reports WHERE reported_user = users.id) AS about
    WHERE users.id = ${userId}`.execute(db);
  return rows[0];
}
