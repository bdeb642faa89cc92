import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes: what is shorter is sent as it is. */
const worthFrom = 1_024;
/** Bytes that are compressed within the turn (some 0.2 ms): handing them to another thread costs as much. */
const atOnceTo = 65_536;

// More costs processor time out of proportion, and so does gzip (decision 0015).
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** The codes of invitations open a door: they are told apart from what else is compressed. */
const secret: ReadonlySet<Endpoint> = new Set<Endpoint>([api.invites.list]);

/**
 * Whether the answers of an endpoint may be compressed. The length of what is compressed tells whether two things in it
 * are alike: a secret must never stand beside text that another may choose and have sent again and again (BREACH). So
 * only what a session's own header asks for, which no other site can send; nothing that hands out tokens (no GET does);
 * and no codes.
 */
export const isCompressible = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && endpoint.access.kind !== 'public' && !secret.has(endpoint);

/** Whether a reader takes brotli, as RFC 9110 has it. */
function takesBrotli(accepted = ''): boolean {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim());
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}

/** What the same bytes, sent to several at once, are compressed to. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

function compressLong(bytes: Buffer): Promise<Buffer> {
  const known = compressed.get(bytes) ?? promisify(brotliCompress)(bytes, options);
  compressed.set(bytes, known);
  return known;
}

/** Sends an answer compressed to who takes it so, if it is long enough to pay. */
export function compressAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const isLong = Buffer.isBuffer(bytes) && bytes.length >= worthFrom;
  if (isLong) reply.header('vary', 'accept-encoding');
  if (!isLong || !takesBrotli(headers['accept-encoding']?.toString())) return void done(null, payload);
  reply.header('content-encoding', 'br');
  if (bytes.length <= atOnceTo) done(null, brotliCompressSync(bytes, options));
  else compressLong(bytes).then(shorter => done(null, shorter), done);
}
