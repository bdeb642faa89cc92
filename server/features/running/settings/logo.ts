import { buffer } from 'node:stream/consumers';
import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { addressOf } from '../../../platform/http/address.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';

const path = '/api/settings/logo/';

/** Returns the public path of a logo that is stored as an image. */
export const logoAt = (image: string): string => path + image.split('/')[3];

/** Returns the path of the image in which a logo is stored. */
export const fileOf = (logo: string | null): string | null => logo && `/api/file/${logo.slice(path.length)}/image.webp`;

/**
 * Serves the logo of the place, to anybody, since the sign-in page shows it. This server made it, of some kilobytes,
 * and caches it in memory; a new logo has another path.
 */
export function serveLogo(app: FastifyInstance, services: Services): void {
  const { logo } = api.settings;
  let kept: { id: string; bytes: Promise<Buffer> } | undefined;
  const read = (id: string): Promise<Buffer> => {
    if (kept?.id === id) return kept.bytes;
    const bytes = services.storage.read(id).then(buffer);
    kept = { id, bytes };
    bytes.catch(() => {
      kept = undefined;
    });
    return bytes;
  };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(logo.path, { schema: { params: logo.params } }, async (request, reply) => {
      await services.limits.spend('settings', addressOf(request));
      const { id } = request.params;
      if ((await services.settings.read()).chosen.logo !== path + id) fail('not_found');
      return reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(await read(id));
    });
}
