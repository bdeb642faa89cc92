import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import type { Reaction } from '@palabre/common/rules/messages/reactions.ts';
import { sql } from 'kysely';
import { type PlaceAccess, placeColumns } from '../../../platform/access/access.places.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { inSenderIndex } from '../../../platform/postgres/sender-index.ts';

const accessOf = sql.raw(placeColumns);

/** Lists the people whose messages are to be blanked, the oldest request first. */
export async function readErasures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('erasures').select('user_id').orderBy('asked_at').limit(100).execute();
  return rows.map(row => row.user_id);
}

/** Ends an erasure, after a minute in which posts in flight are stored or refused. */
export async function endErasure(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM erasures WHERE user_id = ${userId} AND asked_at < now() - interval '1 minute'`.execute(db);
}

/** Message to blank. */
export interface Written {
  id: string;
  placeId: string;
  files: FileAttachment[] | null;
}

/** Reads a batch of a person's messages that are not blank, after an id. */
export async function readWritten(db: Db, userId: string, after: string, count: number): Promise<Written[]> {
  const { rows } = await sql<Written>`
    SELECT id, place_id AS "placeId", files FROM messages
    WHERE sender_id = ${userId} AND ${inSenderIndex} AND id > ${after} AND deleted_at IS NULL AND (content <> '' OR files IS NOT NULL)
    ORDER BY id LIMIT ${count}`.execute(db);
  return rows;
}

/** Result of blanking messages of a place: their ids in order of seq, and the room to tell. */
export interface Blanked {
  ids: string[];
  room: string;
  place: PlaceAccess;
}

/** Blanks messages of one place, each with a seq of its own; null when the place was deleted. */
export async function blankMessages(db: Db, placeId: string, ids: readonly string[]): Promise<Blanked | null> {
  // The next statement decides, and sees everything committed before this lock.
  const { rows: places } = await sql<PlaceAccess & { room: string }>`
    SELECT room, ${accessOf} FROM places WHERE id = ${placeId} FOR NO KEY UPDATE`.execute(db);
  const [place] = places;
  if (!place) return null;
  const { rows } = await sql<{ id: string; seq: number }>`
    WITH chosen AS (
      SELECT id, row_number() OVER (ORDER BY position) AS nth FROM messages
      WHERE id = ANY(${ids}::uuid[]) AND deleted_at IS NULL
    ), numbered AS (
      UPDATE places SET seq = seq + (SELECT count(*) FROM chosen) WHERE id = ${placeId} RETURNING seq
    )
    UPDATE messages SET content = '', files = NULL, reactions = NULL, pinned_at = NULL,
      seq = numbered.seq - (SELECT count(*) FROM chosen) + chosen.nth
    FROM chosen, numbered WHERE messages.id = chosen.id
    RETURNING messages.id, messages.seq`.execute(db);
  return { ids: rows.sort((a, b) => a.seq - b.seq).map(({ id }) => id), room: place.room, place };
}

/** Message with its place. */
interface Reacted extends PlaceAccess {
  id: string;
}

/** Reads a batch of messages with reactions after an id: the messages the person reacted to, and the last id. */
export async function readReacted(
  db: Db,
  userId: string,
  after: string,
  count: number,
): Promise<{ last: string | null; reacted: Reacted[] }> {
  const sign = JSON.stringify([{ usersId: [userId] }]);
  const { rows } = await sql<Reacted & { theirs: boolean }>`
    SELECT messages.id, ${accessOf}, reactions @> ${sign}::jsonb AS theirs
    FROM messages JOIN places ON places.id = place_id
    WHERE reactions IS NOT NULL AND messages.id > ${after} ORDER BY messages.id LIMIT ${count}`.execute(db);
  return { last: rows.at(-1)?.id ?? null, reacted: rows.filter(({ theirs }) => theirs) };
}

/** Returns reactions without one person's. */
export const withoutThose = (reactions: readonly Reaction[], userId: string): Reaction[] =>
  reactions
    .map(({ reaction, usersId }) => ({ reaction, usersId: usersId.filter(id => id !== userId) }))
    .filter(({ usersId }) => usersId.length > 0);
