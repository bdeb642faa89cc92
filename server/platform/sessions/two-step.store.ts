import { sql } from 'kysely';
import type { Db } from '../postgres/db.ts';

/** Says in SQL whether administrators require two-step of everybody (decision 0080). */
export const requiresTwoStep = `EXISTS (SELECT FROM settings WHERE settings.name = 'twoStepRequired' AND settings.value = 'true')`;

/** Says in SQL whether a person, a row of `users`, lacks required two-step. */
export const needsTwoStep = `(NOT (users.double_authentification AND users.verification) AND ${requiresTwoStep})`;

/** Reads whether two-step is currently required of everybody, even within a transaction. */
export async function readTwoStepRequired(db: Db): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`SELECT ${sql.raw(requiresTwoStep)} AS required`.execute(db);
  return rows[0]?.required ?? false;
}

/**
 * Reads whether a person's login asks for a code, and locks their account, so that nobody changes it before the
 * transaction ends.
 */
export async function holdTwoStep(db: Db, userId: string): Promise<boolean> {
  const kept = await db
    .selectFrom('users')
    .select(sql<boolean>`double_authentification AND verification`.as('on'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return kept?.on ?? false;
}
