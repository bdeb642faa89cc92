import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Length from which compression pays. */
const worthFromBytes = 1_024;
/** Length up to which compression runs synchronously (some 0.2 ms): handing it to another thread costs as much. */
const syncUpToBytes = 65_536;

// A higher quality costs processor time out of proportion, and so does gzip (decision 0015).
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Endpoints whose answers hold secrets: invite codes open a door. */
const secret: ReadonlySet<Endpoint> = new Set<Endpoint>([api.invites.list]);

/**
 * Tells whether the answers of an endpoint may be compressed. A compressed length reveals whether two parts of the
 * answer are alike, so a secret must never share an answer with text that an attacker chooses and requests again and
 * again (BREACH). Compressible are only answers to a request whose session is in its own header, which no other site
 * can send; no answer with tokens (no GET has any); and no answer with invite codes.
 */
export const isCompressible = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && endpoint.access.kind !== 'public' && !secret.has(endpoint);

/** Says whether a client accepts brotli, by the rules of RFC 9110. */
function takesBrotli(accepted = ''): boolean {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim());
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}

/** Caches the compressed form of bytes that are sent to several clients at once. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

function compressLong(bytes: Buffer): Promise<Buffer> {
  const known = compressed.get(bytes) ?? promisify(brotliCompress)(bytes, options);
  compressed.set(bytes, known);
  return known;
}

/** Compresses an answer if the client accepts brotli and the answer is long enough to pay. */
export function compressAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const isLong = Buffer.isBuffer(bytes) && bytes.length >= worthFromBytes;
  if (isLong) reply.header('vary', 'accept-encoding');
  if (!isLong || !takesBrotli(headers['accept-encoding']?.toString())) return void done(null, payload);
  reply.header('content-encoding', 'br');
  if (bytes.length <= syncUpToBytes) done(null, brotliCompressSync(bytes, options));
  else compressLong(bytes).then(shorter => done(null, shorter), done);
}
