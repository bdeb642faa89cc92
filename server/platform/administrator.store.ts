import type pg from 'pg';

/**
 * Makes an account administrator.
 * @param email in lower case
 * @returns whether that account exists
 */
export async function makeAdministrator(pool: pg.Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE users SET admin = true WHERE lower(email) = $1', [email]);
  return (rowCount ?? 0) > 0;
}
