import type { Readable } from 'node:stream';
import type { End } from './archive.ts';
import type { Source } from './write.ts';

/** Backup that a place keeps. */
export interface Kept {
  name: string;
  atMs: number;
  /** Size in bytes. */
  size: number;
}

/** Backup to be read, and its name for the operator. */
export interface BackupFile {
  shown: string;
  open(): Readable;
}

/** Storage of nightly backups: a folder or a bucket. */
export interface BackupPlace {
  /** Lists the nightly backups, newest first. */
  list(): Promise<Kept[]>;
  /** Writes a backup under this name, where it appears whole or not at all. */
  write(source: Source, name: string): Promise<End>;
  remove(name: string): Promise<void>;
  /** Deletes the remains of interrupted backups. */
  tidy(): Promise<void>;
  /** Returns the operator's name for a backup of this place. */
  shown(name: string): string;
}

/** Prefix, on the command line, of a backup in the bucket of BACKUP_S3_URL: `s3:palabre.tar`. */
export const inBucket = 's3:';

/** Says whether a name is that of a nightly backup. */
export const isNightly = (name: string): boolean => /^palabre-.*\.tar$/.test(name);

/**
 * Compares two nightly backups by time, then by name, since a bucket's times are in whole seconds and names contain the
 * time.
 */
export const newestFirst = (a: Kept, b: Kept): number => b.atMs - a.atMs || (a.name < b.name ? 1 : -1);
