import type { Announcement, ListedAnnouncement } from '@palabre/common/contract/running/announcements.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

const isOn = sql<boolean>`ended_at IS NULL AND ends_at > now()`;

/** Reads the current announcements that a person has not dismissed, oldest first. */
export async function readShown(db: Db, userId: string): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    SELECT id AS _id, text, kind, ends_at AT TIME ZONE 'UTC' AS "endsAt" FROM announcements
    WHERE ${isOn} AND NOT EXISTS (
      SELECT FROM announcement_dismissals WHERE announcement_id = announcements.id AND user_id = ${userId})
    ORDER BY id`.execute(db);
  return rows;
}

/** Makes other new announcements wait for the end of this transaction. */
export async function lockAnnouncements(db: Db): Promise<void> {
  await sql`LOCK TABLE announcements IN SHARE ROW EXCLUSIVE MODE`.execute(db);
}

/** Counts the current announcements. */
export async function countShown(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM announcements WHERE ${isOn}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Tells whether an announcement is current. */
export async function isShown(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM announcements WHERE id = ${id} AND ${isOn}`.execute(db);
  return rows.length > 0;
}

/** Dismisses an announcement for a person, on all of their devices. */
export async function dismiss(db: Db, id: string, userId: string): Promise<void> {
  await sql`
    INSERT INTO announcement_dismissals (announcement_id, user_id) VALUES (${id}, ${userId})
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Deletes the dismissals of past announcements, which nobody reads any more. */
export async function forgetDismissals(db: Db): Promise<void> {
  await sql`
    DELETE FROM announcement_dismissals USING announcements
    WHERE announcements.id = announcement_id AND NOT (${isOn})`.execute(db);
}

/** Inserts an announcement. */
export async function insertAnnouncement(
  db: Db,
  {
    id,
    text,
    kind,
    endsAt,
    authorId,
  }: Omit<Announcement, '_id' | 'endsAt'> & { id: string; endsAt: Date; authorId: string },
): Promise<void> {
  await db.insertInto('announcements').values({ id, text, kind, ends_at: endsAt, author_id: authorId }).execute();
}

/** Ends an announcement now and returns its text; undefined when it is not current. */
export async function endAnnouncement(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    UPDATE announcements SET ended_at = now() WHERE id = ${id} AND ${isOn} RETURNING text`.execute(db);
  return rows[0]?.text;
}

const columns = sql`announcements.id AS _id, text, kind, ends_at AT TIME ZONE 'UTC' AS "endsAt",
  ended_at AT TIME ZONE 'UTC' AS "endedAt", CASE WHEN users.id IS NULL THEN NULL ELSE json_build_object('_id', users.id,
    'firstName', first_name, 'lastName', last_name) END AS by
  FROM announcements LEFT JOIN users ON users.id = author_id`;

const listed = (row: Omit<ListedAnnouncement, 'createdAt'>): ListedAnnouncement => ({
  ...row,
  createdAt: new Date(Number.parseInt(row._id.replaceAll('-', '').slice(0, 12), 16)).toISOString(),
});

/** Finds an announcement, with its author. */
export async function findAnnouncement(db: Db, id: string): Promise<ListedAnnouncement | undefined> {
  const { rows } = await sql<ListedAnnouncement>`SELECT ${columns} WHERE announcements.id = ${id}`.execute(db);
  return rows[0] && listed(rows[0]);
}

/** Builds the condition of a search: each word is in the text, ignoring case and accents. */
function holding(search: string | undefined): RawBuilder<boolean> {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    words.map(word => sql`folded(text) LIKE holding(folded(${word}))`),
    sql` AND `,
  )})`;
}

/** Reads a page of all announcements, newest first, filtered by a search. */
export async function readAnnouncements(
  db: Db,
  { search, before, count }: { search: string | undefined; before: string | undefined; count: number },
): Promise<ListedAnnouncement[]> {
  const { rows } = await sql<ListedAnnouncement>`
    SELECT ${columns}
    WHERE (${before ?? null}::uuid IS NULL OR announcements.id < ${before ?? null}::uuid) AND ${holding(search)}
    ORDER BY announcements.id DESC LIMIT ${count}`.execute(db);
  return rows.map(listed);
}
