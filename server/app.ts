import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { limits as fieldLimits } from '@palabre/common/contract/fields.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { features } from './features.ts';
import { registerDocumentation } from './platform/documentation/documentation.ts';
import { createScanner } from './platform/files/scanner.ts';
import { measureStorage } from './platform/files/storage.metrics.ts';
import { createStorage } from './platform/files/storage.ts';
import { answerCompiler } from './platform/http/answers.ts';
import { takeTurns } from './platform/http/asking.ts';
import { AppError } from './platform/http/errors.ts';
import { Arrivals, type ArrivalTimes } from './platform/http/floods/arrivals.ts';
import { acceptJsonOnly, bodyBytes } from './platform/http/floods/bodies.ts';
import { type ConnectionBounds, Connections, headTimes } from './platform/http/floods/connections.ts';
import { Departures } from './platform/http/floods/departures.ts';
import { answerUnrouted, registerFailures } from './platform/http/floods/failures.ts';
import { Lateness } from './platform/http/floods/lateness.ts';
import { createLimits } from './platform/http/floods/limits.ts';
import { Shares } from './platform/http/floods/shares.ts';
import { registerHealth } from './platform/http/health.ts';
import { boundHost } from './platform/http/listening.ts';
import { securityHeaders, setSecurityHeaders } from './platform/http/page/headers.ts';
import { answerOtherUpgrades } from './platform/http/page/upgrades.ts';
import { serveWeb } from './platform/http/page/web.ts';
import { checksOf, watchDescriptors } from './platform/http/readiness.ts';
import { logSecurity } from './platform/http/security-log.ts';
import { validatorCompiler } from './platform/http/validation.ts';
import { measureJobs } from './platform/jobs/jobs.metrics.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { createMails } from './platform/mail/mail.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createRefuse } from './platform/pacing/refusals.ts';
import { createSparing } from './platform/pacing/sparing.ts';
import { measureDatabase } from './platform/postgres/database.metrics.ts';
import { createDatabase, type Database } from './platform/postgres/db.ts';
import { type ClusterTimes, joinCluster, measureCluster } from './platform/processes/cluster.ts';
import type { Siblings } from './platform/processes/siblings.ts';
import { UnderWay } from './platform/processes/under-way.ts';
import { type Event, heardBy } from './platform/realtime/events.ts';
import { measureSockets } from './platform/realtime/socket.metrics.ts';
import { createSockets, type SocketListeners, type Sockets } from './platform/realtime/socket.ts';
import { shareTransports } from './platform/realtime/transports.ts';
import { Turns } from './platform/realtime/turns.ts';
import type { Services, Shared } from './platform/services.ts';
import { LastingKeys } from './platform/sessions/lasting-keys.ts';
import { Secrets } from './platform/sessions/secrets.ts';
import { readShutAddress } from './platform/sessions/session.store.ts';
import { Sessions } from './platform/sessions/session.ts';
import { Settings } from './platform/settings/settings.ts';

/** Server of one process, with its parts. */
export interface App {
  fastify: FastifyInstance;
  io: Sockets['io'];
  services: Services;
  metrics: Metrics;
  jobs: Jobs;
  /** Refuses new requests with 503; those in flight are still answered. */
  drain(): void;
  /** Stops sockets, presence and requests; the database stays open for its owner to close. */
  close(): Promise<void>;
}

