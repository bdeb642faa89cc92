import { Readable } from 'node:stream';
import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Env } from '../../../env.ts';
import { type Loaded, load } from '../../../platform/access/access.ts';
import type { ByteRange } from '../../../platform/files/storage.ts';
import { askAs, endTurn } from '../../../platform/http/asking.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { rangeOf } from './ranges.ts';

type File = Loaded['file'];

/** Image types shown in the page, if the picture could be decoded; every other file is a download. */
const shown = new Set(['image/webp', 'image/png', 'image/jpeg', 'image/gif']);

/** Escapes a character that `encodeURIComponent` leaves, for headers (RFC 8187 § 3.2.1). */
const escaped = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

const disposition = ({ type, name, width }: File): string =>
  `${shown.has(type) && width !== null ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escaped)}`;

/**
 * Serves files below `/api/file`. A route of its own, since it answers bytes and accepts the cookie `token`: it is a
 * GET without effect, whose answer other sites can't read.
 */
export function serveFiles(app: FastifyInstance, services: Services): void {
  const { one } = api.files;
  app.withTypeProvider<ZodTypeProvider>().get(
    one.path,
    {
      schema: { params: one.params },
      config: { ownTurn: true },
      onRequest: async (request, reply) => {
        await askAs(services, request, reply, 'downloads', { cookie: true });
      },
      onSend: endTurn,
    },
    async (request, reply) => {
      request.since = performance.now();
      const input = { params: request.params, query: {}, body: {} };
      const actor = request.actor ?? fail('unauthorized');
      const file = await load(one.access, services.database.kysely, actor, input, { lock: false });
      describe(reply, file, services.env);
      if (request.headers['if-none-match'] === etagOf(file)) return reply.status(304).send();
      return send(services, file, request, reply);
    },
  );
}

const etagOf = ({ id }: File): string => `"${id}"`;

/**
 * Chooses the cache-control header. Rights to a message may end, so a browser revalidates an attachment each time, or
 * stores none if the operator chose so; it never stores a private file of its owner.
 */
const cachingOf = ({ message_id, private_until }: File, { fileCache }: Pick<Env, 'fileCache'>): string => {
  if (private_until || (message_id && !fileCache)) return 'private, no-store';
  return message_id ? 'private, no-cache' : 'private, max-age=31536000, immutable';
};

function describe(reply: FastifyReply, file: File, env: Env): void {
  reply.headers({
    'cache-control': cachingOf(file, env),
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
}

/**
 * Opens a file's bytes. The request's turn ends first: waiting for a slow storage or reader costs the server nothing.
 */
async function open(
  { shares, storage }: Services,
  file: File,
  range: ByteRange | null,
  { actor, turn, since }: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  turn?.answered(since);
  await shares.stream(actor?.userId ?? fail('unauthorized'), reply.raw);
  return storage.read(file.id, range ?? undefined);
}

async function send(services: Services, file: File, request: FastifyRequest, reply: FastifyReply) {
  const { headers } = request;
  const size = Number(file.size);
  const ifRange = headers['if-range'];
  const range = ifRange && ifRange !== etagOf(file) ? null : rangeOf(headers.range, size);
  if (range === 'none') {
    return reply.status(416).header('content-range', `bytes */${size}`).header('content-length', 0).send();
  }
  // A HEAD request answers the same headers without opening the file.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await open(services, file, range, request, reply);
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply
    .headers({
      'content-type': file.type,
      'content-length': range ? range.end - range.start + 1 : size,
      'content-disposition': disposition(file),
    })
    .send(bytes);
}
