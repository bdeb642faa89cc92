import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../../env.ts';
import { createDocument } from './document.ts';

/** Serves the OpenAPI 3.1 document made from the contract: `/api/docs` to read, `/api/openapi.json` for tools. */
export async function registerDocumentation(fastify: FastifyInstance, env: Pick<Env, 'publicUrl'>): Promise<void> {
  const document = createDocument(env.publicUrl);
  await fastify.register(swagger, { mode: 'static', specification: { document: document as never } });
  await fastify.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  fastify.get('/openapi.json', async () => document);
}
