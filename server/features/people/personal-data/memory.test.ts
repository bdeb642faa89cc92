import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';

const palabre = await startPalabre();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Measures the memory in use after a collection, in bytes. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('An export of thirty thousand messages takes little memory', async () => {
  const person = await palabre.register();
  const team = await gather(person);
  await palabre.services.database.pool.query(
    `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
     SELECT ($3 || lpad(to_hex(n), 12, '0'))::uuid, $1, n, n, $2, 'Message ' || n || repeat(' mot', 20), now() FROM generate_series(1, 30000) AS n`,
    [team.welcome._id, person.id, newId().slice(0, 24)],
  );
  // The database does this by itself after many writes.
  await palabre.services.database.pool.query('ANALYZE messages');
  const headers = { authorization: `Bearer ${person.token}`, 'accept-language': 'en' };
  const reply = await fetch(`${palabre.url}/api/user/me/export`, { headers });
  let [size, looked, peak] = [0, 0, 0];
  const start = held();
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size - looked < 30_000) continue;
    looked = size;
    peak = Math.max(peak, held() - start);
  }
  expect(size).toBeGreaterThan(200_000);
  expect(peak / 1024 / 1024).toBeLessThan(5);
});
