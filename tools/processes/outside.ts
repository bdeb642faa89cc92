import pg from 'pg';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { dataFolder, usedDataFolder } from './palabre.ts';

/** Starts a PostgreSQL with a plain account that owns its database; returns its URL. */
export async function givenDatabase(): Promise<string> {
  const given = await startEmbeddedPostgres({ dataDir: usedDataFolder(), durable: false });
  onTestFinished(() => given.stop());
  const client = new pg.Client(given.url);
  await client.connect();
  await client.query(`CREATE ROLE simple LOGIN PASSWORD 'un mot de passe'`);
  await client.query('CREATE DATABASE discussions OWNER simple');
  await client.end();
  return `postgres://simple:${encodeURIComponent('un mot de passe')}@127.0.0.1:${given.port}/discussions`;
}

/** Starts a server of S3 with an empty bucket. */
export async function givenBucket(): Promise<{ url: string; port: number }> {
  const directory = dataFolder();
  const configureBuckets = [{ name: 'palabre', configs: [] }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', directory, silent: true, configureBuckets });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/palabre`, port };
}
