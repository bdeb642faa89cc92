import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import { fail } from '../http/errors.ts';
import { createSparing } from '../pacing/sparing.ts';
import { newId } from '../postgres/db.ts';
import { StartError } from '../processes/start-error.ts';
import { attempts, type BucketGiven, type BucketTimes, openBucket, statusOf } from './bucket.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { Storage } from './storage.ts';
import { checkedKey, isKey } from './storage-key.ts';

/** Timeouts of one request to the bucket. */
const requestTimeouts: BucketTimes = { connectMs: 2_000, silentMs: 10_000 };

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
const codeOf = (error: unknown): string => (error as Partial<S3ServiceException>).name ?? '';

/** Says whether an error is a missing file; a missing bucket is not. */
const isMissing = (error: unknown): boolean => statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket';

/**
 * Stores files in a bucket of S3, or of a compatible server (Garage, Ceph).
 * @throws StartError when the bucket refuses a file
 */
export async function createS3Storage(
  s3: BucketGiven,
  logger: Logger,
  drafts: Drafts,
  times = requestTimeouts,
): Promise<Storage> {
  const { sdk, client, inTime, at, readPiece } = await openBucket(s3, times);
  const { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } = sdk;
  const log = createSparing(logger);
  const refuse = (error: unknown): never => {
    if (isMissing(error)) fail('not_found');
    log('error', 'S3 refused', { err: error });
    if (full.has(codeOf(error)) || statusOf(error) === 507) fail('storage_full');
    return fail('storage_unavailable', { retryAfter: 5, cause: error });
  };

  const put = async (key: string, bytes: Buffer) =>
    // S3 shows an object once all its announced bytes have arrived, or never.
    client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length }), inTime(bytes.length));
  const send = async (key: string, { path, size }: Draft, attempt = 1): Promise<void> => {
    const Body = createReadStream(path);
    try {
      await client.send(new PutObjectCommand({ ...at(key), Body, ContentLength: size }), inTime(size));
    } catch (error) {
      Body.destroy();
      const status = statusOf(error);
      if (attempt === attempts || (status !== undefined && status < 500)) throw error;
      await send(key, { path, size }, attempt + 1);
    }
  };
  const remove = async (key: string) => client.send(new DeleteObjectCommand(at(key)), inTime());
  const check = async (): Promise<void> => {
    const probe = newId();
    await put(probe, Buffer.from('palabre'));
    await remove(probe);
  };

  try {
    await check();
  } catch (error) {
    // Of a connection error, only Node's error code says what went wrong.
    const why = (error as NodeJS.ErrnoException).code ?? (codeOf(error) || statusOf(error));
    throw new StartError(`S3_URL : le seau ${s3.bucket} de ${s3.endpoint} n'accepte pas de fichier (${why}).`);
  }

  return {
    drafts,

    async take(key, draft) {
      await send(checkedKey(key), draft).catch(refuse);
      await rm(draft.path, { force: true });
    },

    async put(key, bytes) {
      await put(checkedKey(key), bytes).catch(refuse);
    },

    async read(key, part) {
      // The first chunk reveals the size, and that the file exists.
      const first = await readPiece(checkedKey(key), part?.start ?? 0, part?.end).catch(refuse);
      const pieces = async function* () {
        const end = Math.min(part?.end ?? first.end, first.end);
        yield first.bytes;
        for (let at = (part?.start ?? 0) + first.bytes.length; at <= end; ) {
          const { bytes } = await readPiece(key, at, end).catch(refuse);
          if (bytes.length === 0) fail('storage_unavailable');
          yield bytes;
          at += bytes.length;
        }
      };
      return Readable.from(pieces(), { objectMode: false });
    },

    async remove(key) {
      await remove(checkedKey(key)).catch(error => isMissing(error) || refuse(error));
    },

    async *list() {
      let token: string | undefined;
      do {
        const asked = new ListObjectsV2Command({ Bucket: s3.bucket, ContinuationToken: token });
        const page = await client.send(asked, inTime()).catch(refuse);
        for (const { Key: key = '', Size: size = 0 } of page.Contents ?? []) if (isKey(key)) yield { key, size };
        token = page.NextContinuationToken;
      } while (token);
    },

    check,
  };
}
