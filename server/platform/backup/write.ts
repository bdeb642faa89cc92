import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Storage } from '../files/storage.ts';
import { syncFolder } from '../files/storage-folder.ts';
import { AppError } from '../http/errors.ts';
import { ArchiveWriter, type End } from './archive.ts';
import { beginSnapshot, databaseBytes, dumpDatabase } from './dump.store.ts';

/** Source of a backup. */
export interface Source {
  databaseUrl: string;
  /** Files to take; undefined to take the database alone. */
  storage?: Storage;
  jwtSecret: Uint8Array;
  /** Previous secret, while it is still accepted. */
  jwtSecretPrevious?: Uint8Array | undefined;
  /** Whether the backup pauses between steps for the sake of active users; true by default. */
  rests?: boolean;
  /** Version of Palabre. */
  version: string;
}

/** Estimates the size of a backup in bytes: the database is compressed in it. */
export async function bytesOf({ databaseUrl, storage }: Source): Promise<number> {
  let bytes = await databaseBytes(databaseUrl);
  if (storage) for await (const { size } of storage.list()) bytes += size;
  return bytes;
}

/**
 * Writes a backup to a stream: the database as of one moment, then the files of that moment. Files deleted meanwhile
 * are left out.
 */
export async function writeBackup(
  { databaseUrl, storage, jwtSecret, jwtSecretPrevious, version, rests }: Source,
  out: Writable,
): Promise<End> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const head = await beginSnapshot(client, { version, files: storage !== undefined });
    const archive = new ArchiveWriter(out, rests);
    await archive.add('palabre.json', Buffer.from(JSON.stringify(head)));
    await archive.add('jwt-secret', Buffer.from(jwtSecret));
    if (jwtSecretPrevious) await archive.add('jwt-secret.previous', Buffer.from(jwtSecretPrevious));
    const rows = await dumpDatabase(client, head, archive);
    const files = storage ? await addFiles(storage, archive) : 0;
    return await archive.end({ files, rows });
  } finally {
    await client.end();
  }
}

/**
 * Writes a backup to a new file, which appears whole or not at all: until then its name ends with `.partial`.
 * @returns the totals of the backup
 */
export async function writeBackupFile(source: Source, path: string): Promise<End> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    const end = await writeBackup(source, createWriteStream(partial, { mode: 0o600 }));
    const file = await open(partial, 'r+');
    await file.sync().finally(() => file.close());
    await rename(partial, path);
    await syncFolder(dirname(path));
    return end;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function addFiles(storage: Storage, archive: ArchiveWriter): Promise<number> {
  let files = 0;
  for await (const { key, size } of storage.list()) {
    const bytes = await storage.read(key).catch(error => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (!bytes) continue;
    await archive.addStream(`files/${key}`, size, bytes);
    files += 1;
  }
  return files;
}
