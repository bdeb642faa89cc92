import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const abandonedAfterMs = 3_600_000;

/** Uploaded bytes on the disk of this machine, until the storage takes them or they are deleted. */
export interface Draft {
  path: string;
  size: number;
}

/** Folder of drafts. Several processes may share it. */
export class Drafts {
  private constructor(private readonly folder: string) {}

  /** Creates the folder if it does not exist, and sweeps it. */
  static async open(folder: string): Promise<Drafts> {
    await mkdir(folder, { recursive: true });
    const drafts = new Drafts(folder);
    await drafts.sweep();
    return drafts;
  }

  /** Returns a path that does not exist yet. */
  path(): string {
    return join(this.folder, randomBytes(12).toString('hex'));
  }

  /**
   * Streams bytes to a new draft; deletes the draft when that fails. A full disk throws ENOSPC, which `asAppError`
   * (http/errors.ts) answers with `storage_full`.
   */
  async receive(bytes: Readable): Promise<Draft> {
    const path = this.path();
    const file = createWriteStream(path, { flags: 'wx' });
    const closed = new Promise<void>(resolve => file.once('close', () => resolve()));
    try {
      await pipeline(bytes, file);
    } catch (error) {
      // The file may still be opening, and would be created after its removal.
      await closed;
      await rm(path, { force: true }).catch(() => {});
      throw error;
    }
    return { path, size: file.bytesWritten };
  }

  /** Deletes the drafts that a crash left; drafts written in the last hour may still be in use. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true });
    }
  }
}

/** Deletes drafts; the drafts that the storage took are gone already. */
export async function dropDrafts(drafts: readonly Draft[]): Promise<void> {
  await Promise.all(drafts.map(({ path }) => rm(path, { force: true }).catch(() => {})));
}
