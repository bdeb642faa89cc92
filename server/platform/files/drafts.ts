import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const forgottenAfterMs = 3_600_000;

/** Bytes that wait on this machine's disk until the storage takes them, or they are thrown away. */
export interface Draft {
  path: string;
  size: number;
}

/** A folder of drafts. Several processes may share it. */
export class Drafts {
  private constructor(private readonly folder: string) {}

  /** Makes the folder if it does not exist, and sweeps it. */
  static async open(folder: string): Promise<Drafts> {
    await mkdir(folder, { recursive: true });
    const drafts = new Drafts(folder);
    await drafts.sweep();
    return drafts;
  }

  /** A path at which nothing is yet. */
  path(): string {
    return join(this.folder, randomBytes(12).toString('hex'));
  }

  /** Writes what comes to the disk as it comes; leaves nothing when that fails. */
  async receive(bytes: Readable): Promise<Draft> {
    const path = this.path();
    const file = createWriteStream(path, { flags: 'wx' });
    const closed = new Promise<void>(resolve => file.once('close', () => resolve()));
    try {
      await pipeline(bytes, file);
    } catch (error) {
      // It may still be being opened, and would be made after it was removed.
      await closed;
      await rm(path, { force: true }).catch(() => {});
      throw error;
    }
    return { path, size: file.bytesWritten };
  }

  /** Removes what was cut short by a crash, and nothing that anybody is writing now. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found && Date.now() - found.mtimeMs > forgottenAfterMs) await rm(path, { force: true });
    }
  }
}

/** Throws drafts away; those that were taken are gone already. */
export async function dropDrafts(drafts: readonly Draft[]): Promise<void> {
  await Promise.all(drafts.map(({ path }) => rm(path, { force: true }).catch(() => {})));
}
