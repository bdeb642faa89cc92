import { type Database, newId } from '../server/platform/postgres/db.ts';
import { channelRoom } from '../server/platform/realtime/rooms.ts';
import { Sessions } from '../server/platform/session.ts';

/** People with a session each, all of them members of one workspace, and its public channels. */
export interface Crowd {
  workspaceId: string;
  tokens: string[];
  userIds: string[];
  channelIds: string[];
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Writes a crowd straight to the database: registering would hash a password for each. */
export async function createCrowd(
  { pool, kysely }: Database,
  secret: string,
  { people, channels }: { people: number; channels: number },
): Promise<Crowd> {
  const workspaceId = newId();
  const userIds = many(people, newId);
  const channelIds = many(channels, newId);
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
    await run(`INSERT INTO workspaces (id, title, welcome_channel, members_count) VALUES ($1, 'Mesures', $2, $3)`, [
      workspaceId,
      channelIds[0],
      people,
    ]);
    await run(
      `INSERT INTO workspace_members (workspace_id, user_id, owner)
        SELECT $1, id, id = $3 FROM unnest($2::uuid[]) AS id`,
      [workspaceId, userIds, userIds[0]],
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
  const sessions = new Sessions(kysely, new TextEncoder().encode(secret));
  const tokens: string[] = [];
  for (const userId of userIds) tokens.push(await sessions.open(kysely, userId));
  return { workspaceId, tokens, userIds, channelIds };
}
