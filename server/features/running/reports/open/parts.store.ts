import { type RawBuilder, sql } from 'kysely';

/** Builds the name of a joined person, who may be missing; `more` adds fields. */
export const person = (table: string, more: RawBuilder<unknown>) => sql`CASE WHEN ${sql.ref(table)}.id IS NOT NULL THEN
  json_build_object('_id', ${sql.ref(table)}.id, 'firstName', ${sql.ref(table)}.first_name,
    'lastName', ${sql.ref(table)}.last_name${more}) END`;

/** Builds a time of a JSON as the wire has it. */
export const wire = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Builds the notes of a report that meet a condition, with their authors. */
export const notesOf = (condition: RawBuilder<unknown>) => sql`coalesce((
  SELECT json_agg(json_build_object('_id', notes.id, 'author', ${person('author', sql``)}, 'content', notes.content,
    'byOwner', notes.by_owner, 'createdAt', ${wire('notes.created_at')}) ORDER BY notes.id)
  FROM report_notes AS notes LEFT JOIN users AS author ON author.id = notes.author_id
  WHERE notes.report_id = reports.id AND ${condition}), '[]')`;

/** Builds the messages around a reported one: what somebody wrote whose account is deleted is no longer told. */
export const contextOf = sql`CASE WHEN context IS NOT NULL THEN coalesce((
  SELECT json_agg(json_build_object('_id', near ->> '_id', 'author', ${person('author', sql``)}, 'time', near ->> 'time',
    'content', CASE WHEN author.id IS NULL THEN '' ELSE near ->> 'content' END,
    'files', (near ->> 'files')::int) ORDER BY nth)
  FROM jsonb_array_elements(context) WITH ORDINALITY AS kept (near, nth)
  LEFT JOIN users AS author ON author.id = (near ->> 'author')::uuid), '[]') END`;

/** Builds the reported message, and whether it has been deleted since. */
export const messageOf = sql`message || jsonb_build_object('deleted', NOT EXISTS (
  SELECT FROM messages WHERE messages.id = (message ->> '_id')::uuid AND deleted_at IS NULL))`;
