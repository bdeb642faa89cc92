import type { FastifyInstance } from 'fastify';
import { version } from '../paths.ts';
import type { Siblings } from '../processes/siblings.ts';

const answerWithinMs = 2_000;

/** Health check, named on the wire in `reasons`. */
export interface Check {
  name: string;
  /** Resolves when the check passes. */
  run(): Promise<unknown>;
  /** Whether the server cannot serve without it; a failure of any other check only degrades. */
  needed?: true;
  /** Period of the check, however often it is requested; without it, the check runs each time. */
  everyMs?: number;
}

/** Readiness of one process. */
interface Readiness {
  down: boolean;
  /** Names of the failed checks. */
  reasons: string[];
  checks: Record<string, 'ok' | 'down'>;
}

/**
 * Serves `GET /healthz` (the process is up, and its version) and `GET /readyz`: `ready`, `degraded` when an optional
 * check fails, or `down`, 503, when a needed check fails or the server drains. The body has each check as `ok` or
 * `down`, and the failed checks in `reasons`; never a cause. Several workers answer as one: a check fails if it fails
 * for any of them, and `workers` fails if one does not answer.
 */
export function registerHealth(
  fastify: FastifyInstance,
  { checks, draining, siblings }: { checks: readonly Check[]; draining: () => boolean; siblings?: Siblings },
): void {
  const looks = checks.map(check => ({ ...check, look: remembered(check) }));
  // Outside the turns: monitoring is answered whatever the load of its address, and does not count as an active
  // address.
  fastify.get('/healthz', { config: { ownTurn: true } }, async () => ({ status: 'ok', version }));

  const own = async (): Promise<Readiness> => {
    const looked = await Promise.all(looks.map(async ({ look, ...check }) => ({ ...check, well: await look() })));
    const bad = looked.filter(({ well }) => !well);
    const down = draining() || bad.some(({ needed }) => needed);
    const reasons = new Set([...(draining() ? ['draining'] : []), ...bad.map(({ name }) => name)]);
    const states = looked.map(({ name }) => [name, reasons.has(name) ? 'down' : 'ok'] as const);
    return { down, reasons: [...reasons], checks: Object.fromEntries(states) };
  };
  siblings?.on('readiness', own);

  fastify.get('/readyz', { config: { ownTurn: true } }, async (_request, reply) => {
    const all = siblings ? await Promise.all([own(), siblings.ask('readiness')]).then(asOne) : await own();
    const status = all.down ? 'down' : all.reasons.length > 0 ? 'degraded' : 'ready';
    return reply.status(all.down ? 503 : 200).send({ status, reasons: all.reasons, ...all.checks });
  });
}

/** Merges the readiness of this worker and the others; undefined stands for a worker that does not answer. */
function asOne([own, others]: [Readiness, readonly unknown[]]): Readiness {
  const there = [own, ...(others.filter(said => said !== undefined) as Readiness[])];
  const isAnyAway = there.length <= others.length;
  const reasons = new Set([...there.flatMap(said => said.reasons), ...(isAnyAway ? ['workers'] : [])]);
  const names = [...Object.keys(own.checks), 'workers'];
  return {
    down: isAnyAway || there.some(said => said.down),
    reasons: [...reasons],
    checks: Object.fromEntries(names.map(name => [name, reasons.has(name) ? 'down' : 'ok'])),
  };
}

/** Caches the result of a check for its period; a check that hangs is not started again. */
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
