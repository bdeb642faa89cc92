import { sql } from 'kysely';
import type { Db } from '../postgres/db.ts';
import type { From } from './session.ts';

const keptAtMost = 20;

/** Of the browsers that a person uses in one day, so many are news to them. */
const newsADay = 10;

/**
 * Keeps a browser of a person as seen now; of theirs, those seen last stay.
 * @returns whether it is one more beside others, and worth telling: not where somebody goes through many in a day, nor where
 * it is as one from which a session of theirs was opened, of the same kind at the same address: that has lost its cookie
 */
export async function keepDevice(db: Db, userId: string, hash: Buffer, { device, address }: From): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    WITH kept AS (
      INSERT INTO known_devices (user_id, hash) VALUES (${userId}, ${hash})
      ON CONFLICT (user_id, hash) DO UPDATE SET seen_at = now()
      RETURNING xmax = 0 AS added
    ), gone AS (
    DELETE FROM known_devices WHERE user_id = ${userId} AND hash <> ${hash} AND hash NOT IN (
      SELECT hash FROM known_devices WHERE user_id = ${userId} AND hash <> ${hash}
      ORDER BY seen_at DESC LIMIT ${keptAtMost - 1}
    ))
    SELECT added AND others.known > 0 AND others.today < ${newsADay} AND NOT EXISTS (
      SELECT FROM sessions WHERE user_id = ${userId} AND device IS NOT DISTINCT FROM ${device}::text AND address = ${address}
    ) AS "isNew"
    FROM kept CROSS JOIN (
      SELECT count(*) AS known, count(*) FILTER (WHERE seen_at > now() - interval '1 day') AS today
      FROM known_devices WHERE user_id = ${userId}
    ) AS others`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** Whether anybody has logged in in a browser. */
export async function isInUse(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db.selectFrom('known_devices').select('hash').where('hash', '=', hash).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Whether a person has logged in in a browser, as a condition of a query. */
export const isKnownBy = (userId: ReturnType<typeof sql>, hash: Buffer | null) => sql<boolean>`
  EXISTS (SELECT FROM known_devices WHERE known_devices.user_id = ${userId} AND known_devices.hash = ${hash}::bytea)`;

/** No browser of a person is known any more. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Deletes those that were not seen for a year. */
export async function purgeDevices(db: Db): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', sql<Date>`now() - interval '1 year'`).execute();
}
