import type { Registration } from '@palabre/common/contract/people/registration.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

/** Default choice of an installation. */
const atFirst: Registration = { who: 'everybody', domains: [], text: '' };

/** Reads the registration rules. */
export async function readRegistration(db: Db): Promise<Registration> {
  const row = await db.selectFrom('registration').select(['who', 'domains', 'text']).executeTakeFirst();
  return row ?? atFirst;
}

/** Writes the registration rules. */
export async function writeRegistration(db: Db, { who, domains, text }: Registration): Promise<void> {
  await sql`
    INSERT INTO registration (who, domains, text) VALUES (${who}, ${domains}::text[], ${text})
    ON CONFLICT (one) DO UPDATE SET who = excluded.who, domains = excluded.domains, text = excluded.text,
      updated_at = now()`.execute(db);
}

/** Reads whether members have invited an address, and whether an administrator has approved it. */
export async function readStanding(db: Db, email: string): Promise<{ invited: boolean; approved: boolean }> {
  const { rows } = await sql<{ invited: boolean; approved: boolean }>`
    SELECT EXISTS (
      SELECT FROM email_invites AS invite
      JOIN workspace_members AS asker ON asker.workspace_id = invite.workspace_id AND asker.user_id = invited_by
      WHERE email = ${email} AND accepted_at IS NULL AND expires_at > now()
    ) AS invited, EXISTS (
      SELECT FROM registration_passes WHERE email = ${email} AND approved AND expires_at > now()
    ) AS approved`.execute(db);
  return rows[0] ?? { invited: false, approved: false };
}
