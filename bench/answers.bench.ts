import { randomUUID } from 'node:crypto';
import { median, sayMachine, spread, table, whole } from './shared/figures.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures whether response times reveal that an account exists: login, request for a code and e-mail look-up, for an
 * existing account and for unknown ones, one request at a time. `server/features/people/users/users.alike.test.ts` counts
 * the statements of each. `ROUNDS`: number of rounds, of four requests for each endpoint.
 */
const rounds = Number(process.env.ROUNDS ?? 100);
const warmUp = 5;

interface Account {
  id: string;
  email: string;
}
type Request = [method: string, path: string, body?: object];
const requests: Record<string, { of: (account: Account) => Request; there: number; gone: number }> = {
  'a login': {
    of: ({ email }) => ['POST', '/api/user/login', { email, password: 'pas le bon' }],
    there: 401,
    gone: 401,
  },
  'a code asked for': {
    of: ({ id, email }) => ['POST', '/api/otp/sent', { p_id: id, p_email: email }],
    there: 200,
    gone: 200,
  },
  'an e-mail looked up': {
    of: ({ email }) => ['GET', `/api/user/email?${new URLSearchParams({ email })}`],
    there: 200,
    gone: 404,
  },
};

sayMachine();
const server = await startServer();
try {
  const send = ([method, path, body]: Request) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const email = 'camille@exemple.fr';
  const newcomer = { firstName: 'Camille', lastName: 'Moreau', email, password: 'un mot de passe sûr' };
  const registered = await send(['POST', '/api/user/register', newcomer]);
  const { newUser } = (await registered.json()) as { newUser: { _id: string } };
  const known: Account = { id: newUser._id, email };
  const nobody = (): Account => ({ id: randomUUID(), email: `${randomUUID()}@exemple.fr` });

  async function took(request: Request, expected: number): Promise<number> {
    const before = performance.now();
    const answer = await send(request);
    await answer.arrayBuffer();
    const ms = performance.now() - before;
    if (answer.status !== expected) throw new Error(`${request[1]} was answered ${answer.status}`);
    return ms;
  }

  const rows = [];
  for (const [what, { of, there, gone }] of Object.entries(requests)) {
    const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
    for (let n = 0; n < warmUp + rounds; n += 1) {
      // Alternates the two kinds, so that work left over by one kind weighs on both alike.
      const times = [
        await took(of(known), there),
        await took(of(nobody()), gone),
        await took(of(nobody()), gone),
        await took(of(known), there),
      ] as const;
      if (n < warmUp) continue;
      ofKnown.push(times[0], times[3]);
      ofUnknown.push(times[1], times[2]);
    }
    const ratio = (median(ofUnknown) / median(ofKnown)).toFixed(2);
    rows.push([what, spread(ofKnown), spread(ofUnknown), ratio, whole(2 * rounds)]);
  }
  table('Answers for an account that is there and for one that is not', [
    ['', 'known, p50 / p95 / p99 ms', 'unknown, p50 / p95 / p99 ms', 'unknown against known, p50', 'of each'],
    ...rows,
  ]);
} finally {
  await server.stop();
}
