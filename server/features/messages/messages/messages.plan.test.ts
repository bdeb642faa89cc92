import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { post } from '../../../test/people/world.ts';

/**
 * Tests PostgreSQL's plans for the queries of every message and page, on a server where one channel and one person have
 * nearly all messages and thousands of channels hardly any: each query finds messages by its own index with the whole
 * key, and people by theirs. The statements are prepared: a plan may be custom or generic.
 */

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Alias?: string;
  Plans?: Plan[];
}

let palabre: Palabre;
let owner: Person;
type Name = 'page' | 'deep' | 'after' | 'around' | 'since' | 'changes' | 'nonce';
const statements = {} as Record<Name, Statement>;
/** Plans made on a database with few messages, before PostgreSQL first counts them: connections keep them until it does. */
const youngPlans = {} as Record<Name, [messages: number, scans: [string, string][]][]>;
let requests: Record<Name, () => Promise<unknown>>;
const names = ['page', 'deep', 'after', 'around', 'since', 'changes', 'nonce'] as const;

/** Returns the statement about messages that a request runs. */
async function statementOf(request: () => Promise<unknown>, words: RegExp): Promise<Statement> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await request();
  const made = queries.mock.calls.map(([query]) => query as unknown as Statement);
  queries.mockRestore();
  // Leaves out the statements of the search index.
  const found = made.filter(({ name, text }) => name && !name.startsWith('search') && words.test(text));
  expect(found).toHaveLength(1);
  return found[0] as Statement;
}

beforeAll(async () => {
  palabre = await startPalabre();
  const { kysely } = palabre.services.database;
  await sql`INSERT INTO users (id, first_name, last_name, email)
    SELECT gen_random_uuid(), 'Karim', 'Benali', n || '@exemple.fr' FROM generate_series(1, 64) AS n`.execute(kysely);
  owner = await palabre.register();
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Chantier' } });
  const channelId = workspace.welcomeChannel;
  const body = { title: 'calme', visibility: 'public' as const, workspaceId: workspace._id };
  const { channel: quiet } = await owner.ok(api.channels.create, { body });
  await sql`ANALYZE users, places`.execute(kysely);
  const first = await post(owner, { _id: channelId }, 'message 1');
  const page = (query: object) => () => owner.ok(api.messages.page, { query: { channelId, ...query } });
  const cursor = Buffer.from('p10000').toString('base64url');
  requests = {
    page: page({}),
    deep: page({ prev: cursor }),
    after: page({ next: cursor }),
    around: page({ around: first._id }),
    since: page({ since: first.time }),
    changes: () => owner.ok(api.messages.changes, { query: { channelId, after: 0 } }),
    nonce: () => owner.ok(api.messages.send, { body: { channelId, content: 'x', nonce: randomUUID() } }),
  };
  for (const name of names) {
    statements[name] = await statementOf(requests[name], name === 'nonce' ? /sender_id, nonce\)/ : /place/);
    youngPlans[name] = [[1, await scansOf(statements[name], 'generic')]];
  }
  await sql`INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${owner.id}, gen_random_uuid(), 'message ' || n, now()
    FROM generate_series(100, 500) AS n`.execute(kysely);
  for (const name of names) youngPlans[name].push([401, await scansOf(statements[name], 'generic')]);

  await sql`INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${owner.id}, gen_random_uuid(), 'message ' || n, now()
    FROM generate_series(1000, 20000) AS n`.execute(kysely);
  await sql`UPDATE places SET seq = 20000 WHERE id = ${channelId}`.execute(kysely);
  await sql`WITH made AS (
      INSERT INTO places (id, kind, room, seq) SELECT gen_random_uuid(), 'channel', 'x', 3 FROM generate_series(1, 3000) RETURNING id
    ) INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
    SELECT gen_random_uuid(), made.id, n, n, ${owner.id}, 'message ' || n, now() FROM made, generate_series(1, 3) AS n`.execute(
    kysely,
  );
  await sql`INSERT INTO users (id, first_name, last_name, email)
    SELECT gen_random_uuid(), 'Karim', 'Benali', 'autre' || n || '@exemple.fr' FROM generate_series(1, 3000) AS n`.execute(
    kysely,
  );
  for (let i = 0; i < 3; i++) await post(owner, quiet, `message ${i}`);
  await sql`ANALYZE`.execute(kysely);
});

/** Reads how a plan finds rows of `messages` and `users`: the index, and the part of its key. */
async function scansOf({ text, values }: Statement, mode: 'generic' | 'custom'): Promise<[string, string][]> {
  const { pool } = palabre.services.database;
  const { rows } =
    mode === 'generic'
      ? await pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
      : await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  const scans: [string, string][] = [];
  const walk = (plan: Plan): void => {
    const relation = plan['Relation Name'];
    if (relation === 'messages' || relation === 'users') {
      const found = plan['Index Name'] ?? `${plan['Node Type']} of ${relation}`;
      // Of a thread all replies are read, or the last ones.
      const ofThread = plan.Alias?.startsWith('replies') ? ' of a thread' : '';
      scans.push([found + ofThread, plan['Index Cond'] ?? '']);
    }
    for (const child of plan.Plans ?? []) walk(child);
  };
  walk(rows[0]['QUERY PLAN'][0].Plan);
  return scans;
}

