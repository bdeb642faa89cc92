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
import { checkedKey } from './storage-key.ts';

/** How long a bucket may keep us waiting, each time it is asked. */
const patience = {
  connectMs: 2_000,
  /** Without a byte from the other side. */
  silentMs: 10_000,
};
/** What is read at once of a file. */
const pieceBytes = 1024 * 1024;
/** What takes its bytes more slowly than this is as good as away. */
const bytesPerMs = 100;
/** The SDK tries again what it holds in memory; it can't begin a stream again by itself. */
const attempts = 2;

/** S3_URL names no region: hosts say theirs (`s3.gra.io.cloud.ovh.net`), and the others take any. */
export const regionOf = (endpoint: string): string =>
  /^s3[.-]((?!amazonaws\.)[a-z0-9-]+)\../.exec(new URL(endpoint).hostname.replace('.dualstack.', '.'))?.[1] ??
  'us-east-1';

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
const codeOf = (error: unknown): string => (error as Partial<S3ServiceException>).name ?? '';
const statusOf = (error: unknown): number | undefined =>
  (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;

/** A bucket that is gone is no missing file. */
const isMissing = (error: unknown): boolean => statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket';

/**
 * Keeps files in a bucket of S3, or of what speaks its dialect (MinIO, Garage, Ceph). The bucket stands in the path
 * and not in the host's name. Plain http is for the machine itself alone (`env.ts`): anywhere else the files would
 * cross a network in clear. The SDK is loaded by who uses it only.
 * @throws StartError when the bucket does not take a file
 */
export async function createS3Storage(
  s3: NonNullable<Env['s3']>,
  logger: Logger,
  drafts: Drafts,
  { connectMs, silentMs } = patience,
): Promise<Storage> {
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: regionOf(s3.endpoint),
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    forcePathStyle: true,
    // The signature covers the bytes already, and many servers refuse checksums sent after the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What it can't do is told by us.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
  });
  const log = createSparing(logger);
  /** In all, with what is tried again: one that lets bytes through one by one is not silent. */
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
  /** Reads so much from there on; a connection is never held for longer, however slowly what it brings is read. */
  const readPiece = async (key: string, start: number, end = Number.POSITIVE_INFINITY) => {
    const Range = `bytes=${start}-${Math.min(end, start + pieceBytes - 1)}`;
    try {
      const found = await client.send(new GetObjectCommand({ ...at(key), Range }), inTime(pieceBytes));
      const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      const size = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { bytes, end: size === undefined ? start + bytes.length - 1 : Number(size) - 1 };
    } catch (error) {
      // Of a file without a byte there is no first one.
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
      // The first piece says how much there is, and that there is any.
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

    check,
  };
}
