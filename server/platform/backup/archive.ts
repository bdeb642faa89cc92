import { createHash, type Hash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';
import { StartError } from '../processes/start-error.ts';
import type { BackupFile } from './place.ts';
import { Rests } from './rests.ts';

/**
 * The file of a backup is a tar archive: `palabre.json` (the head) first, then `jwt-secret` and, while that is still read,
 * `jwt-secret.previous`, `database/TABLE/N.copy.gz`, `database/jobs/N.jsonl.gz` and `files/KEY`; last `end.json`, without
 * which the file is cut short.
 */

/** Header of a backup: its format, version and source. */
export interface Head {
  format: 1;
  /** Version of Palabre that wrote the backup. */
  version: string;
  /** Moment of the snapshot, ISO 8601. */
  at: string;
  /** Whether it includes the files; the backup before an upgrade has only the database. */
  files: boolean;
  /** Migrations of the database, in order. */
  migrations: string[];
  /** Columns of each table, in the order of its lines. */
  tables: Record<string, string[]>;
}

/** Trailer of a backup: totals and checksum of its entries. */
export interface End {
  entries: number;
  /** Bytes of all entries. */
  bytes: number;
  files: number;
  /** Lines of each table, and of `jobs`. */
  rows: Record<string, number>;
  /** SHA-256 of the names, sizes and bytes of all entries before this one. */
  sha256: string;
}

/** Entry of an archive being read; its body must be consumed before the next entry is requested. */
export interface Entry {
  name: string;
  size: number;
  body: AsyncIterable<Buffer>;
}

const headName = 'palabre.json';
const endName = 'end.json';
/** Size limit of an entry read in one go: the header, the trailer and the secret are small. */
const smallBytes = 1024 * 1024;

const announce = (hash: Hash, name: string, size: number) => hash.update(`${name}\n${size}\n`);

/** Writes an archive to a stream, with backpressure and pauses between steps. */
export class ArchiveWriter {
  private readonly tar = pack();
  private readonly hash = createHash('sha256');
  private readonly written: Promise<void>;
  private failed: unknown;
  /** Aborts the entry being written. */
  private failEntry = (_error: unknown): void => {};
  private entries = 0;
  private bytes = 0;
  private readonly rests: Rests | undefined;

  /**
   * Starts an archive.
   * @param rests false before an upgrade, when nobody uses the server yet
   */
  constructor(out: Writable, rests = true) {
    this.rests = rests ? new Rests() : undefined;
    this.written = pipeline(this.tar as unknown as Readable, out);
    this.written.catch(error => {
      this.failed = error;
      this.failEntry(error);
    });
  }

  /** Adds a small entry. */
  add(name: string, bytes: Buffer): Promise<void> {
    return this.addStream(name, bytes.length, [bytes]);
  }

  /** Adds an entry of `size` bytes; fails when the stream has more or fewer. */
  async addStream(name: string, size: number, body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    announce(this.hash, name, size);
    await this.put(name, size, body, this.hash);
    this.entries += 1;
    this.bytes += size;
  }

  /** Writes the trailer, and waits until the stream has everything. */
  async end(counts: Pick<End, 'files' | 'rows'>): Promise<End> {
    const end = { entries: this.entries, bytes: this.bytes, ...counts, sha256: this.hash.digest('hex') };
    const bytes = Buffer.from(JSON.stringify(end));
    await this.put(endName, bytes.length, [bytes]);
    this.tar.finalize();
    await this.written;
    return end;
  }

  private async put(name: string, size: number, body: AsyncIterable<Buffer> | Iterable<Buffer>, hash?: Hash) {
    if (this.failed) throw this.failed;
    await new Promise<void>((resolve, reject) => {
      this.failEntry = reject;
      const sink = this.tar.entry({ name, size, mode: 0o600 }, error => (error ? reject(error) : resolve()));
      // The stream also emits its failure: an error without a listener ends the process.
      sink.on('error', reject);
      this.fill(sink, body, hash).catch(reject);
    });
  }

  private async fill(
    sink: ReturnType<Pack['entry']>,
    body: AsyncIterable<Buffer> | Iterable<Buffer>,
    hash?: Hash,
  ): Promise<void> {
    for await (const bytes of body) {
      hash?.update(bytes);
      await this.rests?.rest();
      if (!sink.write(bytes)) await new Promise<void>(resolve => sink.once('drain', resolve));
    }
    sink.end(undefined);
  }
}

/** Archive being read: its header, then its other entries, then its trailer. */
export interface ArchiveReader {
  head: Head;
  /**
   * Reads the entries between the header and the trailer, in order; throws a StartError when the file is cut short or
   * damaged.
   */
  entries(): AsyncGenerator<Entry, End>;
}

const cutShort = 'cette sauvegarde est incomplète, rien n’en a été repris';
export const damaged = 'cette sauvegarde est abîmée, rien n’en a été repris';

const refuse = (path: string, why: string): never => {
  throw new StartError(`${path} : ${why}.`);
};

/**
 * Opens an archive.
 * @throws StartError when it is not a backup of Palabre
 */
export async function openArchive({ shown: path, open }: BackupFile): Promise<ArchiveReader> {
  const tar = extract();
  const source = open();
  source.on('error', error => tar.destroy(error));
  source.pipe(tar as unknown as Writable);
  const all = tar[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let [entries, bytes] = [0, 0];

  const next = async (): Promise<Entry | undefined> => {
    const { value, done } = await all.next().catch((error: NodeJS.ErrnoException) => {
      if (error instanceof StartError) throw error;
      if (error.code === 'ENOENT') return refuse(path, 'ce fichier n’existe pas');
      return refuse(path, error.code ? `ce fichier est illisible (${error.code})` : cutShort);
    });
    if (done || !value) return undefined;
    const { name, size = 0 } = value.header;
    return { name, size, body: value as AsyncIterable<Buffer> };
  };
  const counted = async function* (entry: Entry): AsyncGenerator<Buffer> {
    announce(hash, entry.name, entry.size);
    entries += 1;
    bytes += entry.size;
    const chunks = entry.body[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await chunks.next().catch(error => {
        if (error instanceof StartError) throw error;
        return refuse(path, cutShort);
      });
      if (done) return;
      hash.update(value);
      yield value;
    }
  };

  const parsed = <T>(bytes: Buffer): T => {
    try {
      return JSON.parse(bytes.toString()) as T;
    } catch {
      return refuse(path, damaged);
    }
  };

  const first = await next();
  if (first?.name !== headName) return refuse(path, 'ce n’est pas une sauvegarde de Palabre');
  const head = parsed<Head>(await whole(counted(first), first.size));
  if (head.format !== 1) return refuse(path, 'cette sauvegarde vient d’une version plus récente de Palabre');

  return {
    head,
    async *entries() {
      for (;;) {
        const entry = await next();
        if (!entry) return refuse(path, cutShort);
        if (entry.name !== endName) {
          yield { name: entry.name, size: entry.size, body: counted(entry) };
          continue;
        }
        const said = await whole(entry.body, entry.size).catch(error => {
          if (error instanceof StartError) throw error;
          return refuse(path, cutShort);
        });
        const end = parsed<End>(said);
        const isWhole = end.entries === entries && end.bytes === bytes && end.sha256 === hash.digest('hex');
        return isWhole ? end : refuse(path, damaged);
      }
    },
  };
}

/** Reads a small entry into memory. */
export async function whole(body: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > smallBytes) throw new StartError('La sauvegarde est abîmée : une de ses parties est trop grande.');
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
