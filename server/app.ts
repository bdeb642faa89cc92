import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { limits as fieldLimits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { accounts } from './features/accounts/accounts.ts';
import { eraseAsked } from './features/accounts/erasure.ts';
import { administration } from './features/administration/administration.ts';
import { serveAudit } from './features/audit/audit.ts';
import { boot } from './features/boot/boot.ts';
import { channels } from './features/channels/channels.ts';
import { conversations } from './features/conversations/conversations.ts';
import { emoji } from './features/emoji/emoji.ts';
import { serveFiles } from './features/files/files.ts';
import { sweepFiles } from './features/files/sweep.ts';
import { serveGifs } from './features/gifs/gifs.ts';
import { invites } from './features/invites/invites.ts';
import { linkedAccounts } from './features/linked-accounts/linked-accounts.ts';
import { members } from './features/members/members.ts';
import { Calls } from './features/mentions/calls.ts';
import { messageReaders } from './features/messages/messages.store.ts';
import { messages } from './features/messages/messages.ts';
import { PostQueue } from './features/messages/posts.ts';
import { Typing } from './features/messages/typing.ts';
import { messageMails, serveMailsOff } from './features/notifications/mails.ts';
import { notifications, purgeNotifications } from './features/notifications/notifications.ts';
import { sendCodes } from './features/otp/codes.ts';
import { purgeCodes } from './features/otp/otp.store.ts';
import { otp } from './features/otp/otp.ts';
import { servePersonalData } from './features/personal-data/personal-data.ts';
import { exportJobs } from './features/personal-data/prepared.ts';
import { pinReader } from './features/pins/pins.store.ts';
import { pins } from './features/pins/pins.ts';
import { createPresence } from './features/presence/presence.ts';
import { ReactionQueue } from './features/reactions/reaction-queue.ts';
import { reactions } from './features/reactions/reactions.ts';
import { reports } from './features/reports/reports.ts';
import { deleteOldMessages } from './features/retention/retention.ts';
import { roles } from './features/roles/roles.ts';
import { SearchIndexer } from './features/search/indexer.ts';
import { search } from './features/search/search.ts';
import { serveSocialLogin, socialLogin } from './features/social-login/social-login.ts';
import { societies } from './features/societies/societies.ts';
import { createReads } from './features/unread/reads.ts';
import { unread } from './features/unread/unread.ts';
import { users } from './features/users/users.ts';
import { workspaces } from './features/workspaces/workspaces.ts';
import { registerDocumentation } from './platform/documentation/documentation.ts';
import { createStorage } from './platform/files/storage.ts';
import { answerCompiler } from './platform/http/answers.ts';
import { Arrivals, type ArrivalTimes } from './platform/http/arrivals.ts';
import { AppError, fail } from './platform/http/errors.ts';
import { answerUnrouted, registerFailures } from './platform/http/failures.ts';
import { setSecurityHeaders } from './platform/http/headers.ts';
import { registerHealth } from './platform/http/health.ts';
import { Lateness } from './platform/http/lateness.ts';
import { createLimits } from './platform/http/limits.ts';
import { serve } from './platform/http/route.ts';
import { Shares } from './platform/http/shares.ts';
import { answerOtherUpgrades } from './platform/http/upgrades.ts';
import { serveWeb } from './platform/http/web.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { createMails } from './platform/mail/mail.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createDatabase, type Database } from './platform/postgres/db.ts';
import { joinCluster, measureCluster } from './platform/processes/cluster.ts';
import { UnderWay } from './platform/processes/under-way.ts';
import { createSockets, type Sockets } from './platform/realtime/socket.ts';
import { Turns } from './platform/realtime/turns.ts';
import { createRefuse } from './platform/refusals.ts';
import type { Services } from './platform/services.ts';
import { Sessions } from './platform/session.ts';
import { createSparing } from './platform/sparing.ts';