const keys: Record<string, RegExp> = {
  messages_page: /place_id = .*position" [<>]=? /,
  'messages_page of a thread': /place_id = /,
  messages_changes: /place_id = .*seq > /,
  messages_nonce: /sender_id = .*nonce = /,
  messages_pkey: /id = /,
  users_pkey: /id = /,
};
const wholeKeys = (scans: [string, string][]) => scans.map(([index, key]) => [index, keys[index]?.test(key) ?? false]);
const used = (scans: [string, string][]) => [...new Set(scans.map(([index]) => index))].sort();

// The primary key of messages finds the message replied to.
it.each<[Name, string[]]>([
  ['page', ['messages_page', 'messages_page of a thread', 'messages_pkey', 'users_pkey']],
  ['deep', ['messages_page', 'messages_page of a thread', 'messages_pkey', 'users_pkey']],
  ['after', ['messages_page', 'messages_page of a thread', 'messages_pkey', 'users_pkey']],
  ['around', ['messages_page', 'messages_page of a thread', 'messages_pkey', 'users_pkey']],
  ['since', ['messages_page', 'messages_page of a thread', 'messages_pkey', 'users_pkey']],
  ['changes', ['messages_changes', 'messages_page of a thread', 'messages_pkey', 'users_pkey']],
  ['nonce', ['messages_nonce', 'messages_pkey', 'users_pkey']],
])('finds the messages of « %s » by the indexes %j alone', async (name, indexes) => {
  for (const mode of ['generic', 'custom'] as const) {
    const scans = await scansOf(statements[name], mode);
    expect([mode, used(scans)]).toEqual([mode, indexes]);
    expect(wholeKeys(scans).filter(([, whole]) => !whole)).toEqual([]);
  }
});

it('finds the messages of a moment in as few reads as a page, whatever the place holds', async () => {
  const { pool } = palabre.services.database;
  const { text, values } = statements.since;
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan;
  // Two searches by halves of some 15 looks each, and the messages themselves; the whole place is thousands.
  expect(hit + read).toBeLessThan(600);
});

it.each(names)('plans « %s » by the same keys before PostgreSQL has counted the messages', name => {
  for (const [messages, scans] of youngPlans[name]) {
    const found = scans.filter(([index]) => !/users/.test(index));
    expect(found.length).toBeGreaterThan(0);
    expect([messages, wholeKeys(found).filter(([, whole]) => !whole)]).toEqual([messages, []]);
  }
});

/**
 * Counts the plans of each prepared statement: generic ones over all connections, custom ones of the connection with
 * most.
 */
async function plansMade(): Promise<Map<string, { generic: number; custom: number }>> {
  const { pool, first } = palabre.services.database;
  const clients = await Promise.all(
    [pool, first].flatMap(each => Array.from({ length: each.totalCount }, () => each.connect())),
  );
  const plans = new Map<string, { generic: number; custom: number }>();
  for (const client of clients) {
    const { rows } = await client.query(
      "SELECT name, generic_plans, custom_plans FROM pg_prepared_statements WHERE name ~ '^(page|post)'",
    );
    for (const { name, generic_plans, custom_plans } of rows) {
      const { generic, custom } = plans.get(name) ?? { generic: 0, custom: 0 };
      plans.set(name, { generic: generic + generic_plans, custom: Math.max(custom, custom_plans) });
    }
    client.release();
  }
  return plans;
}

it('plans each statement for its values five times at most, then once for any', async () => {
  const { pool, first } = palabre.services.database;
  const all = [
    ...['page-around', 'page-changes', 'page-newer', 'page-older', 'page-since'],
    ...['posting-access', 'posts-by-nonce', 'posts-insert'],
  ];
  // Each connection plans by itself, and the pool decides which connection runs a query: bounds the rounds.
  const roundsAtMost = 5 * (pool.options.max + first.options.max) + 1;
  let plans: Awaited<ReturnType<typeof plansMade>>;
  // A connection that indexes for the search meanwhile is not counted, and is in a later round.
  const isPlanned = () => all.every(name => (plans.get(name)?.generic ?? 0) > 0);
  let rounds = 0;
  do {
    for (const ask of Object.values(requests)) await ask();
    plans = await plansMade();
    rounds += 1;
  } while (rounds < 12 || (rounds < roundsAtMost && !isPlanned()));
  expect([...plans.keys()].sort()).toEqual(all);
  for (const [name, { generic, custom }] of plans) {
    expect([name, generic > 0, custom <= 5]).toEqual([name, true, true]);
  }
});
