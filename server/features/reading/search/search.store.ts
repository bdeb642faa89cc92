import type pg from 'pg';
import { homeOf, type PlaceAccess, placeColumns } from '../../../platform/access/access.places.ts';
import { columns, type MessageRow, withAuthors } from '../../messages/timeline/open/messages.store.ts';
import type { Pairs } from './meaning.store.ts';
import { aroundMention, namedIdsIn } from './mentioned.ts';

/** Length up to which an extract is the whole message. */
const wholeUpTo = 240;

/**
 * Lends a connection of the pool of searches for one search.
 * @throws PostgreSQL's error for a statement that took too long: see {@link tookTooLong}
 */
export async function searching<T>(pool: pg.Pool, search: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    return await search(client);
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
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
    /** Ids of the message's files whose names match. */
    named: string[] | null;
  };

/** Mark of each message of a scope. */
const anyMessage = '*';

/** Marks around a match in an extract: characters that no message contains. */
export const mark = { begins: '\u0002', ends: '\u0003' };

/** Window of a part: messages in it have one of these marks in one of the part's scopes; without marks, any message. */
interface PartWindow {
  marks: string[];
  /** Milliseconds since 1970, inclusive; null without a lower bound. */
  from: number | null;
  until: number;
}

/** Part of a search: messages of these scopes with a key of each group, in windows read one after the other. */
export interface Part {
  scopes: string[];
  groups: Pairs[];
  windows: PartWindow[];
}

/**
 * Keys compared by one lookup in the index, at least, and lookups for a part's only group, at most: each message that a
 * lookup finds is compared with all of the group's keys. Among several groups, each leaves the others few messages to
 * compare.
 */
const keysAtOnce = 4;
const looksAtMost = 16;
/**
 * Groups that the index compares at once, those of the fewest words; the others are compared with the messages found.
 */