export interface App {
  fastify: FastifyInstance;
  io: Sockets['io'];
  services: Services;
  metrics: Metrics;
  jobs: Jobs;
  /** From now on new requests get 503; those running are answered. */
  drain(): void;
  /** Ends sockets, presence and requests; the database stays open for its owner to close. */
  close(): Promise<void>;
}

const bodyLimit = 1024 * 1024;

/** Builds the whole server, not yet listening. */
export async function buildApp(options: {
  env: Env;
  database: Database;
  logger: Logger;
  metrics?: Metrics;
  /** How long requests may take to arrive, for tests that do not wait. */
  arrivals?: Partial<ArrivalTimes>;
  /** What time it is for the work that is done by itself, and whether it is at its times: a test says when. */
  now?: () => Date;
  byTheClock?: boolean;
}): Promise<App> {
  const { env, database, logger, metrics = createMetrics(), arrivals, now = () => new Date() } = options;
  let draining = false;
  const fastify = Fastify({
    loggerInstance: logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'warn' }),
    bodyLimit,
    // A proxy on this machine says who its client is; anyone else could lie about it.
    trustProxy: 'loopback',
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnrouted,
    // Nothing is logged of a request but its failure, by `failures.ts`: each needs no logger of its own.
    childLoggerFactory: parent => parent,
  }) as unknown as FastifyInstance;
  fastify.setValidatorCompiler(validatorCompiler);
  fastify.setSerializerCompiler(answerCompiler);
  const refuse = createRefuse(metrics, createSparing(logger));
  const lateness = new Lateness(env.rateLimits);
  registerFailures(fastify, logger, refuse, lateness);
  acceptJsonOnly(fastify);
  const underWay = new UnderWay();
  underWay.ofRoutes(fastify);

  const cluster = await joinCluster(env, logger);
  const sessions = new Sessions(database, env.jwtSecret, cluster);
  const { server: http } = fastify;
  const sockets = createSockets({ http, env, pool: database.first, sessions, cluster, logger, refuse, underWay });
  answerOtherUpgrades(fastify.server, refuse);
  const jobs = createJobs({ databaseUrl: env.databaseUrl ?? '', database, logger, byTheClock: options.byTheClock });
  const mails = createMails(env, jobs, logger);
  const indexer = new SearchIndexer(database.pool, logger);
  const shared = {
    env,
    logger,
    database,
    broadcaster: indexer.hearing(sockets),
    places: new Turns(),
    locked: new Turns(),
    turns: new Turns(),
    underWay,
  };
  const calls = new Calls(shared);
  const services: Services = {
    ...shared,
    sessions,
    jobs,
    mails,
    storage: await createStorage(env, logger),
    limits: createLimits(env.rateLimits, database.first, cluster.shared),
    shares: new Shares(env.rateLimits),
    calls,
    posts: new PostQueue({ ...shared, database: { ...database, pool: database.first } }, calls),
    reads: createReads(shared),
    messages: messageReaders(database.pool),
    reactions: new ReactionQueue(shared, () => cluster.shared?.nodes() ?? 1),
    pins: pinReader(database.pool),
  };
  const presence = await createPresence(services, logger, cluster.shared !== undefined);
  const typing = new Typing(database.first, sockets, createSparing(logger));
  sockets.listen(presence, (...said) => void underWay.run(() => typing.say(...said)));

  fastify.addHook('onRequest', (request, _reply, done) => {
    if (draining && request.url.startsWith('/api/')) done(new AppError('unavailable', { retryAfter: 2 }));
    else done();
  });
  setSecurityHeaders(fastify, env.publicUrl);
  new Arrivals(bodyLimit, arrivals).register(fastify);
  await fastify.register(cookie);
  await fastify.register(multipart, {
    limits: { files: 1, fileSize: fieldLimits.imageBytes, fields: 50, fieldSize: 64 * 1024, parts: 60 },
  });
  metrics.register(fastify, env.metricsToken);
  const checks = {
    database: () => database.pool.query('SELECT 1'),
    ...(cluster.shared && { redis: async () => cluster.connected || fail('unavailable') }),
  };
  registerHealth(fastify, { checks, draining: () => draining });
  measureCluster(metrics, cluster);
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('since', null);
  fastify.decorateRequest('image', null);
  fastify.decorateRequest('uploads', null);

  await fastify.register(
    async scope => {
      // What is answered to a person is kept by no cache, unless a file says otherwise.
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      registerDocumentation(scope, env);
      serve(scope, services, api.users, users);
      serve(scope, services, api.socialLogin, socialLogin);
      serve(scope, services, api.linkedAccounts, linkedAccounts);
      serve(scope, services, api.otp, otp);
      serve(scope, services, api.accounts, accounts);
      serve(scope, services, api.workspaces, workspaces);
      serve(scope, services, api.members, members);
      serve(scope, services, api.channels, channels);
      serve(scope, services, api.conversations, conversations);
      serve(scope, services, api.roles, roles);
      serve(scope, services, api.invites, invites);
      serve(scope, services, api.messages, messages);
      serve(scope, services, api.reactions, reactions);
      serve(scope, services, api.pins, pins);
      serve(scope, services, api.notifications, notifications);
      serve(scope, services, api.unread, unread);
      serve(scope, services, api.emoji, emoji);
      serve(scope, services, api.reports, reports);
      serve(scope, services, api.administration, administration);
      serve(scope, services, api.search, search);
      serve(scope, services, api.boot, boot);
      serveAudit(scope, services);
      serve(scope, services, api.societies, societies);
      servePersonalData(scope, services);
      serveGifs(scope, services);
      serveFiles(scope, services);
    },
    { prefix: '/api' },
  );
  serveSocialLogin(fastify, services);
  await serveMailsOff(fastify, services);
  await serveWeb(fastify);
  jobs.begin([
    { name: 'sessions.purge', cron: '* * * * *', run: () => sessions.purge() },
    { name: 'accounts.erase', cron: '* * * * *', run: () => eraseAsked(services) },
    { name: 'files.sweep', cron: '17 * * * *', run: () => sweepFiles(services) },
    { name: 'notifications.purge', cron: '41 3 * * *', run: () => purgeNotifications(shared, now()) },
    { name: 'retention.sweep', cron: '0 * * * *', run: () => deleteOldMessages(shared, now()) },
    { name: 'otp.purge', cron: '23 * * * *', run: () => purgeCodes(database.kysely) },
    sendCodes(services),
    ...exportJobs(services),
    ...messageMails(services, presence, now),
    mails.job,
  ]);

  return {
    fastify,
    io: sockets.io,
    services,
    metrics,
    jobs,
    drain: () => {
      draining = true;
    },
    close: async () => {
      draining = true;
      lateness.close();
      await jobs.close();
      await indexer.close();
      await presence.close();
      // A connection kept open for a next request would hold the end back once its last one is answered.
      const idle = setInterval(() => fastify.server.closeIdleConnections(), 50);
      await sockets.close();
      await fastify.close();
      clearInterval(idle);
      await underWay.end();
      services.shares.close();
      await sessions.seen.close();
      await cluster.close();
    },
  };
}

/** JSON is the one format of a body besides multipart; an empty one is no body. */
function acceptJsonOnly(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('text/plain');
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}

/** Builds the server on the database that `env` names, and listens: for what has no process of its own to mind. */
export async function startApp(
  env: Env,
  testing: Pick<Parameters<typeof buildApp>[0], 'arrivals' | 'now' | 'byTheClock'> = {},
): Promise<{ url: string; services: Services; jobs: Jobs; close(): Promise<void> }> {
  const database = createDatabase(env.databaseUrl ?? '');
  const app = await buildApp({ env, database, logger: createLogger(env.logLevel), ...testing });
  const url = await app.fastify.listen({ host: env.host, port: env.port });
  return {
    url,
    services: app.services,
    jobs: app.jobs,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
