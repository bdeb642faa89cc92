import { limits } from '@palabre/common/contract/fields.ts';
import type { PushDetail, PushDevice } from '@palabre/common/contract/reading/push.ts';
import { sql } from 'kysely';
import type { Language } from '../../../platform/http/errors.ts';
import { type Db, newId } from '../../../platform/postgres/db.ts';
import { isLive } from '../../../platform/sessions/session.store.ts';
import type { Sent, Subscription, Target } from './push.sender.ts';

interface Row {
  id: string;
  device: string | null;
  detail: PushDetail;
  session_id: string;
  created_at: Date;
  last_success_at: Date | null;
  failures: number;
}

/** Reads a person's devices that get pushes, the current one first; or a single device. */
export async function readDevices(
  db: Db,
  userId: string,
  sid: string,
  id: string | null = null,
): Promise<PushDevice[]> {
  const { rows } = await sql<Row>`
    SELECT push.id, sessions.device, push.detail, push.session_id, push.created_at, push.last_success_at, push.failures
    FROM push_subscriptions AS push JOIN sessions ON sessions.id = push.session_id
    WHERE push.user_id = ${userId} AND coalesce(push.id = ${id}::uuid, true) AND ${sql.raw(isLive)}
    ORDER BY push.session_id = ${sid} DESC, push.created_at DESC, push.id LIMIT ${limits.pushDevices}`.execute(db);
  return rows.map(row => ({
    _id: row.id,
    device: row.device,
    detail: row.detail,
    current: row.session_id === sid,
    createdAt: row.created_at.toISOString(),
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    failures: row.failures,
  }));
}

/**
 * Stores the subscription of a session, one at most; a browser subscribed by another session moves to this one. A
 * subscription that replaces another continues where that one was, so that messages sent meanwhile are pushed. Locks
 * its person, so that concurrent requests stay within the limit of devices.
 * @returns its id; undefined when the person has reached that limit
 */
export async function storeSubscription(
  db: Db,
  { userId, sid }: { userId: string; sid: string },
  { endpoint, p256dh, auth, language, detail }: Target,
): Promise<string | undefined> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db);
  const { rows: replaced } = await sql<{ since: string }>`
    DELETE FROM push_subscriptions WHERE session_id = ${sid} AND endpoint <> ${endpoint}
    RETURNING since::text AS since`.execute(db);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO push_subscriptions AS push (id, user_id, session_id, endpoint, p256dh, auth, language, detail, since)
    SELECT ${newId()}, ${userId}, ${sid}, ${endpoint}, ${p256dh}, ${auth}, ${language}, ${detail},
      coalesce(${replaced[0]?.since ?? null}::timestamptz, clock_timestamp())
    WHERE (SELECT count(*) FROM push_subscriptions WHERE user_id = ${userId} AND endpoint <> ${endpoint}) < ${limits.pushDevices}
    ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, detail = excluded.detail,
      since = CASE WHEN push.user_id = excluded.user_id THEN push.since ELSE excluded.since END,
      failures = CASE WHEN push.user_id = excluded.user_id AND push.p256dh = excluded.p256dh THEN push.failures ELSE 0 END,
      last_success_at = CASE WHEN push.user_id = excluded.user_id THEN push.last_success_at END
    RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** Deletes a person's device, by its id or by its session. */
export async function deleteSubscription(
  db: Db,
  userId: string,
  which: { id: string } | { sid: string },
): Promise<void> {
  const one = 'id' in which ? sql`id = ${which.id}` : sql`session_id = ${which.sid}`;
  await sql`DELETE FROM push_subscriptions WHERE user_id = ${userId} AND ${one}`.execute(db);
}

/** Reads the subscription of a person's device. */
export async function readTarget(db: Db, userId: string, id: string): Promise<Target | undefined> {
  const { rows } = await sql<Subscription & { language: Language; detail: PushDetail }>`
    SELECT endpoint, p256dh, auth, language, detail FROM push_subscriptions
    WHERE id = ${id} AND user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Refusals in a row after which a subscription is deleted. */
const refusalsAtMost = 3;

/**
 * Records the outcome of a push; deletes a subscription that is gone, or was refused too often since its last success.
 */
export async function noteSent(db: Db, id: string, { outcome }: Sent, at: Date): Promise<void> {
  if (outcome === 'accepted') {
    await sql`UPDATE push_subscriptions SET last_success_at = ${at}, failures = 0 WHERE id = ${id}`.execute(db);
  } else if (outcome === 'gone') {
    await sql`DELETE FROM push_subscriptions WHERE id = ${id}`.execute(db);
  } else if (outcome === 'refused') {
    await sql`
      WITH refused AS (UPDATE push_subscriptions SET failures = failures + 1
        WHERE id = ${id} AND failures + 1 < ${refusalsAtMost} RETURNING id)
      DELETE FROM push_subscriptions WHERE id = ${id} AND NOT EXISTS (SELECT FROM refused)`.execute(db);
  }
}