/** Builds the whole server, not listening yet. */
export async function buildApp(options: {
  env: Env;
  database: Database;
  logger: Logger;
  metrics?: Metrics;
  /** Other workers of this machine, if any. */
  siblings?: Siblings;
  /** Arrival times, shortened by tests. */
  arrivals?: Partial<ArrivalTimes>;
  /** Connection limits, lowered by tests. */
  connections?: Partial<ConnectionBounds>;
  /** Times between processes, lengthened by tests. */
  cluster?: Partial<ClusterTimes>;
  /** Clock of scheduled jobs, and whether schedules are on: set by tests. */
  now?: () => Date;
  byTheClock?: boolean;
}): Promise<App> {
  const { env, database, logger, metrics = createMetrics(), siblings, arrivals, now = () => new Date() } = options;
  let draining = false;
  const fastify = Fastify({
    loggerInstance: logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'warn' }),
    bodyLimit: bodyBytes.session,
    // Only a proxy on this machine is trusted to name its client; anyone else could lie.
    trustProxy: 'loopback',
    forceCloseConnections: 'idle',
    http: headTimes,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerUnrouted,
    // One logger for all requests: only their failures are logged, by `failures.ts`.
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

  const cluster = await joinCluster(env, logger, options.cluster);
  const secrets = new Secrets(env);
  const sessions = new Sessions(database, secrets, cluster);
  const { server: http } = fastify;
  const sockets = createSockets({ http, env, pool: database.first, sessions, cluster, logger, refuse, underWay });
  const endTransports = siblings && (await shareTransports(sockets.io.engine, siblings));
  const headers = securityHeaders(env);
  setSecurityHeaders(fastify, headers);
  answerOtherUpgrades(fastify.server, refuse, headers);
  const connections = new Connections(fastify.server, refuse, options.connections);
  const jobs = createJobs({ databaseUrl: env.databaseUrl ?? '', database, logger, byTheClock: options.byTheClock });
  const settings = new Settings(database, env, cluster);
  // If the database is away, each reader waits for it.
  await settings.read().catch(error => logger.warn({ err: error }, 'settings could not be read'));
  const lastingKeys = new LastingKeys(database, secrets);
  await lastingKeys.settle().catch(error => logger.warn({ err: error }, 'the secret in use could not be noted'));
  const isClosedTo = (address: string) => readShutAddress(database.kysely, address);
  const mails = createMails(env, jobs, logger, { secrets, isClosedTo, sender: () => settings.sender() });
  const ears: ((event: Event) => void)[] = [];
  const shared: Shared = {
    env,
    logger,
    database,
    broadcaster: heardBy(sockets, ears),
    places: new Turns(),
    locked: new Turns(),
    turns: new Turns(),
    underWay,
    sessions,
    secrets,
    lastingKeys,
    jobs,
    mails,
    settings,
    storage: measureStorage(metrics, await createStorage(env, logger)),
    scanner: createScanner(env, logger, metrics),
    limits: createLimits(env.rateLimits, database.first, cluster.shared),
    shares: new Shares(env.rateLimits),
    departures: new Departures(fastify, refuse, arrivals),
  };
  // Complete once each feature has added its services, in order.
  const services = shared as Services;
  const building = { services, cluster, now };
  for (const feature of features) Object.assign(services, await feature.provides?.(building));
  for (const feature of features) {
    const hear = feature.hearsEvents?.(services);
    if (hear) ears.push(hear);
  }
  sockets.listen(Object.assign({}, ...features.map(feature => feature.hearsSockets?.(services))) as SocketListeners);

  fastify.addHook('onRequest', (request, _reply, done) => {
    if (draining && request.url.startsWith('/api/')) done(new AppError('unavailable', { retryAfter: 2 }));
    else done();
  });
  fastify.decorateRequest('address', null);
  logSecurity(fastify, logger);
  new Arrivals(arrivals).register(fastify);
  takeTurns(fastify, services.shares);
  await fastify.register(cookie);
  await fastify.register(multipart, {
    limits: { files: 1, fileSize: fieldLimits.imageBytes, fields: 50, fieldSize: 64 * 1024, parts: 60 },
  });
  metrics.register(fastify, env.metricsToken, siblings);
  const checks = checksOf({ ...services, cluster, jobs, mails });
  registerHealth(fastify, { checks, draining: () => draining, siblings });
  const endWatch = watchDescriptors(createSparing(logger));
  measureCluster(metrics, cluster);
  measureJobs(metrics, database.pool, jobs.succeeded);
  measureDatabase(metrics, database);
  measureSockets(metrics, sockets);
  for (const feature of features) feature.measures?.(services, metrics);
  fastify.decorateRequest('actor', null);
  fastify.decorateRequest('refusal', null);
  fastify.decorateRequest('since', null);
  fastify.decorateRequest('image', null);
  fastify.decorateRequest('uploads', null);

  await fastify.register(
    async scope => {
      // Responses are never cached, unless a route overrides it.
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store');
        done();
      });
      registerDocumentation(scope, env);
      for (const feature of features) feature.serves?.(scope, services);
    },
    { prefix: '/api' },
  );
  for (const feature of features) await feature.servesBeside?.(fastify, services);
  await serveWeb(fastify);
  jobs.begin([sessions.job, mails.job, ...features.flatMap(feature => feature.jobs?.(building) ?? [])]);

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
      endWatch();
      // Connected people are notified at once, however long the running jobs take.
      const jobsEnded = jobs.close();
      for (const feature of features) await feature.ends?.(services);
      // A connection without a request would delay the end.
      const unused = setInterval(() => connections.closeUnused(), 50);
      await sockets.close();
      endTransports?.();
      await fastify.close();
      clearInterval(unused);
      await jobsEnded;
      await underWay.end();
      for (const feature of features) await feature.endsLast?.(services);
      connections.close();
      services.shares.close();
      await sessions.seen.close();
      sockets.keepRecent();
      await cluster.close();
    },
  };
}

/** Builds the server on the database of `env` and listens, for callers that own no process: tests and benches. */
export async function startApp(
  env: Env,
  testing: Pick<Parameters<typeof buildApp>[0], 'arrivals' | 'connections' | 'cluster' | 'now' | 'byTheClock'> = {},
): Promise<{ url: string; services: Services; jobs: Jobs; close(): Promise<void> }> {
  const database = createDatabase(env.databaseUrl ?? '');
  const app = await buildApp({ env, database, logger: createLogger(env.logLevel), ...testing });
  const url = await app.fastify.listen({ host: boundHost(env.host), port: env.port });
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
