import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { fail } from '../http/errors.ts';
import { createSparing } from '../pacing/sparing.ts';
import { newId } from '../postgres/db.ts';
import { StartError } from '../processes/start-error.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { Storage } from './storage.ts';
import { checkedKey, isKey } from './storage-key.ts';

/** Timeouts of one request to the bucket. */
const requestTimeouts = {
  connectMs: 2_000,
  /** Time without a byte from the bucket. */
  silentMs: 10_000,
};
/** Bytes of a file read per request. */
const pieceBytes = 1024 * 1024;
/** Transfer rate below which the bucket counts as away. */
const bytesPerMs = 100;
/** Tries of a request. The SDK retries bytes in memory by itself; a stream is retried here. */
const attempts = 2;

/**
 * Returns the region of an endpoint. S3_URL has none: the host names it (`s3.gra.io.cloud.ovh.net`), and other servers
 * accept any.
 */
export const regionOf = (endpoint: string): string =>
  /^s3[.-]((?!amazonaws\.)[a-z0-9-]+)\../.exec(new URL(endpoint).hostname.replace('.dualstack.', '.'))?.[1] ??
  'us-east-1';

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
const codeOf = (error: unknown): string => (error as Partial<S3ServiceException>).name ?? '';
const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

/** Says whether an error is a missing file; a missing bucket is not. */
const isMissing = (error: unknown): boolean => statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket';

/**
 * Stores files in a bucket of S3, or of a compatible server (MinIO, Garage, Ceph), addressed by path instead of host
 * name. Plain http is for loopback only (`env.ts`): elsewhere files would cross a network in clear. The SDK is loaded
 * only here, when used.
 * @throws StartError when the bucket refuses a file
 */
export async function createS3Storage(
  s3: NonNullable<Env['s3']>,
  logger: Logger,
  drafts: Drafts,
  { connectMs, silentMs } = requestTimeouts,
): Promise<Storage> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  );
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: regionOf(s3.endpoint),
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    forcePathStyle: true,
    // The signature already covers the bytes, and many servers refuse checksums sent after the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Silent: failures are logged here.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
  });
  const log = createSparing(logger);
  /** Limits a request in all, retries included: a bucket that drips bytes never hits the idle timeout. */
  const inTime = (bytes = 0) => ({
    abortSignal: AbortSignal.timeout(attempts * (silentMs + Math.ceil(bytes / bytesPerMs))),
  });
  const at = (key: string) => ({ Bucket: s3.bucket, Key: key });
  const refuse = (error: unknown): never => {
    if (isMissing(error)) fail('not_found');
    log('error', 'S3 refused', { err: error });
    if (full.has(codeOf(error)) || statusOf(error) === 507) fail('storage_full');
    return fail('storage_unavailable', { retryAfter: 5, cause: error });
  };

  const put = async (key: string, bytes: Buffer) =>
    // S3 shows an object once all its announced bytes have come, or never.
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
  /** Reads one piece into memory: a slow reader never holds a connection to the bucket. */
  const readPiece = async (key: string, start: number, end = Number.POSITIVE_INFINITY) => {
    const Range = `bytes=${start}-${Math.min(end, start + pieceBytes - 1)}`;
    try {
      const found = await client.send(new GetObjectCommand({ ...at(key), Range }), inTime(pieceBytes));
      const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      const size = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { bytes, end: size === undefined ? start + bytes.length - 1 : Number(size) - 1 };
    } catch (error) {
      // An empty file has no byte range.
      if (start === 0 && statusOf(error) === 416) return { bytes: Buffer.alloc(0), end: -1 };
      throw error;
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
    const why = codeOf(error) || statusOf(error);
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
      // The first piece tells the size, and that the file exists.
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
