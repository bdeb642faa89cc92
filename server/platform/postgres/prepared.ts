import { sql } from 'kysely';
import pg from 'pg';

const beginning = '/* prepared: ';
const named = /^\/\* prepared: ([a-z-]+) \*\//;

/**
 * What a statement begins with (`` sql`${prepared('workspace-access')} SELECT …` ``) that PostgreSQL is to be given by
 * name: each connection reads and plans it once, not at each call. For what is asked all the time and finds its rows by
 * their keys, whatever the values are; a search is planned best for what is searched. It names its columns: what a
 * prepared `*` answers may not change when a newer version adds one.
 * @param name of one statement alone: another text under it is an error
 */
export const prepared = (name: string) => sql.raw(`${beginning}${name} */`);

/** A connection that gives PostgreSQL by name what is {@link prepared}: statements that Kysely makes have only a text. */
export class Connection extends pg.Client {
  /** As pg's own, in all its forms. */
  override query(asked: unknown, ...rest: unknown[]): never {
    const name = typeof asked === 'string' && asked.startsWith(beginning) ? named.exec(asked)?.[1] : undefined;
    const query = super.query as (...asked: unknown[]) => never;
    return query.call(this, name ? { name, text: asked } : asked, ...rest);
  }
}
