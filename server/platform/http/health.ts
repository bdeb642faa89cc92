import type { FastifyInstance } from 'fastify';

const answerWithinMs = 2_000;

/**
 * `GET /healthz`: the process is up. `GET /readyz`: it can serve, 503 when something it needs is away or when it is
 * draining; the body names each thing with `ok` or `down`, never why.
 * @param checks by name, what resolves when the thing answers
 */
export function registerHealth(
  fastify: FastifyInstance,
  { checks, draining }: { checks: Record<string, () => Promise<unknown>>; draining: () => boolean },
): void {
  fastify.get('/healthz', async () => ({ status: 'ok' }));

  fastify.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, (await answers(check)) ? 'ok' : 'down'] as const),
    );
    const ready = !draining() && states.every(([, state]) => state === 'ok');
    const status = draining() ? 'draining' : ready ? 'ok' : 'down';
    return reply.status(ready ? 200 : 503).send({ status, ...Object.fromEntries(states) });
  });
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, answerWithinMs, false);
  });
  try {
    return await Promise.race([check().then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
