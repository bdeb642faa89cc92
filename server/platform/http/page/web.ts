import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { builtWebFolder } from '../../paths.ts';

const yearSeconds = 31_536_000;
const everyPath = '/*';
const drawing = 'image/svg+xml';

/**
 * Serves the built web client, precompressed when the browser accepts it: hashed assets are cached for ever, everything
 * else is revalidated, and index.html answers every path outside the API. Without a build (tests, `npm run dev`) it
 * serves nothing.
 */
export async function serveWeb(fastify: FastifyInstance, folder: string = builtWebFolder): Promise<void> {
  if (!existsSync(folder)) return;
  await fastify.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, ofPage: route.url !== everyPath };
    });
    // The plugin adds a charset to other texts; an SVG needs one too.
    scope.addHook('onSend', (_request, reply, payload, done) => {
      if (reply.getHeader('content-type') === drawing) reply.header('content-type', `${drawing}; charset=utf-8`);
      done(null, payload);
    });
    await scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      cacheControl: false,
      index: false,
      // The build makes a .br and a .gz file beside each file; nobody requests these by name.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.setHeader('vary', 'accept-encoding');
        reply.setHeader('cache-control', hashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
        if (path.includes('/sw.js')) reply.setHeader('service-worker-allowed', '/');
      },
    });
    scope.get(everyPath, async (request, reply) => {
      const page = !/^\/(api|socket\.io)([/?]|$)/.test(request.url);
      const asset = /\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '');
      if (!page || asset) return reply.callNotFound();
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    });
  });
}
