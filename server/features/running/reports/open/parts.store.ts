import { type RawBuilder, sql } from 'kysely';

/**
 * Builds the name of the person in a column, null for nobody; `more` adds fields of `named`. A sub-select each: joins
 * would make the statement cost twenty milliseconds to plan.
 */
export const person = (column: string, more = sql``) => sql`(
  SELECT json_build_object('_id', named.id, 'firstName', named.first_name, 'lastName', named.last_name${more})
  FROM users AS named WHERE named.id = ${sql.ref(column)})`;

/** Builds a time of a JSON in wire format. */
export const wire = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Builds the notes of a report that meet a condition, with their authors. */
export const notesOf = (condition: RawBuilder<unknown>) => sql`coalesce((
  SELECT json_agg(json_build_object('_id', notes.id, 'author', ${person('author_id')}, 'content', notes.content,
    'byOwner', notes.by_owner, 'createdAt', ${wire('notes.created_at')}) ORDER BY notes.id)
  FROM report_notes AS notes WHERE notes.report_id = reports.id AND ${condition}), '[]')`;

/** Builds the messages around a reported one, without the text of deleted accounts. */
export const contextOf = sql`CASE WHEN context IS NOT NULL THEN coalesce((
  SELECT json_agg(json_build_object('_id', near ->> '_id', 'author', author, 'time', near ->> 'time',
    'content', CASE WHEN author IS NULL THEN '' ELSE near ->> 'content' END,
    'files', (near ->> 'files')::int) ORDER BY nth)
  FROM jsonb_array_elements(context) WITH ORDINALITY AS kept (near, nth)
  CROSS JOIN LATERAL (SELECT (near ->> 'author')::uuid AS author_id) AS wrote
  CROSS JOIN LATERAL (SELECT ${person('author_id')} AS author) AS told), '[]') END`;

/** Builds the reported message, and whether it has been deleted since. */
export const messageOf = sql`message || jsonb_build_object('deleted', NOT EXISTS (
  SELECT FROM messages WHERE messages.id = (message ->> '_id')::uuid AND deleted_at IS NULL))`;
