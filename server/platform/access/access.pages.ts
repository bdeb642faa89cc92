import { demand } from '../http/errors.ts';
import { readTogether } from '../pacing/together.ts';
import type { Actor } from '../sessions/session.ts';
import {
  type Facts,
  facts,
  factsOf,
  kindOf,
  type PlaceAccess,
  type Pool,
  readable,
  rightsIn,
} from './access.places.ts';

/** The part of `access.ts` that reads rows of places in the statement that says who may have them. */

/** Rows of a place that a person may read, with the place's last change when they were read. */
export interface Reading<Row> {
  place: PlaceAccess;
  seq: number;
  /** Shared with whoever asked for the same rows at the same time. */
  rows: readonly Row[];
}

type Own = Record<string, 'uuid' | 'bigint' | 'int'>;

/** A statement that reads rows of places. */
export interface PlaceStatement<O extends Own> {
  name: string;
  /** What it gives of each row, as SQL; each is a key of the row by its last word. */
  columns: readonly string[];
  /** The types of what is asked, beside the place. */
  own: O;
  /** Where the columns come from: a lateral subquery, and joins to it. `asked` has `place_id` and the statement's own. */
  rows: string;
}

const readTogetherAtMost = 32;

/**
 * Makes a function that reads rows of a place for a person. One query reads, for all who ask at about the same time,
 * the rows and what says whether each may have them; who may not read the place learns nothing: `not_found`.
 *
 * Rows of a place that nobody who asks may read are not looked for: what takes longer the more is said there would tell it.
 *
 * The values are given to PostgreSQL as sub-selects: it then plans for any value, the first times as later, so that it
 * keeps the one plan at once, and never one made for a place that is like no other.
 */
export function placeReader<Row, O extends Own>(pool: Pool, { name, columns, own, rows }: PlaceStatement<O>) {
  type Asked = { userId: string; placeId: string; own: { [K in keyof O]: string | number } };
  type Place = Facts & { asked: number; seq: number };

  const names = Object.keys(own);
  const lists = Object.values(own).map((type, i) => `(SELECT $${i + 4}::${type}[])`);
  const text = `
    WITH place AS MATERIALIZED (
      SELECT person.asked, places.id, places.seq, ${facts('person.id', 'places.id')}
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) WITH ORDINALITY AS person(id, place_id, asked)
      JOIN places ON places.id = person.place_id ${factsOf('person.id', 'places.id')}
    )
    SELECT NULL::int AS page, row_to_json(place) AS place, ${columns.map(column => `NULL AS ${/\w+$/.exec(column)}`)}
    FROM place WHERE ${readable}
    UNION ALL
    SELECT asked.page, NULL, ${columns}
    FROM (
      SELECT * FROM unnest((SELECT $3::uuid[]), ${lists}) WITH ORDINALITY AS asked(place_id, ${names}, page)
      WHERE place_id = ANY (ARRAY(SELECT id FROM place WHERE ${readable}))
    ) AS asked
    CROSS JOIN LATERAL ${rows}`;

  const read = readTogether(async (all: Asked[]) => {
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
      ],
    });
    const places = new Map<Asked, { place: Place; rows: Row[] }>();
    for (const row of rows as (Row & { page: number; place: Place | null })[]) {
      if (row.place === null) distinct[row.page - 1]?.rows.push(row);
      else {
        const i = row.place.asked - 1;
        places.set(all[i] as Asked, { place: row.place, rows: pages.get(keys[i] as string)?.rows ?? [] });
      }
    }
    return places;
  }, readTogetherAtMost);

  return async (actor: Actor, placeId: string, own: Asked['own']): Promise<Reading<Row>> => {
    const found = await read({ userId: actor.userId, placeId, own });
    demand(found && rightsIn(placeId, actor.userId, found.place).canRead, 'not_found');
    return { place: { placeId, kind: kindOf(found.place) }, seq: found.place.seq, rows: found.rows };
  };
}
