import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { Tables } from '../postgres/tables.ts';
import { SeenSessions } from './session-seen.ts';

/** Tests how many uses are noted at once; `session.test.ts` tests what is stored of them. */

it('The uses of a hundred thousand sessions are noted at once, a thousand in each statement, and those of more after the next write', async () => {
  const written: string[][] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: one => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void written.push(query.parameters[0] as string[]),
  });
  const seen = new SeenSessions(db);
  const note = (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1) seen.note(`${n}`);
  };
  note(0, 100_001);
  await seen.write();
  expect([written.length, ...new Set(written.map(({ length }) => length))]).toEqual([100, 1_000]);
  expect(written.at(-1)?.at(-1)).toBe('99999');
  note(100_000, 1);
  await seen.close();
  expect(written.slice(100)).toEqual([['100000']]);
});
