import { sql } from 'kysely';
import pg from 'pg';

const beginning = '/* prepared: ';
const named = /^\/\* prepared: ([a-z-]+) \*\//;

/**
 * Marks a statement to be prepared (`` sql`${prepared('workspace-access')} SELECT …` ``): each connection parses and
 * plans it once, not at each call. For frequent statements that find rows by key, where one plan suits all values; a
 * search is better planned for its values. The statement must list its columns: the result of a prepared `*` may not
 * change when a newer version adds a column.
 * @param name unique to one statement: a second text under it is an error
 */
export const prepared = (name: string) => sql.raw(`${beginning}${name} */`);

/** Connection that prepares {@link prepared} statements by name: Kysely passes only a text. */
export class Connection extends pg.Client {
  /** Overrides all forms of `query` of pg. */
  override query(asked: unknown, ...rest: unknown[]): never {
    const name = typeof asked === 'string' && asked.startsWith(beginning) ? named.exec(asked)?.[1] : undefined;
    const query = super.query as (...asked: unknown[]) => never;
    return query.call(this, name ? { name, text: asked } : asked, ...rest);
  }
}
