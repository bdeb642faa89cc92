import type pg from 'pg';
import type { Tx } from '../postgres/db.ts';

/** Current secret of the server, identified by a mark that reveals nothing of it. */
export interface SecretInUse {
  mark: Buffer;
  /** Mark of the replaced secret. */
  markBefore: Buffer | null;
  /** Time of its first start; null for the first secret of an installation. */
  since: Date | null;
  /** Sealed keys of the previous secrets, for signatures that outlive them. */
  olderKeys: string | null;
}

const columns = ['mark', 'mark_before as markBefore', 'since', 'older_keys as olderKeys'] as const;

/** Reads which secret is in use, and keeps other processes from changing it until the transaction ends. */
export const lockSecretInUse = (db: Tx): Promise<SecretInUse | undefined> =>
  db.selectFrom('secret_in_use').select(columns).forUpdate().executeTakeFirst();

/** Writes which secret is in use. Processes that start together write the same row. */
export async function writeSecretInUse(db: Tx, { mark, markBefore, since, olderKeys }: SecretInUse): Promise<void> {
  const row = { mark, mark_before: markBefore, since, older_keys: olderKeys };
  await db
    .insertInto('secret_in_use')
    .values(row)
    .onConflict(conflict => conflict.column('one').doUpdateSet(row))
    .execute();
}

/** Sessions and mails that still depend on the older secret. */
export interface OlderUses {
  sessions: number;
  /** Time at which the last of these sessions ends. */
  until: Date | null;
  mails: number;
}

/** Reads which secret is in use; undefined before the first start. */
export async function readSecretInUse(pool: pg.Pool): Promise<SecretInUse | undefined> {
  if (!(await isThere(pool, 'secret_in_use'))) return undefined;
  const { rows } = await pool.query<SecretInUse>(
    'SELECT mark, mark_before AS "markBefore", since, older_keys AS "olderKeys" FROM secret_in_use',
  );
  return rows[0];
}

/**
 * Counts sessions and mails made before a secret came into use.
 * @param sessionDays days from the signing of a session's token to its end
 */
export async function countOlderUses(pool: pg.Pool, since: Date, sessionDays: number): Promise<OlderUses> {
  const signed = await pool.query<{ sessions: number; until: Date | null }>(
    `SELECT count(*)::int AS sessions, max(expires_at) AS until FROM sessions
      WHERE expires_at > now() AND expires_at < $1::timestamptz + make_interval(days => $2)`,
    [since, sessionDays],
  );
  const { sessions = 0, until = null } = signed.rows[0] ?? {};
  if (!(await isThere(pool, 'graphile_worker._private_jobs'))) return { sessions, until, mails: 0 };
  const waiting = await pool.query<{ mails: number }>(
    `SELECT count(*)::int AS mails FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
      WHERE identifier = 'mail.send' AND attempts < max_attempts AND jobs.created_at < $1`,
    [since],
  );
  return { sessions, until, mails: waiting.rows[0]?.mails ?? 0 };
}

async function isThere(pool: pg.Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  return rows[0]?.there ?? false;
}
