import type pg from 'pg';
import { newId } from './postgres/db.ts';

/**
 * Makes an account administrator, and says so in the journal when it was none.
 * @param email in lower case
 * @returns whether that account exists
 */
export async function makeAdministrator(pool: pg.Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH account AS (SELECT * FROM users WHERE lower(email) = $1),
    made AS (UPDATE users SET admin = true FROM account WHERE users.id = account.id AND NOT account.admin RETURNING users.*),
    told AS (
      INSERT INTO audit (id, created_at, action, actor_name, target_id, target_name, place_name, changes)
      SELECT $2, now(), 'administrator_made', '', id, first_name || ' ' || last_name || ' (' || email || ')', '', '{}' FROM made
    )
    SELECT FROM account`,
    [email, newId()],
  );
  return (rowCount ?? 0) > 0;
}
