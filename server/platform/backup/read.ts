import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../files/storage.ts';
import { migrationsFolder } from '../paths.ts';
import { migrate, migrationsOf } from '../postgres/migrate.ts';
import { StartError } from '../processes/start-error.ts';
import { type ArchiveReader, damaged, type End, type Entry, type Head, openArchive, whole } from './archive.ts';
import { DatabaseLoader } from './load.store.ts';
import type { BackupFile } from './place.ts';

const secretNames = ['jwt-secret', 'jwt-secret.previous'] as const;
type SecretName = (typeof secretNames)[number];
const isSecret = (name: string): name is SecretName => (secretNames as readonly string[]).includes(name);

/** Destination of a restore. */
export interface Target {
  /** Returns the URL of an empty database; called once the file has proved to be a backup. */
  database(head: Head): Promise<string>;
  /** Storage of the files; undefined to check them only. */
  storage?: Storage;
  /** Receives the secret, and the previous one, under the names of their files in a data folder. */
  takeSecret?(secret: string, name: SecretName): void;
}

/** Header and trailer of a restored backup. */
export interface Restored {
  head: Head;
  end: End;
}

/**
 * Restores a backup: the database appears whole, once every byte of the file has been checked, or stays empty.
 * @param folder migrations of this version
 * @throws StartError when the file is no backup, is damaged, or of a newer version
 */
export async function readBackup(file: BackupFile, target: Target, folder = migrationsFolder): Promise<Restored> {
  const { shown: path } = file;
  const archive = await openArchive(file);
  const { head } = archive;
  const url = await target.database(head);
  await prepareTables(path, url, head, folder);
  const loader = await DatabaseLoader.begin(url, head);
  try {
    const end = await readEntries(archive, loader, target);
    const rows = await loader.count();
    for (const [table, count] of Object.entries(end.rows))
      if (rows[table] !== count) throw new StartError(`${path} : il manque des lignes de ${table}.`);
    await loader.commit();
    return { head, end };
  } catch (error) {
    await loader.rollback();
    throw isOfContents(error) ? new StartError(`${path} : ${damaged}.`) : error;
  }
}

/** Tells whether an error is about bytes that cannot be decompressed, or values that PostgreSQL refuses. */
const isOfContents = (error: unknown): boolean => /^(Z_|22|23)/.test((error as { code?: string }).code ?? '');

/** Creates the tables as in the version that wrote the backup, and the job queue's tables. */
async function prepareTables(path: string, url: string, { migrations }: Head, folder: string): Promise<void> {
  await migrate(url, folder, migrations.at(-1)).catch(error => {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(`${error.message} Une restauration demande une base neuve.`);
  });
  const done = await migrationsOf(url);
  const unknown = migrations.find(name => !done.includes(name));
  if (unknown)
    throw new StartError(`${path} : cette sauvegarde vient d’une version plus récente de Palabre (${unknown}).`);
  const { Logger, runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) });
}

async function readEntries(archive: ArchiveReader, loader: DatabaseLoader, target: Target): Promise<End> {
  const entries = archive.entries();
  let next = await entries.next();
  while (!next.done) {
    const entry = next.value;
    const table = tableOf(entry);
    if (table !== undefined) {
      next = await loadTable(table, entry, entries, loader);
      continue;
    }
    await take(entry, target);
    next = await entries.next();
  }
  return next.value;
}

const tableOf = ({ name }: Entry): string | undefined => /^database\/(\w+)\/\d+\.copy\.gz$/.exec(name)?.[1];

/** Loads the parts of a table, which stand one after the other; returns the entry after them. */
async function loadTable(
  table: string,
  first: Entry,
  entries: AsyncGenerator<Entry, End>,
  loader: DatabaseLoader,
): Promise<IteratorResult<Entry, End>> {
  let next: IteratorResult<Entry, End> = { value: first, done: false };
  const parts = async function* () {
    while (!next.done && tableOf(next.value) === table) {
      yield* next.value.body;
      next = await entries.next();
    }
  };
  await loader.load(table, Readable.from(parts(), { objectMode: false }));
  return next;
}

async function take({ name, size, body }: Entry, { storage, takeSecret }: Target): Promise<void> {
  if (isSecret(name)) {
    const secret = await whole(body, size);
    takeSecret?.(secret.toString(), name);
    return;
  }
  const key = /^files\/(.+)$/.exec(name)?.[1];
  const bytes = Readable.from(body, { objectMode: false });
  if (key && storage) return storage.take(key, await storage.drafts.receive(bytes));
  await pipeline(bytes, new PassThrough().resume());
}
