import type { RunningServer } from './server.ts';

/** Inserts messages of one to four sentences into a channel, spread over months. */
export async function fillChannel(
  { database }: Pick<RunningServer, 'database'>,
  channelId: string,
  senders: readonly string[],
  messages: number,
): Promise<void> {
  await database.pool.query(
    `INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
      SELECT gen_random_uuid(), $1, n, n, ($2::uuid[])[1 + n / 3 % cardinality($2::uuid[])], gen_random_uuid(),
        repeat('La livraison des **menuiseries** est reportée à mardi, je préviens l’équipe. ', 1 + n % 4) || n,
        now() - ($3 - n) * interval '3 minutes'
      FROM generate_series(1, $3::int) AS n`,
    [channelId, senders, messages],
  );
  await database.pool.query('UPDATE places SET seq = $2 WHERE id = $1', [channelId, messages]);
}
