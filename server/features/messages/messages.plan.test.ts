import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { post } from '../../test/world.ts';

/**
 * What the planner does with the queries that every message and every page make, on a server where one channel and one
 * person have written nearly everything: it finds rows by the one index made for each, by its whole key.
 */

interface Statement {
  /** A named statement is prepared: its plan may be made for any values. */
  name?: string;
  text: string;
  values: unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

let palabre: Palabre;
let owner: Person;
type Name = 'page' | 'deep' | 'around' | 'changes' | 'nonce';
const statements = {} as Record<Name, Statement>;
/** The plan for a nonce, made when nothing had been written: connections keep it for as long as they live. */
let youngPlan: [string, string][];

/** The statement about messages that a request makes. */
async function statementOf(request: () => Promise<unknown>, words: RegExp): Promise<Statement> {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await request();
  const made = queries.mock.calls.map(([query, values]): Statement => {
    const given = query as unknown as string | Statement;
    return typeof given === 'string' ? { text: given, values: values as unknown[] } : given;
  });
  queries.mockRestore();
  const found = made.filter(({ text }) => words.test(text));
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
  statements.nonce = await statementOf(
    () => owner.ok(api.messages.send, { body: { channelId, content: 'x', nonce: randomUUID() } }),
    /AS wanted\(sender_id, nonce\)/,
  );
  youngPlan = await scansOf(statements.nonce, 'generic');

  await sql`INSERT INTO messages (id, place_id, position, seq, sender_id, nonce, content, created_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${owner.id}, gen_random_uuid(), 'message ' || n, now()
    FROM generate_series(2, 20000) AS n`.execute(kysely);
  await sql`UPDATE places SET seq = 20000 WHERE id = ${channelId}`.execute(kysely);
  for (let i = 0; i < 3; i++) await post(owner, quiet, `message ${i}`);
  await sql`ANALYZE`.execute(kysely);

  const ask = (query: object) => () => owner.ok(api.messages.page, { query: { channelId, ...query } });
  const { prevCursor, messages } = await ask({})();
  const reading = /FROM places LEFT JOIN/;
  statements.page = await statementOf(ask({}), reading);
  statements.deep = await statementOf(ask({ prev: prevCursor }), reading);
  statements.around = await statementOf(ask({ around: messages[0]?._id }), reading);
  const changes = { query: { channelId, after: 19_500 } };
  statements.changes = await statementOf(() => owner.ok(api.messages.changes, changes), reading);
});

/** How the rows of `messages` are found: the index, and what of its key is given. */
async function scansOf({ text, values }: Statement, mode: 'generic' | 'custom'): Promise<[string, string][]> {
  const { pool } = palabre.services.database;
  const { rows } =
    mode === 'generic'
      ? await pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
      : await pool.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  const scans: [string, string][] = [];
  const walk = (plan: Plan): void => {
    if (plan['Relation Name'] === 'messages') {
      scans.push([plan['Index Name'] ?? plan['Node Type'], plan['Index Cond'] ?? '']);
    }
    for (const child of plan.Plans ?? []) walk(child);
  };
  walk(rows[0]['QUERY PLAN'][0].Plan);
  return scans;
}

const expected: [Name, string, RegExp][] = [
  ['page', 'messages_page', /place_id = .*position" < /],
  ['deep', 'messages_page', /place_id = .*position" < /],
  ['around', 'messages_page', /place_id = .*position" [<>] /],
  ['changes', 'messages_changes', /place_id = .*seq > /],
  ['nonce', 'messages_nonce', /sender_id = .*nonce = /],
];

it.each(expected)('finds the messages of « %s » by %s', async (name, index, key) => {
  for (const mode of statements[name].name ? (['generic', 'custom'] as const) : (['custom'] as const)) {
    const scans = await scansOf(statements[name], mode);
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) expect([mode, ...scan]).toEqual([mode, index, expect.stringMatching(key)]);
  }
});

it('plans for a nonce by its whole key before anything is written', () => {
  expect(youngPlan).toEqual([['messages_nonce', expect.stringMatching(/sender_id = .*nonce = /)]]);
});
