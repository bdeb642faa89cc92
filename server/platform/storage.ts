import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Env } from '../env.ts';
import { StartError } from './start-error.ts';
import { createFolderStorage } from './storage-folder.ts';

/** Where files' bytes are kept, by key (`id`, or `id.thumb`); see `contract.md`, `S3_URL`. */
export interface Storage {
  /** Stores bytes whole or not at all; refuses with `storage_full` when there is no room. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Reads bytes back; refuses with `not_found` when there are none. */
  read(key: string): Promise<Readable>;
  /** Does nothing when there is nothing. */
  remove(key: string): Promise<void>;
}

/**
 * Opens the storage that the environment asks for.
 * @throws StartError when it is one that this version does not have
 */
export async function createStorage(env: Pick<Env, 'dataDir' | 's3'>): Promise<Storage> {
  if (env.s3) throw new StartError('S3_URL : cette version garde les fichiers dans DATA_DIR ; retirez S3_URL.');
  return createFolderStorage(join(env.dataDir, 'files'));
}
