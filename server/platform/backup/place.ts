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

/** Backup to be read, and how an operator calls it. */
export interface BackupFile {
  shown: string;
  open(): Readable;
}

/** Place where nightly backups are kept: a folder or a bucket. */
export interface BackupPlace {
  /** Lists the nightly backups, newest first. */
  list(): Promise<Kept[]>;
  /** Writes a backup under this name, where it appears whole or not at all. */
  write(source: Source, name: string): Promise<End>;
  remove(name: string): Promise<void>;
  /** Deletes the remains of interrupted backups. */
  tidy(): Promise<void>;
  /** Says how an operator calls a backup of this place. */
  shown(name: string): string;
}

/** Begins the name of a backup in the bucket of BACKUP_S3_URL, on the command line: `s3:palabre.tar`. */
export const inBucket = 's3:';

/** Says whether a name is that of a nightly backup. */
export const isNightly = (name: string): boolean => /^palabre-.*\.tar$/.test(name);

/** Compares two nightly backups by their moments; a bucket knows seconds only, and the names go by the clock too. */
export const newestFirst = (a: Kept, b: Kept): number => b.atMs - a.atMs || (a.name < b.name ? 1 : -1);
