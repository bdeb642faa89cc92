import { sql } from 'kysely';
import type { Db } from '../postgres/db.ts';
import type { From } from './session.ts';

const keptAtMost = 20;

/** Limit on the new browsers of one person in a day that each cause a mail. */
const newsPerDayAtMost = 10;

/**
 * Records a browser of a person as seen now, and keeps their most recent ones.
 * @returns whether it is new beside others, and worth a mail: not after many new browsers in a day, nor when a session
 * of the person was opened from the same kind of device at the same address, which means a browser that lost its cookie
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
    SELECT added AND others.known > 0 AND others.today < ${newsPerDayAtMost} AND NOT EXISTS (
      SELECT FROM sessions WHERE user_id = ${userId} AND device IS NOT DISTINCT FROM ${device}::text AND address = ${address}
    ) AS "isNew"
    FROM kept CROSS JOIN (
      SELECT count(*) AS known, count(*) FILTER (WHERE seen_at > now() - interval '1 day') AS today
      FROM known_devices WHERE user_id = ${userId}
    ) AS others`.execute(db);
  return rows[0]?.isNew ?? false;
}

/** Says whether anybody has logged in in a browser. */
export async function isInUse(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db.selectFrom('known_devices').select('hash').where('hash', '=', hash).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Says whether a person has logged in in a browser. */
export async function isKnownTo(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Says in SQL whether a person has logged in in a browser. */
export const isKnownBy = (userId: ReturnType<typeof sql>, hash: Buffer | null) => sql<boolean>`
  EXISTS (SELECT FROM known_devices WHERE known_devices.user_id = ${userId} AND known_devices.hash = ${hash}::bytea)`;

/** Deletes all browsers of a person. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Deletes the browsers not seen for a year. */
export async function purgeDevices(db: Db): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', sql<Date>`now() - interval '1 year'`).execute();
}
