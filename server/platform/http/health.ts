import type { FastifyInstance } from 'fastify';

const answerWithinMs = 2_000;

/** Something that is looked at; it is named on the wire, in `reasons`. */
export interface Check {
  name: string;
  /** Resolves when all is well with it. */
  run(): Promise<unknown>;
  /** Without it nothing is served: the others only make it less. */
  needed?: true;
  /** Looked at once in this time at most, however often anybody asks; each time when left out, for what costs nothing. */
  everyMs?: number;
}

/**
 * `GET /healthz`: the process is up. `GET /readyz`: `ready`, or `degraded` when it serves less than it should, or `down`,
 * 503, when something it needs is away or when it is draining. The body names each thing with `ok` or `down`, and those
 * that are not well in `reasons`; never why.
 */
export function registerHealth(
  fastify: FastifyInstance,
  { checks, draining }: { checks: readonly Check[]; draining: () => boolean },
): void {
  const looks = checks.map(check => ({ ...check, look: remembered(check) }));
  // Whoever runs Palabre hears how it is, whatever else their address asks for; and what only looks whether it is there is
  // no address that others have to leave time to.
  fastify.get('/healthz', { config: { ownTurn: true } }, async () => ({ status: 'ok' }));

  fastify.get('/readyz', { config: { ownTurn: true } }, async (_request, reply) => {
    const looked = await Promise.all(looks.map(async ({ look, ...check }) => ({ ...check, well: await look() })));
    const bad = looked.filter(({ well }) => !well);
    const down = draining() || bad.some(({ needed }) => needed);
    const reasons = new Set([...(draining() ? ['draining'] : []), ...bad.map(({ name }) => name)]);
    const states = Object.fromEntries(looked.map(({ name }) => [name, reasons.has(name) ? 'down' : 'ok']));
    const status = down ? 'down' : reasons.size > 0 ? 'degraded' : 'ready';
    return reply.status(down ? 503 : 200).send({ status, reasons: [...reasons], ...states });
  });
}

/** What was last seen of a thing, looked at again once its time is over; one that does not answer is not asked again meanwhile. */
function remembered({ run, everyMs = 0 }: Check): () => Promise<boolean> {
  let last: Promise<boolean> | undefined;
  let lookedMs = 0;
  let waiting = false;
  return () => {
    if (last && (waiting || performance.now() - lookedMs < everyMs)) return last;
    waiting = true;
    lookedMs = performance.now();
    const answer = run().then(
      () => true,
      () => false,
    );
    void answer.then(() => {
      waiting = false;
    });
    last = within(answer);
    return last;
  };
}

async function within(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, answerWithinMs, false);
  });
  const inTime = await Promise.race([answer, late]);
  clearTimeout(timer);
  return inTime;
}
