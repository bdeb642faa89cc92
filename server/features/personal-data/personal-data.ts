import { api } from '@palabre/common/contract/index.ts';
import type { FastifyInstance } from 'fastify';
import { AppError, demand, fail, languageOf } from '../../platform/http/errors.ts';
import { bearerOf, type Handlers, serve } from '../../platform/http/route.ts';
import { newId } from '../../platform/postgres/db.ts';
import type { Services } from '../../platform/services.ts';
import { exportOf } from './export.ts';
import { askExport, readExport } from './exports.store.ts';
import { makeJob, tellExport, triedAtMost } from './prepared.ts';

const { export: whole, ...asked } = api.personalData;

const handlers: Handlers<typeof asked> = {
  async prepare({ work, actor, language, services, say }) {
    const { userId } = actor;
    demand((await readExport(work.db, userId))?.state !== 'making', 'export_in_progress');
    await services.limits.spend('export', userId);
    const id = newId();
    await askExport(work.db, userId, id, language);
    await services.jobs.add(makeJob, { userId, id }, { db: work.db, attempts: triedAtMost });
    await tellExport(work, userId);
    return { message: say('export_asked'), export: (await readExport(work.db, userId)) ?? fail('internal') };
  },

  async prepared({ actor, db }) {
    return { export: await readExport(db, actor.userId) };
  },
};

/** Exports on their way at once, one a person: each reads as fast as its person's connection takes it. */
const atOnce = 4;

/** Serves one's own data. The export that is made at once is apart from the other endpoints: it is sent as it is read. */
export function servePersonalData(app: FastifyInstance, services: Services): void {
  serve(app, services, asked, handlers);
  const running = new Set<string>();
  app.get(
    whole.path,
    {
      onRequest: async request => {
        const token = bearerOf(request);
        request.actor = (token && (await services.sessions.verify(token))) || fail('unauthorized');
      },
    },
    async (request, reply) => {
      const { userId } = request.actor ?? fail('unauthorized');
      if (running.has(userId) || running.size >= atOnce) throw new AppError('export_in_progress', { retryAfter: 10 });
      await services.limits.spend('export', userId);
      running.add(userId);
      reply.raw.once('close', () => running.delete(userId));
      const zip = await exportOf(services, userId, languageOf(request.headers['accept-language']));
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
