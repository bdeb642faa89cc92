import type pg from 'pg';
import { homeOf, type PlaceAccess, placeColumns } from '../../../platform/access/access.places.ts';
import { columns, type MessageRow, withAuthors } from '../../messages/timeline/open/messages.store.ts';
import type { Pairs } from './meaning.store.ts';
import { aroundMention, namedIdsIn } from './mentioned.ts';

/** Length up to which an extract is the whole message. */
const wholeUpTo = 240;
/** Time limit of a search's statements. */
const searchWithinMs = 3_000;

/**
 * Lends a connection for one search, with a time limit on its statements.
 * @throws PostgreSQL's error for a statement that took too long: see {@link tookTooLong}
 */
export async function searching<T>(pool: pg.Pool, search: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    // Always the index: the size of other tables must not change a search's plan.
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

/** Tells whether an error is PostgreSQL's statement timeout. */
export const tookTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014';

/** Cursor of a page: its last message. */
export interface FoundAt {
  /** Microseconds since 1970, as PostgreSQL counts. */
  at: string;
  placeId: string;
  position: number;
}

/** Found message, with its place and extract. */
export type FoundRow = MessageRow &
  PlaceAccess & {
    workspace_id: string | null;
    at: string;
    extract: string;
    /** Ids of its files whose names match. */
    named: string[] | null;
  };

/** Marks around a match in an extract: characters that no message holds. */
export const mark = { begins: '\u0002', ends: '\u0003' };

/** Part of a search: messages with a key of each group, written within these bounds. */
export interface Part {
  groups: Pairs[];
  /** Milliseconds since 1970, inclusive; null without a lower bound. */
  from: number | null;
  until: number;
}

/**
 * Keys that one look in the index compares, at least, and looks for one group of words, at most: each message that a look
 * finds is compared with all of its keys, and each look is planned.
 */
const keysAtOnce = 4;
const lookupsAtMost = 16;

const shownOf = {
  // A spoiler stays hidden, even in an extract that shows a part of it.
  spoilers: ['\\|\\|.+?\\|\\|', '█'],
  quotes: ['(^|\\n) {0,3}>[^\\n]*', ''],
  links: ['\\[([^]\\n]+)\\]\\((?:https?://|mailto:)[^)\\s]*\\)', '\\1'],
  addresses: ['https?://(?:www\\.)?([^\\s<>/?#|)]+)[^\\s<>|)]*', '\\1'],
} as const;
const replaced = (text: string, kind: keyof typeof shownOf) =>
  `regexp_replace(${text}, '${shownOf[kind][0]}', '${shownOf[kind][1]}', 'g')`;

/** Builds the beginning of a text, as long as an extract, cut between words. */
const beginning = (text: string) =>
  `CASE WHEN length(${text}) <= 300 THEN ${text} ELSE regexp_replace(left(${text}, 300), '\\s+\\S*$', '') || '…' END`;

/**
 * Builds the text that an extract is made from: the message's own words without addresses, as `ownWords` has them; the
 * whole message when only its quotes or addresses match; for a long one, the words around the matching mention.
 * @param marks parameter that holds the marks of an extract
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
 * Finds matching messages of these channels and conversations and of their threads, newest first. Windows of a part are read one after the other until there are
 * enough messages; parts are then merged.
 * @param query condition on words that keys do not cover, in PostgreSQL's syntax; may be empty
 * @param shown query that an extract highlights
 * @param names query on file names, for a file to be in `named`; empty accepts any
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
    const keys = groups.map(({ scopes, words }) => {
      const each = Math.max(keysAtOnce, Math.ceil(words.length / lookupsAtMost));
      const lookups = Array.from({ length: Math.max(1, Math.ceil(words.length / each)) }, (_, n) => {
        const [from, to] = [n * each, (n + 1) * each];
        return `keys && search_keys(${given(scopes.slice(from, to))}::uuid[], ${given(words.slice(from, to))}::text[])`;
      });
      return `(${lookups.join(' OR ')})`;
    });
    // Filters by place after the index has found.
    return `(SELECT * FROM (
        SELECT place_id, position, at FROM message_words
        WHERE ${keys.join(' AND ')} AND ($8 = '' OR words @@ $8::tsquery) AND at < to_timestamp(${given(until / 1_000)}::float8)
          AND at >= ${from === null ? `'-infinity'` : `to_timestamp(${given(from / 1_000)}::float8)`} OFFSET 0
      ) AS hits
      WHERE ${homeOf('hits.place_id')} = ANY($1::uuid[]) AND ($4::bigint IS NULL OR (at, place_id, position)
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
    `SELECT ${columns.join(', ')}, ${placeColumns}, channels.workspace_id,
        (extract(epoch FROM messages.at) * 1000000)::bigint::text AS at,
        CASE WHEN $2 = '' THEN ${beginning('said.text')} ELSE ts_headline('palabre', said.text, $2::tsquery,
          CASE WHEN length(said.text) <= ${wholeUpTo} THEN 'HighlightAll=true'
            ELSE 'MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=" … "' END
            || ', StartSel=${mark.begins}, StopSel=${mark.ends}') END AS extract,
        (SELECT array_agg(file ->> '_id') FROM jsonb_array_elements(messages.files) AS file
          WHERE $7 = '' OR searched(translate(file ->> 'name', '._-', '   ')) @@ $7::tsquery) AS named
      FROM ${withAuthors(messages)}
      JOIN places ON places.id = messages.place_id LEFT JOIN channels ON channels.id = coalesce(places.parent_id, places.id)
      CROSS JOIN LATERAL ${saidIn(`$${values.length + 1}`)} AS said
      ORDER BY messages.at DESC, messages.place_id DESC, messages.position DESC`,
    [...values, mark.begins + mark.ends],
  );
  return rows;
}
