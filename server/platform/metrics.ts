import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Siblings } from './processes/siblings.ts';

/** Records that something took some seconds. */
export type Times<L extends string> = (labels: Record<L, string>, seconds: number) => void;

/**
 * Aggregation of a gauge over several workers in one scrape: the sum, least or greatest of their values, or, for a
 * value that all workers share, `once`, the value of the worker that was asked.
 */
type Across = 'sum' | 'min' | 'max' | 'once';

/** Values of a counter, each with its labels. */
export type Counts<L extends string> = Iterable<readonly [Record<L, string>, number]>;

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Time that a scrape waits for one measure. */
const readWithinMs = 2_000;

/**
 * Reads a measure. Returns undefined on an error or a timeout: its gauge keeps its last value, and the scrape still
 * reports the others, which matter most just then.
 */
const readInTime = <T>(read: () => T | Promise<T>): Promise<T | undefined> =>
  Promise.race([
    Promise.resolve()
      .then(read)
      .catch(() => undefined),
    pause(readWithinMs, undefined, { ref: false }),
  ]);

/** Metrics of one server, in the format of Prometheus. */
export interface Metrics {
  /** Counts uncaught errors. */
  crashes: Counter<'kind'>;
  /** Counts refusals that protect the other users; see `refusals.ts`. */
  refusals: Counter<'kind'>;
  /**
   * Times every request by route, and serves `GET /metrics` to loopback or to a holder of the token: the measures of
   * this process, aggregated with the other workers'. Must be called before any route is added.
   */
  register(fastify: FastifyInstance, token: string | undefined, siblings?: Siblings): void;
  /** Adds a gauge that is read at each scrape: open sockets, the connections of the pool. By default `across` is a sum. */
  watch(name: string, help: string, read: () => number | Promise<number>, across?: Across): void;
  /** Adds a gauge with one label, whose values are all read at each scrape. */
  watchEach(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Iterable<readonly [string, number]>>,
    across?: Across,
  ): void;
  /** Adds `palabre_info`, always 1, whose labels describe the running version. */
  info(labels: Record<string, string>): void;
  /** Adds a counter maintained elsewhere, which only grows. */
  total(name: string, help: string, read: () => number): void;
  /** Adds a counter whose values, by labels of a fixed set, are kept elsewhere and only grow. */
  totals<L extends string>(name: string, help: string, labels: readonly L[], read: () => Counts<L>): void;
  /** Adds a histogram of seconds with these labels; returns a function that records a duration. */
  times<L extends string>(name: string, help: string, labels: readonly L[]): Times<L>;
}

/** Creates the metrics of one server, apart from other servers in the same process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  /** Measures that all workers share. */
  const once = new Registry();
  const placeOf = (across: Across) =>
    across === 'once' ? { registers: [once] } : { registers: [registry], aggregator: across };
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'palabre_http_request_seconds',
    help: 'HTTP requests, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers,
  });
  const crashes = new Counter({
    name: 'palabre_uncaught_errors_total',
    help: 'Errors that nothing caught',
    labelNames: ['kind'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'palabre_refusals_total',
    help: 'What was refused for what it costs the others, by kind',
    labelNames: ['kind'] as const,
    registers,
  });
  return {
    crashes,
    refusals,
    watch: (name, help, read, across = 'sum') => {
      new Gauge({
        name,
        help,
        ...placeOf(across),
        async collect() {
          const value = await readInTime(read);
          if (value !== undefined) this.set(value);
        },
      });
    },
    watchEach: (name, help, label, read, across = 'sum') => {
      new Gauge({
        name,
        help,
        ...placeOf(across),
        labelNames: [label],
        async collect() {
          const values = await readInTime(read);
          if (!values) return;
          this.reset();
          for (const [key, value] of values) this.set({ [label]: key }, value);
        },
      });
    },
    info: labels => {
      const help = 'What runs, by its labels';
      new Gauge({ name: 'palabre_info', help, ...placeOf('once'), labelNames: Object.keys(labels) }).set(labels, 1);
    },
    total: (name, help, read) => {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    totals: (name, help, labelNames, read) => {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.inc(labels, value);
        },
      });
    },
    times: (name, help, labelNames) => {
      const histogram = new Histogram({ name, help, labelNames, buckets, registers });
      return (labels, seconds) => histogram.observe(labels, seconds);
    },
    register: (fastify, token, siblings) => {
      siblings?.on('metrics', () => registry.getMetricsAsJSON());
      fastify.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
      fastify.get('/metrics', { config: { ownTurn: true } }, async (request, reply) => {
        if (!mayRead(request, token)) return reply.status(404).send();
        const own = siblings ? await together(registry, siblings) : registry;
        return reply.type(registry.contentType).send(await Registry.merge([own, once]).metrics());
      });
    },
  };
}

/** Aggregates the metrics of all workers; leaves out a worker that does not answer in time. */
async function together(own: Registry, siblings: Siblings): Promise<Registry> {
  const [mine, theirs] = await Promise.all([own.getMetricsAsJSON(), siblings.ask('metrics')]);
  return AggregatorRegistry.aggregate([mine, ...theirs.filter(told => Array.isArray(told))]);
}

/**
 * Says whether a request may read the metrics. A request forwarded by a proxy on this machine comes from loopback too,
 * but does not count as local.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization, forwarded, via } = request.headers;
  const given = authorization?.replace(/^Bearer /i, '');
  if (token && given) {
    const [a, b] = [Buffer.from(given), Buffer.from(token)];
    if (a.length === b.length && timingSafeEqual(a, b)) return true;
  }
  const direct = !forwarded && !via && !request.headers['x-forwarded-for'] && !request.headers['x-real-ip'];
  return direct && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}
