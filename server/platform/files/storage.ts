import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { type Draft, Drafts } from './drafts.ts';
import { createFolderStorage } from './storage-folder.ts';
import { createS3Storage } from './storage-s3.ts';

/** Byte range of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** File in the storage; `size` in bytes. */
export interface Stored {
  key: string;
  size: number;
}

/** Storage of file bytes by key (`id`, or `id.thumb`): a folder, or a bucket when `S3_URL` is set. */
export interface Storage {
  /** Drafts of uploads, on this machine. */
  readonly drafts: Drafts;
  /** Moves a draft into the storage, whole or not at all, without reading it into memory; refuses like `put`. */
  take(key: string, draft: Draft): Promise<void>;
  /** Stores bytes, whole or not at all; refuses with `storage_full` or `storage_unavailable`. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Reads a file or a part of it; refuses with `not_found` when it does not exist. */
  read(key: string, part?: ByteRange): Promise<Readable>;
  /** Deletes a file; does nothing when it does not exist. */
  remove(key: string): Promise<void>;
  /** Lists the stored files with their sizes, in no order; those stored or deleted meanwhile may be among them. */
  list(): AsyncIterable<Stored>;
  /** Stores and deletes a probe; fails when either fails. */
  check(): Promise<void>;
}

/**
 * Opens the storage that the environment configures.
 * @throws StartError when the storage refuses files
 */
export async function createStorage(env: Pick<Env, 'dataDir' | 's3'>, logger: Logger): Promise<Storage> {
  if (env.s3) return createS3Storage(env.s3, logger, await Drafts.open(join(env.dataDir, 'uploads')));
  return createFolderStorage(join(env.dataDir, 'files'));
}
