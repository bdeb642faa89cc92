import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { addressOf } from '../../../platform/http/address.ts';
import { askAs, endTurn } from '../../../platform/http/asking.ts';
import { demand, fail, languageOf } from '../../../platform/http/errors.ts';
import { type Handlers, serve } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { exportOf } from './export.ts';
import { askExport, readExport } from './exports.store.ts';
import { makeJob, tellExport, triedAtMost } from './prepared.ts';
import { ExportReaders } from './readers.ts';

const { export: whole, ...asked } = api.personalData;

const handlers: Handlers<typeof asked> = {
  async contact({ ip, services }) {
    await services.limits.spend('contact', ip);
    return { supportEmail: (await services.settings.shown()).supportEmail };
  },

  async prepare({ work, actor, query, language, services, say }) {
    const { userId } = actor;
    demand((await readExport(work.db, userId))?.state !== 'making', 'export_in_progress');
    await services.limits.spend('export', userId);
    const id = newId();
    await askExport(work.db, userId, id, { language, zone: query.zone });
    await services.jobs.add(makeJob, { userId, id }, { db: work.db, attempts: triedAtMost, whom: 'known' });
    await tellExport(work, userId);
    return { message: say('export_asked'), export: (await readExport(work.db, userId)) ?? fail('internal') };
  },

  async prepared({ actor, db }) {
    return { export: await readExport(db, actor.userId) };
  },
};

/** Serves a person's own data. An export sent at once has a route of its own, since it is streamed as it is read. */
export function servePersonalData(app: FastifyInstance, services: Services): void {
  serve(app, services, asked, handlers);
  const readers = new ExportReaders(services.departures);
  app.withTypeProvider<ZodTypeProvider>().get(
    whole.path,
    {
      schema: { querystring: whole.query },
      config: { ownTurn: true },
      onRequest: async (request, reply) => {
        await askAs(services, request, reply, 'downloads');
      },
      onSend: endTurn,
    },
    async (request, reply) => {
      const { userId } = request.actor ?? fail('unauthorized');
      readers.enter(userId, { address: addressOf(request), response: reply.raw });
      await services.limits.spend('export', userId);
      const language = languageOf(request.headers['accept-language']);
      const zip = await exportOf(services, userId, { language, zone: request.query.zone });
      reply.raw.once('close', () => zip.destroy());
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="palabre.zip"',
          'x-content-type-options': 'nosniff',
        })
        .send(zip);
    },
  );
}
