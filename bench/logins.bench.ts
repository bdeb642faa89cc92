import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hashPassword } from '../server/platform/sessions/passwords.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import { quantile, sayMachine, spread, table, whole } from './shared/figures.ts';
import { Poster } from './shared/posting.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures how many simultaneous logins delay other people's posts: posts at a steady rate during the logins, and just before
 * and after. `LOGINS`: logins at once; `WAVES`: number of waves.
 */
const logins = Number(process.env.LOGINS ?? 200);
const waves = Number(process.env.WAVES ?? 5);
const everyMs = 10;
const calmSeconds = 4;
const password = 'un mot de passe sûr';

sayMachine();
const server = await startServer();
try {
  const crowd = await createCrowd(server.database, server.secret, { people: logins });
  const { rows: people } = await server.database.pool.query<{ email: string }>(
    'UPDATE users SET password_hash = $1 RETURNING email',
    [await hashPassword(password)],
  );
  const poster = await new Poster(server.port, crowd.tokens[0] as string).open();

  /** Posts until `over`; returns the duration of each post. */
  async function post(over: () => boolean): Promise<number[]> {
    const taken: number[] = [];
    for (; !over(); await wait(everyMs)) {
      const before = performance.now();
      const status = await poster.post(crowd.channelIds[0] as string, 'Bonjour', randomUUID());
      if (status !== 201) throw new Error(`a post was answered ${status}`);
      taken.push(performance.now() - before);
    }
    return taken;
  }
  const postFor = (seconds: number) => {
    const until = performance.now() + seconds * 1_000;
    return post(() => performance.now() > until);
  };

  async function logIn(email: string): Promise<number> {
    const before = performance.now();
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a login was answered ${answer.status}`);
    return performance.now() - before;
  }

  await postFor(calmSeconds);
  const [calm, felt, taken]: [number[], number[], number[]] = [await postFor(calmSeconds), [], []];
  for (let wave = 0; wave < waves; wave += 1) {
    let over = false;
    const [posts, logged] = await Promise.all([
      post(() => over),
      Promise.all(people.map(({ email }) => logIn(email))).finally(() => {
        over = true;
      }),
    ]);
    felt.push(...posts);
    taken.push(...logged);
    await wait(500);
    calm.push(...(await postFor(calmSeconds)));
  }
  poster.close();
  table(`${whole(logins)} logins at once, ${whole(waves)} times`, [
    ['', 'p50 / p95 / p99 ms', 'how many'],
    ['a post, calm', spread(calm), whole(calm.length)],
    ['a post, while they log in', spread(felt), whole(felt.length)],
    ['a login', spread(taken), whole(taken.length)],
    ['p99 of a post, against calm', (quantile(felt, 0.99) / quantile(calm, 0.99)).toFixed(2), ''],
  ]);
} finally {
  await server.stop();
}
