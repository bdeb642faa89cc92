import type { S3Client } from '@aws-sdk/client-s3';
import type { Env } from '../../env.ts';

/** Key, secret and bucket of S3_URL. */
export type BucketGiven = NonNullable<Env['s3']>;

/** Timeouts of one request to a bucket. */
export interface BucketTimes {
  connectMs: number;
  /** Time without a byte from the bucket. */
  silentMs: number;
}

/** Bytes of an object read per request. */
const pieceBytes = 1024 * 1024;
/** Transfer rate below which the bucket counts as unreachable. */
const bytesPerMs = 100;
/** Tries of a request. The SDK retries bytes in memory by itself. */
export const attempts = 2;

/**
 * Returns the region of an endpoint. S3_URL has none: the host names it (`s3.gra.io.cloud.ovh.net`), and other servers
 * accept any.
 */
export const regionOf = (endpoint: string): string =>
  /^s3[.-]((?!amazonaws\.)[a-z0-9-]+)\../.exec(new URL(endpoint).hostname.replace('.dualstack.', '.'))?.[1] ??
  'us-east-1';

export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Bucket of S3, or of a compatible server, that is opened. */
export interface Bucket {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
  /** Limits the total time of a request, retries included: a bucket that drips bytes never hits the idle timeout. */
  inTime(bytes?: number): { abortSignal: AbortSignal };
  /** Names an object. */
  at(key: string): { Bucket: string; Key: string };
  /**
   * Reads one chunk of an object into memory: a slow reader never holds a connection to the bucket.
   * @returns its bytes, and the last position of the object
   */
  readPiece(key: string, start: number, end?: number): Promise<{ bytes: Buffer; end: number }>;
}

/**
 * Opens a bucket, addressed by path instead of host name. Plain http is for loopback only (`env.ts`): elsewhere files
 * would cross a network in clear. The SDK is loaded only here, when used. No request is sent yet.
 */
export async function openBucket(s3: BucketGiven, { connectMs, silentMs }: BucketTimes): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint: s3.endpoint,
    region: regionOf(s3.endpoint),
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    forcePathStyle: true,
    // The signature already covers the bytes, and many servers refuse checksums sent after the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Silent: failures are logged by the callers.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
  });
  const inTime = (bytes = 0) => ({
    abortSignal: AbortSignal.timeout(attempts * (silentMs + Math.ceil(bytes / bytesPerMs))),
  });
  const at = (key: string) => ({ Bucket: s3.bucket, Key: key });

  async function readPiece(key: string, start: number, end = Number.POSITIVE_INFINITY) {
    const Range = `bytes=${start}-${Math.min(end, start + pieceBytes - 1)}`;
    try {
      const found = await client.send(new sdk.GetObjectCommand({ ...at(key), Range }), inTime(pieceBytes));
      const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
      const size = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return { bytes, end: size === undefined ? start + bytes.length - 1 : Number(size) - 1 };
    } catch (error) {
      // An empty object has no byte range.
      if (start === 0 && statusOf(error) === 416) return { bytes: Buffer.alloc(0), end: -1 };
      throw error;
    }
  }
  return { sdk, client, inTime, at, readPiece };
}
