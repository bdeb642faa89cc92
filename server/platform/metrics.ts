import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Errors that nothing caught. */
  crashes: Counter<'kind'>;
  /** What was refused for what it costs the others; see `refusals.ts`. */
  refusals: Counter<'kind'>;
  /** Times every request by route, and serves `GET /metrics` to loopback or to who has the token. Before all routes. */
  register(fastify: FastifyInstance, token: string | undefined): void;
  /** Reports a value that is read at each scrape: open sockets, the pool's connections. */
  watch(name: string, help: string, read: () => number): void;
}

/** The measures of one server, apart from those of any other in the same process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'palabre_http_request_seconds',
    help: 'HTTP requests, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
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
    registry,
    crashes,
    refusals,
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    register: (fastify, token) => {
      fastify.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
      fastify.get('/metrics', { config: { ownTurn: true } }, async (request, reply) => {
        if (!mayRead(request, token)) return reply.status(404).send();
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}

/** A proxy on the same machine comes from loopback too: what it passes on is not from here. */
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