const groupsAtOnce = 3;
/** Limit on the groups of a part for a prepared statement: few shapes, of half a megabyte a connection each. */
const preparedUpTo = 4;

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
          SELECT CASE WHEN own = whole OR own <> '' AND ($2 = '' OR (searched(own) || ${namedIdsIn('own')}) @@ $2::tsquery) THEN own ELSE whole END AS text
          FROM (SELECT ${replaced(`translate(left(messages.content, 5000), ${marks}, '')`, 'spoilers')} AS whole OFFSET 0) AS kept
          CROSS JOIN LATERAL (
            SELECT btrim(${replaced(replaced(replaced('whole', 'quotes'), 'links'), 'addresses')}, E' \\n') AS own OFFSET 0
          ) AS bare
          OFFSET 0
        ) AS said
        OFFSET 0
      )`;

/**
 * Finds matching messages of these channels and conversations and of their threads, newest first. Windows of a part are
 * read one after the other until there are enough messages; parts are then merged.
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
    parts: Part[];
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
  const keysOf = ({ scopes, words }: Pairs) => `search_keys(${given(scopes)}::uuid[], ${given(words)}::text[])`;
  // Windows and lookups are rows of parameters: as conditions, their planning took longer than the search.
  const looksOf = ({ scopes, words }: Pairs): string => {
    const each = Math.max(keysAtOnce, Math.ceil(words.length / looksAtMost));
    return `(
            SELECT array_agg(search_key(scope, word)) AS keys
            FROM unnest(${given(scopes)}::uuid[], ${given(words)}::text[]) WITH ORDINALITY AS pair(scope, word, nth)
            GROUP BY (nth - 1) / ${given(each)}::int
          ) AS looks`;
  };
  const windowsOf = ({ scopes, windows }: Part): string => `(
        SELECT ARRAY(
            SELECT search_key(scope, mark) FROM unnest(${given(scopes)}::uuid[]) AS scope, unnest(string_to_array(marks, ' ')) AS mark
          ) AS marks, coalesce(to_timestamp(since / 1000), '-infinity') AS since, to_timestamp(until / 1000) AS until
        FROM unnest(${given(windows.map(({ marks }) => (marks.length > 0 ? marks.join(' ') : anyMessage)))}::text[],
          ${given(windows.map(({ from }) => from))}::float8[], ${given(windows.map(({ until }) => until))}::float8[]
        ) AS windows(marks, since, until) OFFSET 0
      ) AS windows`;
  const withKeys = (keys: readonly string[]): string => `(
            SELECT place_id, position, at, keys FROM message_words
            WHERE ${[...keys, 'windows.marks'].map(these => `keys && ${these}`).join(' AND ')}
              AND ($8 = '' OR words @@ $8::tsquery) AND at < windows.until AND at >= windows.since OFFSET 0
          ) AS hits`;
  const withGroups = (groups: readonly Pairs[]): string => {
    const keys = groups.toSorted((a, b) => a.words.length - b.words.length).map(keysOf);
    const others = keys.slice(groupsAtOnce).map(these => ` AND keys && ${these}`);
    return `(SELECT place_id, position, at FROM ${withKeys(keys.slice(0, groupsAtOnce))} WHERE true${others.join('')}) AS hits`;
  };
  // Filters by place after the index has found.
  const partOf = (part: Part): string => {
    const [only, ...others] = part.groups;
    const hits =
      only && others.length === 0
        ? `(SELECT DISTINCT place_id, position, at FROM ${looksOf(only)} CROSS JOIN LATERAL ${withKeys(['looks.keys'])} OFFSET 0) AS hits`
        : withGroups(part.groups);
    return `(SELECT hits.* FROM ${windowsOf(part)} CROSS JOIN LATERAL (
        SELECT * FROM ${hits}
        WHERE (hits.place_id = ANY($1::uuid[]) OR ${homeOf('hits.place_id')} = ANY($1::uuid[])) AND ($4::bigint IS NULL OR (at, place_id, position)
          < ('epoch'::timestamptz + $4::bigint * interval '1 microsecond', $5::uuid, $6::bigint))
        ${ordered}
      ) AS hits LIMIT $3)`;
  };
  const read = parts.map(partOf);
  if (read.length === 0) return [];
  const marks = given(mark.begins + mark.ends);
  const messages = `SELECT messages.*, hits.at FROM (
      SELECT * FROM (${read.join(' UNION ALL ')}) AS hits ${ordered}
    ) AS hits JOIN messages USING (place_id, position) WHERE messages.deleted_at IS NULL`;
  const text = `SELECT ${columns.join(', ')}, ${placeColumns}, channels.workspace_id,
        (extract(epoch FROM messages.at) * 1000000)::bigint::text AS at,
        CASE WHEN $2 = '' THEN ${beginning('said.text')} ELSE ts_headline('palabre', said.text, $2::tsquery,
          CASE WHEN length(said.text) <= ${wholeUpTo} THEN 'HighlightAll=true'
            ELSE 'MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=" … "' END
            || ', StartSel=${mark.begins}, StopSel=${mark.ends}') END AS extract,
        (SELECT array_agg(file ->> '_id') FROM jsonb_array_elements(messages.files) AS file
          WHERE $7 = '' OR searched(translate(file ->> 'name', '._-', '   ')) @@ $7::tsquery) AS named
      FROM ${withAuthors(messages)}
      JOIN places ON places.id = messages.place_id LEFT JOIN channels ON channels.id = coalesce(places.parent_id, places.id)
      CROSS JOIN LATERAL ${saidIn(marks)} AS said
      ORDER BY messages.at DESC, messages.place_id DESC, messages.position DESC`;
  const isPrepared = parts.every(({ groups }) => groups.length <= preparedUpTo);
  const { rows } = await client.query<FoundRow>(
    isPrepared
      ? { name: `search-found-${parts.map(({ groups }) => groups.length).join('-')}`, text, values }
      : { text, values },
  );
  return rows;
}
