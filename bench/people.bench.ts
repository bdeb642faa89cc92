import type { InputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { Client } from '../server/test/client.ts';
import { createCrowd } from '../server/test/people/crowd.ts';
import { sayMachine, spread, table, whole } from './shared/figures.ts';
import { startServer } from './shared/server.ts';

/**
 * Measures an administrator's pages of accounts, with several numbers of accounts: the first page and a middle one, searches
 * with many, few or no matches, and accounts with an unhandled report (one in a hundred); also a page of a journal with as
 * many entries.
 */
const sizes = (process.env.SIZES ?? '1000,10000,100000').split(',').map(Number);
const times = Number(process.env.TIMES ?? 30);

sayMachine();
const server = await startServer();
try {
  const { userIds, tokens } = await createCrowd(server.database, server.secret, { people: 2 });
  const { pool } = server.database;
  await pool.query('UPDATE users SET admin = true WHERE id = $1', [userIds[0]]);
  const client = new Client(`http://127.0.0.1:${server.port}`, tokens[0]);
  const stranger = new Client(`http://127.0.0.1:${server.port}`, tokens[1]);
  const rows: string[][] = [['people', '', 'p50 / p95 / p99 ms', 'found']];
  let there = 0;
  for (const size of sizes) {
    await pool.query(
      `WITH people AS (
        INSERT INTO users (id, first_name, last_name, email)
        SELECT gen_random_uuid(), (ARRAY['Hélène', 'Karim', 'Léonie', 'Théo'])[1 + n % 4], 'Dubois ' || n,
          'personne' || n || '@exemple.fr' FROM generate_series($2::int + 1, $3::int) AS n RETURNING id
      ), reported AS (
        INSERT INTO reports (id, reported_by, reported_user, reason, description)
        SELECT gen_random_uuid(), $1, id, 'spam', '' FROM (SELECT id, row_number() OVER () AS n FROM people) AS p WHERE n % 100 = 0
      )
      INSERT INTO audit (id, created_at, action, actor_id, actor_name, target_id, target_name, place_name, changes)
      SELECT gen_random_uuid(), now(), 'member_kicked', $1, 'Camille Moreau', id, 'Dubois ' || id, 'Atelier', '{}' FROM people`,
      [userIds[0], there, size],
    );
    there = size;
    await pool.query('VACUUM ANALYZE');
    const measure = async (what: string, ask: () => Promise<number>) => {
      const taken: number[] = [];
      let found = await ask();
      for (let n = 0; n < times; n += 1) {
        const began = performance.now();
        found = await ask();
        taken.push(performance.now() - began);
      }
      rows.push([whole(size), what, spread(taken), whole(found)]);
    };
    const users = (query: InputOf<typeof api.administration.users>['query']) => async () =>
      (await client.ok(api.administration.users, { query })).total;
    await measure('first page', users({}));
    await measure('a page in the middle', users({ cursor: 'personne5@exemple.fr' }));
    await measure('a search that many match', users({ search: 'helene' }));
    await measure('a search that one matches', users({ search: `dubois ${size}` }));
    await measure('a search that nobody matches', users({ search: 'introuvable' }));
    await measure('those to be looked at', users({ reported: 'true' }));
    // Searches by a person who shares no place with anyone.
    const everyone = (search: string) => async () =>
      (await stranger.ok(api.users.search, { query: { search } })).users.length;
    await measure('anyone: a name that many have', everyone('helene'));
    await measure('anyone: a name that one has', everyone(`dubois ${size}`));
    await measure('anyone: a name that nobody has', everyone('introuvable'));
    const journal = (query: InputOf<typeof api.audit.list>['query']) => async () =>
      (await client.ok(api.audit.list, { query })).entries.length;
    await measure('journal, first page', journal({}));
    await measure('journal, a kind that is not there', journal({ action: 'user_banned' }));
    await measure('journal, a name that is not there', journal({ actor: 'introuvable' }));
  }
  table('What administrators ask for', rows);
} finally {
  await server.stop();
}
