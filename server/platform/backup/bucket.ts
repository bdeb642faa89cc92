import { PassThrough, Readable } from 'node:stream';
import type { Env } from '../../env.ts';
import { type BucketGiven, type BucketTimes, openBucket, statusOf } from '../files/bucket.ts';
import { StartError } from '../processes/start-error.ts';
import type { End } from './archive.ts';
import { type BackupFile, type BackupPlace, inBucket, isNightly, type Kept, newestFirst } from './place.ts';
import { bytesOf, type Source, writeBackup } from './write.ts';

/** Timeouts of one request, generous since a bucket assembles the parts of a large object before it answers. */
const times: BucketTimes = { connectMs: 5_000, silentMs: 60_000 };
/** Part size of a multipart upload, one part in flight at a time; S3 takes 10,000 parts at most. */
const part = { leastBytes: 16 * 1024 * 1024, atMost: 9_000 };

/** Age of an unfinished backup from which it counts as interrupted. */
const interruptedMs = 86_400_000;

const refused = (s3: BucketGiven, error: unknown): StartError => {
  const { name = '', message = '' } = error as Partial<Error>;
  return new StartError(`BACKUP_S3_URL : le seau ${s3.bucket} de ${s3.endpoint} a refusé (${name} ${message}).`);
};

/**
 * Returns the bucket of BACKUP_S3_URL, for a command that names a backup in it.
 * @throws StartError when there is none
 */
export function demandBucket({ backups }: Pick<Env, 'backups'>): BucketGiven {
  if (backups?.s3) return backups.s3;
  throw new StartError('Une sauvegarde « s3:NOM » demande BACKUP_S3_URL, le seau où elle se trouve.');
}

/** Backups in a bucket, of any name. */
export interface BackupBucket extends BackupPlace {
  /** Returns the backup of this name, to be read. */
  file(name: string): BackupFile;
  has(name: string): Promise<boolean>;
}

/** Keeps backups in a bucket of S3, or of a compatible server. */
export async function openBackupBucket(s3: BucketGiven): Promise<BackupBucket> {
  const { sdk, client, inTime, at, readPiece } = await openBucket(s3, times);
  const shown = (name: string) => `${inBucket}${name}`;

  async function send(source: Source, name: string): Promise<End> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const Body = new PassThrough();
    const partSize = Math.max(part.leastBytes, Math.ceil((await bytesOf(source)) / part.atMost));
    const upload = new Upload({ client, params: { ...at(name), Body }, partSize, queueSize: 1 });
    const sent = upload.done();
    sent.catch(error => Body.destroy(error));
    try {
      const end = await writeBackup(source, Body);
      await sent;
      return end;
    } catch (error) {
      // An upload that is never completed leaves no object; its parts are deleted.
      Body.destroy(error as Error);
      await sent.catch(() => {});
      throw error;
    }
  }

  async function* read(name: string): AsyncGenerator<Buffer> {
    for (let start = 0, last = 0; start <= last; ) {
      const { bytes, end } = await readPiece(name, start).catch(error => {
        if (statusOf(error) === 404) throw new StartError(`${shown(name)} : cette sauvegarde n’existe pas.`);
        throw refused(s3, error);
      });
      if (bytes.length === 0) return;
      yield bytes;
      last = end;
      start += bytes.length;
    }
  }

  return {
    shown,
    async list() {
      const found: Kept[] = [];
      let token: string | undefined;
      do {
        const asked = new sdk.ListObjectsV2Command({ Bucket: s3.bucket, Prefix: 'palabre-', ContinuationToken: token });
        const page = await client.send(asked, inTime()).catch(error => {
          throw refused(s3, error);
        });
        for (const { Key: name = '', LastModified, Size: size = 0 } of page.Contents ?? [])
          if (isNightly(name)) found.push({ name, atMs: LastModified?.getTime() ?? 0, size });
        token = page.NextContinuationToken;
      } while (token);
      return found.sort(newestFirst);
    },
    write: send,
    async remove(name) {
      await client.send(new sdk.DeleteObjectCommand(at(name)), inTime());
    },
    async tidy() {
      const { Uploads = [] } = await client.send(
        new sdk.ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix: 'palabre-' }),
        inTime(),
      );
      for (const { Key = '', UploadId, Initiated } of Uploads)
        if (isNightly(Key) && Date.now() - (Initiated?.getTime() ?? 0) > interruptedMs)
          await client.send(new sdk.AbortMultipartUploadCommand({ ...at(Key), UploadId }), inTime());
    },
    file: name => ({ shown: shown(name), open: () => Readable.from(read(name), { objectMode: false }) }),
    async has(name) {
      try {
        await client.send(new sdk.HeadObjectCommand(at(name)), inTime());
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw refused(s3, error);
      }
    },
  };
}
