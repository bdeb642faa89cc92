import type pg from 'pg';

/** Reads the rooms of these places, by place. */
export async function readRooms(pool: pg.Pool, placeIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; room: string }>({
    name: 'typing-rooms',
    text: 'SELECT id, room FROM places WHERE id = ANY($1::uuid[])',
    values: [placeIds],
  });
  return new Map(rows.map(({ id, room }) => [id, room]));
}
