import type pg from 'pg';
import type { PlaceAccess } from '../../../platform/access/access.places.ts';
import { columns, type MessageRow, withAuthors } from '../../messages/timeline/open/messages.store.ts';
import type { Pairs } from './meaning.store.ts';
import { aroundMention, namedIdsIn } from './mentioned.ts';

/** Characters of a message up to which an extract is all of it. */
const wholeUpTo = 240;
/** How long a search may keep a connection. */
const searchWithinMs = 3_000;

/**
 * Lends a connection for one search, whose statements are ended when they take too long.
 * @throws what PostgreSQL says of one that was: see {@link tookTooLong}
 */
export async function searching<T>(pool: pg.Pool, search: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    // The index is always asked: how much else there is changes nothing of how a search is done.
    await client.query(
      `BEGIN READ ONLY; SET LOCAL statement_timeout = ${searchWithinMs}; SET LOCAL enable_seqscan = off`,
    );
    return await search(client);
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      failed = error;
    });
    client.release(failed && !tookTooLong(failed) ? failed : undefined);
  }
}

export const tookTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014';

/** Where a page ended. */
export interface FoundAt {
  /** In microseconds since 1970, as PostgreSQL counts. */
  at: string;
  placeId: string;
  position: number;
}

export type FoundRow = MessageRow & {
  place_id: string;
  kind: PlaceAccess['kind'];
  workspace_id: string | null;
  at: string;
  extract: string;
  /** Ids of its files whose names answer. */
  named: string[] | null;
};

/** What stands around a piece that answers, in an extract: characters that no message holds. */
export const mark = { begins: '\u0002', ends: '\u0003' };

/** Where a search looks: what has a key of each of these groups, and was written in these bounds. */
export interface Part {
  groups: Pairs[];
  /** In milliseconds since 1970, the lower one included; null: as far back as there is anything. */
  from: number | null;
  until: number;
}

const shownOf = {
  // What a spoiler hides stays hidden, in an extract that shows but a part of it too.
  spoilers: ['\\|\\|.+?\\|\\|', '█'],
  quotes: ['(^|\\n) {0,3}>[^\\n]*', ''],
  links: ['\\[([^]\\n]+)\\]\\((?:https?://|mailto:)[^)\\s]*\\)', '\\1'],
  addresses: ['https?://(?:www\\.)?([^\\s<>/?#|)]+)[^\\s<>|)]*', '\\1'],
} as const;
const replaced = (text: string, kind: keyof typeof shownOf) =>
  `regexp_replace(${text}, '${shownOf[kind][0]}', '${shownOf[kind][1]}', 'g')`;

/** As much of a text as an extract has room for, up to the end of a word. */
const beginning = (text: string) =>
  `CASE WHEN length(${text}) <= 300 THEN ${text} ELSE regexp_replace(left(${text}, 300), '\\s+\\S*$', '') || '…' END`;

/**
 * What is shown of a message: its own words without addresses, as `ownWords` has them; all of it where only what it quotes
 * or an address answers; of a long one what stands around the mention that does.
 * @param marks the parameter that has the marks of an extract
 */
const saidIn = (marks: string) => `(
        SELECT CASE WHEN length(text) <= ${wholeUpTo} THEN text ELSE ${aroundMention('text', '$2')} END AS text FROM (
          SELECT CASE WHEN own <> '' AND ($2 = '' OR (searched(own) || ${namedIdsIn('own')}) @@ $2::tsquery) THEN own ELSE whole END AS text
          FROM (SELECT ${replaced(`translate(left(messages.content, 5000), ${marks}, '')`, 'spoilers')} AS whole OFFSET 0) AS kept
          CROSS JOIN LATERAL (
            SELECT btrim(${replaced(replaced(replaced('whole', 'quotes'), 'links'), 'addresses')}, E' \\n') AS own OFFSET 0
          ) AS bare
          OFFSET 0
        ) AS said
      )`;

/**
 * Messages in these places that answer, the newest first. The stretches of a part are read one after the other, until
 * there are enough; what the parts find is put together.
 * @param query as PostgreSQL reads it: what keys do not say; may be empty
 * @param shown what of it an extract shows
 * @param names what the name of a file is to answer, for the file to be `named`; empty: any
 */
export async function findMessages(
  client: pg.PoolClient,
  found: {
    placeIds: string[];
    query: string;
    shown: string;
    names: string;
    parts: Part[][];
    after: FoundAt | null;
    count: number;
  },
): Promise<FoundRow[]> {
  const { placeIds, query, shown, names, parts, after, count } = found;
  const values: unknown[] = [
    placeIds,
    shown,
    count,
    after?.at ?? null,
    after?.placeId ?? null,
    after?.position ?? null,
    names,
    query,
  ];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const ordered = 'ORDER BY at DESC, place_id DESC, position DESC LIMIT $3';
  const stretch = ({ groups, from, until }: Part): string => {
    const keys = groups.map(
      ({ scopes, words }) => `keys && search_keys(${given(scopes)}::uuid[], ${given(words)}::text[])`,
    );
    // The places are looked at after what the index found.
    return `(SELECT * FROM (
        SELECT place_id, position, at FROM message_words
        WHERE ${keys.join(' AND ')} AND ($8 = '' OR words @@ $8::tsquery) AND at < to_timestamp(${given(until / 1_000)}::float8)
          AND at >= ${from === null ? `'-infinity'` : `to_timestamp(${given(from / 1_000)}::float8)`} OFFSET 0
      ) AS hits
      WHERE place_id = ANY($1::uuid[]) AND ($4::bigint IS NULL OR (at, place_id, position)
        < ('epoch'::timestamptz + $4::bigint * interval '1 microsecond', $5::uuid, $6::bigint))
      ${ordered})`;
  };
  const read = parts
    .filter(stretches => stretches.length > 0)
    .map(stretches => `(SELECT * FROM (${stretches.map(stretch).join(' UNION ALL ')}) AS hits LIMIT $3)`);
  if (read.length === 0) return [];
  const messages = `SELECT messages.*, hits.at FROM (
      SELECT * FROM (${read.join(' UNION ALL ')}) AS hits ${ordered}
    ) AS hits JOIN messages USING (place_id, position) WHERE messages.deleted_at IS NULL`;
  const { rows } = await client.query<FoundRow>(
    `SELECT ${columns.join(', ')}, messages.place_id, places.kind, channels.workspace_id,
        (extract(epoch FROM messages.at) * 1000000)::bigint::text AS at,
        CASE WHEN $2 = '' THEN ${beginning('said.text')} ELSE ts_headline('palabre', said.text, $2::tsquery,
          CASE WHEN length(said.text) <= ${wholeUpTo} THEN 'HighlightAll=true'
            ELSE 'MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=" … "' END
            || ', StartSel=${mark.begins}, StopSel=${mark.ends}') END AS extract,
        (SELECT array_agg(file ->> '_id') FROM jsonb_array_elements(messages.files) AS file
          WHERE $7 = '' OR searched(translate(file ->> 'name', '._-', '   ')) @@ $7::tsquery) AS named
      FROM ${withAuthors(messages)}
      JOIN places ON places.id = messages.place_id LEFT JOIN channels ON channels.id = messages.place_id
      CROSS JOIN LATERAL ${saidIn(`$${values.length + 1}`)} AS said
      ORDER BY messages.at DESC, messages.place_id DESC, messages.position DESC`,
    [...values, mark.begins + mark.ends],
  );
  return rows;
}
