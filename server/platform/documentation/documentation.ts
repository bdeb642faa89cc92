import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.ts';
import { fail } from '../http/errors.ts';
import { type Asset, readAssets } from './assets.ts';
import { createDocument } from './document.ts';
import { createPage } from './page/page.ts';

/** File to send, kept with its etag and its compressed form. */
interface Kept extends Asset {
  etag: string;
  zipped: Buffer | undefined;
}

const keep = ({ type, body }: Asset): Kept => ({
  type,
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  zipped: type.startsWith('font/') ? undefined : gzipSync(body),
});

/** Makes a value once, at its first use. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const text = (type: string, body: string) => keep({ type: `${type}; charset=utf-8`, body: Buffer.from(body) });

/**
 * Serves the documentation of the API: `/api/docs` to read, `/api/openapi.json` for tools. It is built at the first
 * request, and loads nothing from other servers.
 */
export function registerDocumentation(fastify: FastifyInstance, env: Pick<Env, 'publicUrl'>): void {
  const document = once(() => createDocument(env.publicUrl));
  const json = once(() => text('application/json', JSON.stringify(document())));
  const page = once(() => text('text/html', createPage(document(), '/api/docs')));
  const assets = once(() =>
    Object.fromEntries(Object.entries(readAssets()).map(([name, asset]) => [name, keep(asset)])),
  );

  fastify.get('/openapi.json', (request, reply) => send(request, reply, json()));
  for (const path of ['/docs', '/docs/']) fastify.get(path, (request, reply) => send(request, reply, page()));
  fastify.get<{ Params: { name: string } }>('/docs/:name', (request, reply) => {
    const { name } = request.params;
    return send(request, reply, Object.hasOwn(assets(), name) ? (assets()[name] as Kept) : fail('not_found'));
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { type, body, etag, zipped }: Kept): FastifyReply {
  reply.headers({ 'content-type': type, 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const takes = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return zipped && takes ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(body);
}
