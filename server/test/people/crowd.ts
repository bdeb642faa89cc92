import { type Database, newId } from '../../platform/postgres/db.ts';
import { channelRoom } from '../../platform/realtime/rooms.ts';
import { Secrets } from '../../platform/sessions/secrets.ts';
import { Sessions } from '../../platform/sessions/session.ts';

/** People with a session each, in one workspace or spread over several, and public channels of the first. */
export interface Crowd {
  workspaceId: string;
  tokens: string[];
  userIds: string[];
  channelIds: string[];
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/**
 * Writes a crowd straight to the database, without hashing a password for each.
 * @param size.workspaces number of workspaces over which people are spread, so that each hears of few others
 */
export async function createCrowd(
  database: Database,
  secret: string,
  { people, channels = 1, workspaces = 1 }: { people: number; channels?: number; workspaces?: number },
): Promise<Crowd> {
  const { pool, kysely } = database;
  const userIds = many(people, newId);
  const channelIds = many(channels, newId);
  const workspaceIds = many(workspaces, newId);
  const workspaceId = workspaceIds[0] as string;
  const room = channelRoom({ id: workspaceId, workspaceId, visibility: 'public' });
  const client = await pool.connect();
  const run = (text: string, values: unknown[]) => client.query(text, values);
  try {
    await run('BEGIN', []);
    await run(
      `INSERT INTO users (id, first_name, last_name, email)
        SELECT id, 'Camille', 'Moreau', id || '@exemple.fr' FROM unnest($1::uuid[]) AS id`,
      [userIds],
    );
    await run(
      `INSERT INTO workspaces (id, title, welcome_channel, members_count)
        SELECT id, 'Mesures', $2, $3 FROM unnest($1::uuid[]) AS id`,
      [workspaceIds, channelIds[0], Math.ceil(people / workspaces)],
    );
    await run(
      `INSERT INTO workspace_members (workspace_id, user_id, owner)
        SELECT ($1::uuid[])[1 + (n - 1) % $3], id, n <= $3 FROM unnest($2::uuid[]) WITH ORDINALITY AS person(id, n)`,
      [workspaceIds, userIds, workspaces],
    );
    await run(`INSERT INTO places (id, kind, room) SELECT id, 'channel', $2 FROM unnest($1::uuid[]) AS id`, [
      channelIds,
      room,
    ]);
    await run(
      `INSERT INTO channels (id, workspace_id, title, visibility, position)
        SELECT id, $2, 'salon ' || n, 'public', n FROM unnest($1::uuid[]) WITH ORDINALITY AS channel(id, n)`,
      [channelIds, workspaceId],
    );
    await run('COMMIT', []);
  } finally {
    client.release();
  }
  await pool.query('ANALYZE users, workspaces, workspace_members, places, channels');
  const sessions = new Sessions(database, new Secrets({ jwtSecret: new TextEncoder().encode(secret) }));
  const tokens: string[] = [];
  await kysely.transaction().execute(async tx => {
    for (const userId of userIds) tokens.push(await sessions.open(tx, userId, { device: null, address: '127.0.0.1' }));
  });
  return { workspaceId, tokens, userIds, channelIds };
}
