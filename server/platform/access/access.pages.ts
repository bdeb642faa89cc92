import { demand } from '../http/errors.ts';
import { inBatches } from '../pacing/in-batches.ts';
import type { Actor } from '../sessions/session.ts';
import {
  type Facts,
  facts,
  factsOf,
  type PlaceAccess,
  type Pool,
  placeOf,
  readable,
  rightsIn,
} from './access.places.ts';

/** Part of `access.ts`: reads rows of places in the same statement as the rights to them. */

/** Rows of a place that a person may read, with the sequence number of the last change of the place at that time. */
export interface Reading<Row> {
  place: PlaceAccess;
  seq: number;
  /** Shared with the other callers of the same batch: read-only. */
  rows: readonly Row[];
  /** Facts about the rows that hold for this person alone, by id, as the statement selects them. */
  own: ReadonlyMap<string, unknown>;
  /** Records that rows refer to, by id, as the statement selects them. */
  shared: ReadonlyMap<string, unknown>;
}

/** Parameters of a statement by name, with their SQL types. */
export type Own = Record<string, 'uuid' | 'bigint' | 'int'>;

/** Statement that reads rows of places. */
export interface PlaceStatement<O extends Own> {
  name: string;
  /** Columns of a row, as SQL; the last word of each is its key in the row. */
  columns: readonly string[];
  /** SQL types of the parameters, beside the place. */
  own: O;
  /** Source of the columns: a lateral subquery, and joins to it. `asked` has `place_id` and the parameters. */
  rows: string;
  /** Columns and records read beside the rows. */
  beside?: Beside;
  /** Returns the ids passed to `beside.more`: records that the caller expects to need beside rows of these places. */
  hint?: (placeIds: readonly string[]) => readonly string[];
}

/** SQL that reads further columns and records beside rows of places. */
export interface Beside {
  /**
   * Common table expressions that join optional facts to the rows. They read `page`, the rows with their `in_place` and
   * the number of their `page`, and `place`, the people by `asked` and `user_id`, with the `id` of their place.
   */
  tables: string;
  /** Columns of `tables` that each row has too; the last word of each is its key in the row. */
  columns: readonly string[];
  /** Join of `page` to `tables`. */
  join: string;
  /**
   * Builds a SELECT of `asked`, `id` and `own` (JSON): facts about the row of this id for one person, or, with a null
   * `asked`, facts about this id for everybody.
   * @param hinted array of the ids that `hint` returned
   */
  more: (hinted: string) => string;
}

const batchAtMost = 32;

/** Returns the keys of columns in a row. */
const keysOf = (columns: readonly string[]) => columns.map(column => /\w+$/.exec(column)?.[0] ?? column);

/**
 * Creates a function that reads rows of a place for a person. One query reads, for all callers of a batch, the rows and
 * the rights of each person; a person who may not read the place gets `not_found`.
 *
 * Rows of a place that no caller of the batch may read are not searched: their number would show in the time taken.
 *
 * Parameters go through sub-selects, so that PostgreSQL plans for any value from the first time, keeps that one generic
 * plan, and never keeps a plan made for an unusual place.
 */
export function placeReader<Row extends { id: string }, O extends Own>(
  pool: Pool,
  { name, columns, own, rows, beside, hint = () => [] }: PlaceStatement<O>,
) {
  type Asked = { userId: string; placeId: string; own: { [K in keyof O]: string | number } };
  type Place = Facts & { asked: number; seq: number };
  type More = { asked: number | null; id: string; own: unknown };

  const names = Object.keys(own);
  const lists = Object.values(own).map((type, i) => `(SELECT $${i + 4}::${type}[])`);
  const keys = keysOf([...columns, ...(beside?.columns ?? [])]);
  const ofPage = [...keysOf(columns).map(key => `page.${key}`), ...(beside?.columns ?? [])];
  const hinted = `(SELECT $${names.length + 4}::uuid[])`;
  const text = `
    WITH place AS MATERIALIZED (
      SELECT person.asked, person.id AS user_id, places.id, places.seq, ${facts('person.id', 'places.id')}
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) WITH ORDINALITY AS person(id, place_id, asked)
      JOIN places ON places.id = person.place_id ${factsOf('person.id', 'places.id')}
    ), page AS ${beside ? '' : 'NOT '}MATERIALIZED (
      SELECT asked.page, asked.place_id AS in_place, ${columns}
      FROM (
        SELECT * FROM unnest((SELECT $3::uuid[]), ${lists}) WITH ORDINALITY AS asked(place_id, ${names}, page)
        WHERE place_id = ANY (ARRAY(SELECT id FROM place WHERE ${readable}))
      ) AS asked
      CROSS JOIN LATERAL ${rows}
    )${beside ? `, ${beside.tables}` : ''}
    SELECT NULL::int AS page, row_to_json(place) AS place, NULL::json AS more, ${keys.map(key => `NULL AS ${key}`)}
    FROM place WHERE ${readable}
    UNION ALL
    SELECT page.page, NULL, NULL, ${ofPage} FROM page ${beside?.join ?? ''}
    ${beside ? `UNION ALL SELECT NULL, NULL, row_to_json(more), ${keys.map(() => 'NULL')} FROM (${beside.more(hinted)}) AS more` : ''}`;

  const read = inBatches(async (all: Asked[]) => {
    const keys = all.map(({ placeId, own }) => JSON.stringify([placeId, ...names.map(name => own[name])]));
    const pages = new Map(all.map((asked, i) => [keys[i] as string, { asked, rows: [] as Row[] }]));
    const distinct = [...pages.values()];
    const { rows } = await pool.query({
      name,
      text,
      values: [
        all.map(({ userId }) => userId),
        all.map(({ placeId }) => placeId),
        distinct.map(({ asked }) => asked.placeId),
        ...names.map(name => distinct.map(({ asked }) => asked.own[name])),
        ...(beside ? [hint(distinct.map(({ asked }) => asked.placeId))] : []),
      ],
    });
    const places = new Map<Asked, Omit<Reading<Row>, 'seq' | 'place'> & { place: Place; own: Map<string, unknown> }>();
    const shared = new Map<string, unknown>();
    for (const row of rows as (Row & { page: number; place: Place | null; more: More | null })[]) {
      if (row.place) {
        const i = row.place.asked - 1;
        places.set(all[i] as Asked, {
          place: row.place,
          rows: pages.get(keys[i] as string)?.rows ?? [],
          own: new Map(),
          shared,
        });
      } else if (row.more) {
        // The rows about places come first.
        const { asked, id, own } = row.more;
        if (asked === null) shared.set(id, own);
        else places.get(all[asked - 1] as Asked)?.own.set(id, own);
      } else distinct[row.page - 1]?.rows.push(row);
    }
    return places;
  }, batchAtMost);

  return async (actor: Actor, placeId: string, own: Asked['own']): Promise<Reading<Row>> => {
    const found = await read({ userId: actor.userId, placeId, own });
    demand(found && rightsIn(placeId, actor.userId, found.place).canRead, 'not_found');
    return {
      place: placeOf(placeId, found.place),
      seq: found.place.seq,
      rows: found.rows,
      own: found.own,
      shared: found.shared,
    };
  };
}
