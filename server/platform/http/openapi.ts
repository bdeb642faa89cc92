import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Env } from '../../env.ts';

/** Serves the OpenAPI 3.1 document made from the contract: `/api/docs` to read, `/api/openapi.json` for tools. */
export async function registerDocumentation(fastify: FastifyInstance, env: Pick<Env, 'publicUrl'>): Promise<void> {
  await fastify.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Palabre', version: '1', description: 'Messagerie d’équipe : appels HTTP.' },
      servers: [{ url: env.publicUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await fastify.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  fastify.get('/openapi.json', { schema: { hide: true } }, async () => fastify.swagger());
}
