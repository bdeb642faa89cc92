import { sql } from 'kysely';
import { type Db, newId } from '../postgres/db.ts';

/**
 * Makes an account administrator, and records it in the audit journal unless it already was one.
 * @param email in lower case
 * @returns the account, and whether the address is proved; undefined when there is no such account, or it is suspended
 * or a guest's
 */
export async function makeAdministrator(
  db: Db,
  email: string,
  { provenOnly = false }: { provenOnly?: boolean } = {},
): Promise<{ id: string; proven: boolean } | undefined> {
  const { rows } = await sql<{ id: string; proven: boolean }>`
    WITH account AS (SELECT * FROM users WHERE lower(email) = ${email} AND suspended_at IS NULL AND guest_until IS NULL AND (email_proven OR NOT ${provenOnly})),
    made AS (UPDATE users SET admin = true FROM account WHERE users.id = account.id AND NOT account.admin RETURNING users.*),
    told AS (
      INSERT INTO audit (id, created_at, action, actor_name, target_id, target_name, place_name, changes)
      SELECT ${newId()}, now(), 'administrator_made', '', id, first_name || ' ' || last_name || ' (' || email || ')', '', '{}' FROM made
    )
    SELECT id, email_proven AS proven FROM account`.execute(db);
  return rows[0];
}
