import { sql } from 'kysely';
import pg from 'pg';
import { type Watcher, watchStatement } from './watched.ts';

const beginning = '/* prepared: ';
const named = /^\/\* prepared: ([a-z-]+) \*\//;

/**
 * Marks a statement to be prepared (`` sql`${prepared('workspace-access')} SELECT …` ``): each connection parses and
 * plans it once, not at each call. For frequent statements that find rows by key, where one plan suits all values; a
 * search is better planned for its values. The statement must list its columns: the result of a prepared `*` may not
 * change when a newer version adds a column. PostgreSQL keeps a generic plan only if it looks no dearer than a custom
 * one, so arrays and limits go through sub-selects (`ANY((SELECT $1::uuid[])::uuid[])`): it would see how short a bare
 * array is, and would plan at each call.
 * @param name unique to one statement: a second text under it is an error
 */
export const prepared = (name: string) => sql.raw(`${beginning}${name} */`);

/**
 * Connection that prepares {@link prepared} statements by name, since Kysely passes only a text. Reports each statement
 * to a watcher.
 */
export class Connection extends pg.Client {
  watcher: Watcher | undefined;

  /** Overrides all forms of `query` of pg. */
  override query(asked: unknown, ...rest: unknown[]): never {
    const name = typeof asked === 'string' && asked.startsWith(beginning) ? named.exec(asked)?.[1] : undefined;
    const query = super.query as (...asked: unknown[]) => never;
    const run = (given: unknown[]) => query.call(this, name ? { name, text: asked } : asked, ...given);
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
    return this.watcher && typeof text === 'string'
      ? (watchStatement(this.watcher, text, rest, run) as never)
      : run(rest);
  }
}
