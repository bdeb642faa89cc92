import { sql } from 'kysely';
import type { Palabre } from '../harness.ts';

/** Makes restricted workspaces that these people own together, straight in the database: « Lot 001 » and so on. */
export const ownMany = (
  { services }: Palabre,
  people: readonly { id: string }[],
  count: number,
  societyId: string | null = null,
): Promise<unknown> =>
  sql`
    WITH made AS (
      SELECT gen_random_uuid() AS id, gen_random_uuid() AS channel, lpad(n::text, 3, '0') AS n
      FROM generate_series(1, ${count}::int) AS n
    ), placed AS (
      INSERT INTO places (id, kind, room) SELECT channel, 'channel', 'workspace:' || id FROM made
    ), opened AS (
      INSERT INTO workspaces (id, title, welcome_channel, restricted, society_id)
      SELECT id, 'Lot ' || n, channel, true, ${societyId}::uuid FROM made
    ), first AS (
      INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT channel, id, 'général', 'public', 0 FROM made
    )
    INSERT INTO workspace_members (workspace_id, user_id, owner)
    SELECT id, person, true FROM made, unnest(${people.map(({ id }) => id)}::uuid[]) AS person`.execute(
    services.database.kysely,
  );
