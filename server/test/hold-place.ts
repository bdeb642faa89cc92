import pg from 'pg';
import { afterFile } from './cleanup.ts';
import type { Palabre } from './harness.ts';

/** Somebody else's transaction, in another process say, that holds a place's lock until it ends. */
export async function holdPlace({ services }: Palabre, placeId: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.env.databaseUrl });
  await client.connect();
  afterFile(() => client.end());
  await client.query('BEGIN');
  await client.query('SELECT FROM places WHERE id = $1 FOR UPDATE', [placeId]);
  return client;
}
