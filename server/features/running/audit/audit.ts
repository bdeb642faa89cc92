import { Readable } from 'node:stream';
import { api } from '@palabre/common/contract/index.ts';
import { auditActions, auditChanges } from '@palabre/common/rules/running/audit-texts.ts';
import { csvLine, csvMark } from '@palabre/common/rules/running/csv.ts';
import { sheetTimes } from '@palabre/common/rules/zones.ts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { load } from '../../../platform/access/access.ts';
import { askAs, endTurn } from '../../../platform/http/asking.ts';
import { fail, type Language, languageOf } from '../../../platform/http/errors.ts';
import { type Handlers, serve } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import type { Services } from '../../../platform/services.ts';
import { type Filter, readEntries } from './audit.store.ts';

const { csv, ...asked } = api.audit;

const handlers: Handlers<typeof asked> = {
  async list({ db, query }) {
    const { limit, cursor, ...filter } = query;
    const found = await readEntries(db, filter, { before: cursor, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { entries: page, nextCursor };
  },
};

/** Serves the audit log. Its CSV file has a route of its own, since it may be long, and is streamed as it is read. */
export function serveAudit(app: FastifyInstance, services: Services): void {
  serve(app, services, asked, handlers);
  app.withTypeProvider<ZodTypeProvider>().get(
    csv.path,
    {
      schema: { querystring: csv.query },
      config: { ownTurn: true },
      onRequest: async (request, reply) => {
        await askAs(services, request, reply, 'downloads');
      },
      onSend: endTurn,
    },
    async (request, reply) => {
      const { kysely: db } = services.database;
      const input = { params: {}, query: request.query, body: {} };
      await load(csv.access, db, request.actor ?? fail('unauthorized'), input, { lock: false });
      await services.limits.spend('journal', request.actor?.userId ?? '');
      const language = languageOf(request.headers['accept-language']);
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="journal.csv"',
          'x-content-type-options': 'nosniff',
        })
        .send(Readable.from(linesOf(db, request.query, language), { objectMode: false }));
    },
  );
}

/** Headings of the file; the first is followed by the time zone. */
const headings = {
  fr: ['Date', 'Qui', 'Quoi', 'À qui ou à quoi', 'Où', 'Ce qui a changé', 'Pourquoi'],
  en: ['Date', 'Who', 'What', 'To whom or what', 'Where', 'What changed', 'Why'],
};

const readTogether = 1_000;

/** Streams the file a batch of lines at a time, so that no connection is held while the client reads slowly. */
async function* linesOf(
  db: Db,
  { zone, ...filter }: Filter & { zone: string },
  language: Language,
): AsyncGenerator<string> {
  const written = sheetTimes(zone, language);
  const [date, ...others] = headings[language];
  yield csvMark + csvLine([`${date} (${zone})`, ...others]);
  let before: string | undefined;
  for (;;) {
    const entries = await readEntries(db, filter, { before, count: readTogether });
    yield entries
      .map(({ createdAt, actor, action, target, place, changes, reason }) =>
        csvLine([
          written(createdAt),
          actor,
          auditActions[action][language],
          target,
          place,
          changes.map(change => auditChanges[change][language]).join(', '),
          reason ?? '',
        ]),
      )
      .join('');
    before = entries.at(-1)?._id;
    if (entries.length < readTogether) return;
  }
}
