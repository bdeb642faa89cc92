import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { type Draft, Drafts } from './drafts.ts';
import { createFolderStorage } from './storage-folder.ts';
import { createS3Storage } from './storage-s3.ts';

/** A part of a file: from one byte to another, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files' bytes are kept, by key (`id`, or `id.thumb`); `S3_URL` chooses between a folder and a bucket. */
export interface Storage {
  /** Where files that arrive wait, on this machine. */
  readonly drafts: Drafts;
  /** Takes a draft over, whole or not at all, without reading it into memory; refuses as `put` does. */
  take(key: string, draft: Draft): Promise<void>;
  /** Stores bytes whole or not at all; refuses with `storage_full` when there is no room, `storage_unavailable` out of reach. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Reads bytes back, all or a part; refuses with `not_found` when there are none. */
  read(key: string, part?: ByteRange): Promise<Readable>;
  /** Does nothing when there is nothing. */
  remove(key: string): Promise<void>;
  /** Stores something and removes it; fails when that fails. */
  check(): Promise<void>;
}

/**
 * Opens the storage that the environment asks for.
 * @throws StartError when it does not take files
 */
export async function createStorage(env: Pick<Env, 'dataDir' | 's3'>, logger: Logger): Promise<Storage> {
  if (env.s3) return createS3Storage(env.s3, logger, await Drafts.open(join(env.dataDir, 'uploads')));
  return createFolderStorage(join(env.dataDir, 'files'));
}
