import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { isLive } from '../../../platform/sessions/session.store.ts';
import { isUrgent } from '../../people/availability/open/availability.store.ts';
import { type Reach, toldMessages, urgentWaits, type Waiting, waiting } from '../notifications/open/waiting.store.ts';
import type { Target } from './push.sender.ts';

/** Device to push to, with its owner. */
export interface Asked {
  id: string;
  userId: string;
}

/** Bounds in time of pushes. */
export interface Due {
  /** Latest time of a message that has been pending long enough. */
  saidBefore: Date;
  /** Time before which messages are too old to be pushed. */
  saidAfter: Date;
  /** Time before which a queued push counts as lost, and is queued again. */
  askedBefore: Date;
}

const notAsked = ({ askedBefore }: Due) => sql`coalesce(push.asked_at <= ${askedBefore}, true)`;

/** Devices of the people whom messages may notify. */
export interface Called {
  devices: Asked[];
  /** Whether any device gets pushes, whoever is notified. */
  areAny: boolean;
}

/**
 * Reads the devices of the people whom these messages may notify: by name, by a role, with everyone, or in a
 * conversation. The exact rules apply as the push leaves.
 */
export async function readCalledDevices(db: Db, messageIds: readonly string[], due: Due): Promise<Called> {
  const { rows } = await sql<Asked | { id: null }>`
    WITH said AS (SELECT id, sender_id, place_id FROM messages WHERE id = ANY(${messageIds}::uuid[])),
      called AS (
        SELECT target, everyone, sender_id FROM mentions JOIN said ON said.id = mentions.message_id
      ),
      people AS (
        SELECT target AS user_id, sender_id FROM called WHERE NOT everyone
        UNION SELECT user_id, sender_id FROM called JOIN role_users ON role_id = target WHERE NOT everyone
        UNION SELECT user_id, sender_id FROM called JOIN workspace_people ON workspace_id = target WHERE everyone
        UNION SELECT user_id, sender_id FROM called JOIN conversation_users ON conversation_id = target WHERE everyone
        UNION SELECT user_id, sender_id FROM said JOIN conversation_users ON conversation_id = place_id
      )
    SELECT push.id, push.user_id AS "userId" FROM push_subscriptions AS push
    WHERE push.user_id IN (SELECT user_id FROM people WHERE user_id IS DISTINCT FROM sender_id) AND ${notAsked(due)}
    UNION ALL SELECT NULL, NULL WHERE NOT EXISTS (SELECT FROM push_subscriptions)`.execute(db);
  const devices = rows.filter((row): row is Asked => row.id !== null);
  return { devices, areAny: devices.length === rows.length };
}

/** Reads the next devices without a push in flight, in order of id, with whether any message is pending: one query. */
export async function readLookedAt(
  db: Db,
  due: Due,
  after: string | null,
  atMost: number,
): Promise<(Asked & { waits: boolean })[]> {
  const { rows } = await sql<Asked & { waits: boolean }>`
    SELECT person.id, person.user_id AS "userId", EXISTS (${waiting(due.saidBefore)}) AS waits FROM (
      SELECT id, user_id, greatest(since, ${due.saidAfter}) AS since, urgent_since FROM push_subscriptions AS push
      WHERE id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') AND ${notAsked(due)}
      ORDER BY id LIMIT ${atMost}
    ) AS person ORDER BY person.id`.execute(db);
  return rows;
}

/**
 * Records that pushes to these devices are queued, so that no other process queues them.
 * @returns the devices that were not queued meanwhile
 */
export async function noteAsked(db: Db, ids: readonly string[], due: Due, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE push_subscriptions AS push SET asked_at = ${at} WHERE id IN (
      SELECT id FROM push_subscriptions WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE
    ) AND ${notAsked(due)} RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reads the owner of a device; undefined when it is gone, or its session is over. */
export async function readOwner(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    SELECT push.user_id AS "userId" FROM push_subscriptions AS push JOIN sessions ON sessions.id = push.session_id
    WHERE push.id = ${id} AND ${sql.raw(isLive)}`.execute(db);
  return rows[0]?.userId;
}

/** Records that a push to this device is to be retried. */
export async function noteTryAgain(db: Db, id: string, at: Date): Promise<void> {
  await sql`UPDATE push_subscriptions SET asked_at = ${at} WHERE id = ${id}`.execute(db);
}

/** Records that no push to this device is queued: later messages queue a new one. */
export async function noteDone(db: Db, id: string): Promise<void> {
  await sql`UPDATE push_subscriptions SET asked_at = NULL WHERE id = ${id}`.execute(db);
}

/** Tells whether a message from before a time is pending for a device. */
export async function waitsFor(db: Db, id: string, { saidAfter }: Due, until: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (${waiting(until)}) AS waits FROM (
      SELECT user_id, greatest(since, ${saidAfter}) AS since, urgent_since FROM push_subscriptions WHERE id = ${id}
    ) AS person`.execute(db);
  return rows[0]?.waits === true;
}

/** Tells which of these devices have a pending urgent message from before a time, which is pushed off duty too. */
export async function readUrgentlyCalled(
  db: Db,
  ids: readonly string[],
  { saidAfter }: Due,
  until: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT person.id FROM (
      SELECT id, user_id, greatest(since, ${saidAfter}) AS since, urgent_since FROM push_subscriptions WHERE id = ANY(${ids}::uuid[])
    ) AS person WHERE ${urgentWaits(until)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Pending message, in the form used by a push. */
export interface WaitingPush extends Waiting {
  /** Whether it came after the last push. */
  isNew: boolean;
  saidMs: number;
}

/** Device to push to, with all pending messages of its person, newest first. */
export interface ToldDevice extends Target {
  userId: string;
  messages: WaitingPush[];
}

/**
 * Reads a device with the unread messages to push to its person now: including those already pushed, so that they are
 * counted, and those left over from a subscription that this one replaces.
 */
export async function readToldDevice(
  db: Db,
  id: string,
  { saidBefore, saidAfter }: Due,
  reach: Reach,
): Promise<ToldDevice | undefined> {
  const isTold = sql`messages.created_at <= person.urgently_pushed AND ${isUrgent}`;
  const more = sql`, messages.created_at > person.pushed AND (${isTold}) IS NOT TRUE AS "isNew",
    (extract(epoch FROM messages.created_at) * 1000)::float8 AS "saidMs"`;
  const { rows } = await sql<ToldDevice>`
    SELECT person.user_id AS "userId", person.endpoint, person.p256dh, person.auth, person.language, person.detail, ${toldMessages(saidBefore, reach, more)} AS messages
    FROM (
      SELECT user_id, endpoint, p256dh, auth, language, detail, since AS pushed,
        greatest(least(created_at, since), ${saidAfter}) AS since, urgent_since AS urgently_pushed, NULL::timestamptz AS urgent_since
      FROM push_subscriptions WHERE id = ${id}
    ) AS person`.execute(db);
  return rows[0];
}

/** Records that everything up to a message of this time was pushed to a device, or the urgent messages alone. */
export async function notePushed(db: Db, id: string, until: string, reach: Reach): Promise<void> {
  const told = sql.ref(reach === 'all' ? 'since' : 'urgent_since');
  await sql`
    UPDATE push_subscriptions SET ${told} = greatest(${told}, ${until}::timestamptz) WHERE id = ${id}`.execute(db);
}

/** Counts the devices with a queued push. */
export async function countAsked(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM push_subscriptions WHERE asked_at IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}
