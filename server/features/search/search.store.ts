import type { SearchAsked, SearchTerm } from '@palabre/common/rules/search.ts';
import type pg from 'pg';
import type { PlaceAccess } from '../../platform/access.places.ts';
import { columns, type MessageRow, withAuthors } from '../messages/messages.store.ts';
import type { Window } from './windows.ts';

/** What a search means to one person. */
export interface Meaning {
  /** Places they may read, and asked for. */
  placeIds: string[];
  /** How many messages these hold at most. */
  messages: number;
  /** Of whom it is to be; null: of anyone. */
  senderIds: string[] | null;
  /** Of each term, as PostgreSQL reads it; null for one that says nothing (« de », « le »). */
  terms: { query: string | null; without: boolean }[];
}

const sendersAtMost = 50;
/** Characters of a message up to which an extract is all of it. */
const wholeUpTo = 240;
/** Words that begin with a term, or hold it, by which it is looked for: the shortest of them. */
const wordsAtMost = 20;

/**
 * Reads what a search means: the places, the people, and each term with its stem, what begins like it and the words it is
 * a part of. Rights are those of `access.places.ts`, asked for all places of a person at once.
 */
export async function readMeaning(pool: pg.Pool, userId: string, asked: SearchAsked): Promise<Meaning> {
  const { rows } = await pool.query<{
    places: string[];
    messages: number;
    senders: string[];
    queries: (string | null)[];
  }>({
    name: 'search-meaning',
    text: `
      WITH readable AS (
        SELECT channels.id, folded(channels.title) AS title FROM workspace_members JOIN channels USING (workspace_id)
        WHERE workspace_members.user_id = $1 AND (channels.visibility <> 'private' OR workspace_members.owner OR EXISTS (
          SELECT FROM role_users JOIN role_channels USING (role_id)
          WHERE role_users.workspace_id = channels.workspace_id AND role_users.user_id = $1
            AND role_channels.channel_id = channels.id AND role_channels.visible))
        UNION ALL
        SELECT conversations.id, CASE WHEN cardinality($2::text[]) > 0 THEN folded(coalesce(conversations.title, (
          SELECT string_agg(first_name || ' ' || last_name, ', ') FROM conversation_users AS others
          JOIN users ON users.id = others.user_id
          WHERE others.conversation_id = conversations.id AND others.user_id <> $1))) END
        FROM conversation_users JOIN conversations ON conversations.id = conversation_id
        WHERE conversation_users.user_id = $1
      )
      SELECT wanted.places, wanted.messages,
        (SELECT coalesce(array_agg(id), '{}') FROM (
          SELECT users.id FROM users, unnest($3::text[]) AS name
          WHERE strpos(users.search_name, folded(name)) > 0 OR (users.id = $1 AND folded(name) IN ('moi', 'me'))
          LIMIT ${sendersAtMost}) AS found) AS senders,
        (SELECT coalesce(array_agg(nullif(CASE
          WHEN phrase THEN phraseto_tsquery('palabre', term)
          -- As it is written, and as words one after the other, the last of them begun: names of files are kept so.
          WHEN term !~ '^[a-z0-9]+$' THEN phraseto_tsquery('palabre', term)
            || coalesce((nullif(phraseto_tsquery('palabre', translate(term, '._-', '   '))::text, '') || ':*')::tsquery, ''::tsquery) || known.query
          -- Begun as it is typed: what begins like its stem would be « mardi » for « marie ». Where words are known that begin so,
          -- they stand for it: for a beginning the index would gather every message of each.
          ELSE plainto_tsquery('palabre', term) || known.query || CASE
            WHEN numnode(plainto_tsquery('palabre', term)) = 0 OR known.begun THEN ''::tsquery ELSE (term || ':*')::tsquery END
          END::text, '') ORDER BY place), '{}')
        FROM (SELECT folded(text) AS term, phrase, place
          FROM unnest($4::text[], $5::boolean[]) WITH ORDINALITY AS typed(text, phrase, place)) AS typed
        CROSS JOIN LATERAL (
          SELECT coalesce(bool_or(begun), false) AS begun,
            coalesce(string_agg(quote_literal(word), ' | '), '')::tsquery AS query
          FROM (
            SELECT word, starts_with(word, term) AS begun FROM search_words
            WHERE NOT phrase AND term ~ '^[a-z0-9.@_-]+$'
              AND word LIKE CASE WHEN length(term) < 3 THEN '' ELSE '%' END || term || '%'
            ORDER BY begun DESC, length(word), word LIMIT ${wordsAtMost}
          ) AS parts
        ) AS known) AS queries
      FROM (
        SELECT coalesce(array_agg(id), '{}') AS places, coalesce(sum(places.seq), 0)::bigint AS messages
        FROM readable JOIN places USING (id)
        WHERE cardinality($2::text[]) = 0 OR EXISTS (SELECT FROM unnest($2::text[]) AS name WHERE strpos(title, folded(name)) > 0)
      ) AS wanted`,
    values: [userId, asked.in, asked.from, asked.terms.map(term => term.text), asked.terms.map(term => term.phrase)],
  });
  const found = rows[0] as (typeof rows)[number];
  return {
    placeIds: found.places,
    messages: found.messages,
    senderIds: asked.from.length > 0 ? found.senders : null,
    terms: asked.terms.map(({ without }: SearchTerm, i) => ({ query: found.queries[i] ?? null, without })),
  };
}

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

/**
 * Messages in these places that answer a query, in these stretches of time, the newest first. The stretches are read one after the
 * other, until there are enough.
 * @param query as PostgreSQL reads it, marks of the stretches left out; may be empty
 * @param shown what of it an extract shows
 * @param names what the name of a file is to answer, for the file to be `named`; empty: any
 */
export async function findMessages(
  pool: pg.Pool,
  found: {
    placeIds: string[];
    query: string;
    shown: string;
    names: string;
    windows: Window[];
    after: FoundAt | null;
    count: number;
  },
): Promise<FoundRow[]> {
  const { placeIds, query, shown, names, windows, after, count } = found;
  const values: unknown[] = [
    placeIds,
    shown,
    count,
    after?.at ?? null,
    after?.placeId ?? null,
    after?.position ?? null,
    names,
  ];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const parts = windows.flatMap(({ marks, from, until }) => {
    const all = [query, marks.map(mark => `'${mark}'`).join(' | ')].filter(Boolean).map(part => `(${part})`);
    if (all.length === 0) return [];
    // The places are looked at after what the index found: of a person's many, the index would read each whole.
    return `(SELECT * FROM (
        SELECT place_id, position, at FROM message_words
        WHERE words @@ ${given(all.join(' & '))}::tsquery AND at < to_timestamp(${given(until / 1_000)}::float8)
          AND at >= ${from === null ? `'-infinity'` : `to_timestamp(${given(from / 1_000)}::float8)`} OFFSET 0
      ) AS hits
      WHERE place_id = ANY($1::uuid[]) AND ($4::bigint IS NULL OR (at, place_id, position)
        < ('epoch'::timestamptz + $4::bigint * interval '1 microsecond', $5::uuid, $6::bigint))
      ORDER BY at DESC, place_id DESC, position DESC LIMIT $3)`;
  });
  if (parts.length === 0) return [];
  const messages = `SELECT messages.*, hits.at FROM (
      SELECT * FROM (${parts.join(' UNION ALL ')}) AS hits LIMIT $3
    ) AS hits JOIN messages USING (place_id, position) WHERE messages.deleted_at IS NULL`;
  // What a spoiler hides stays hidden, in an extract that shows but a part of it too.
  const said = `regexp_replace(translate(left(messages.content, 5000), $${values.length + 1}, ''), '\\|\\|.+?\\|\\|', '█', 'g')`;
  const { rows } = await pool.query<FoundRow>(
    `SELECT ${columns.join(', ')}, messages.place_id, places.kind, channels.workspace_id,
        (extract(epoch FROM messages.at) * 1000000)::bigint::text AS at,
        CASE WHEN $2 = '' THEN left(${said}, 300) ELSE ts_headline('palabre', ${said}, $2::tsquery,
          CASE WHEN length(${said}) <= ${wholeUpTo} THEN 'HighlightAll=true'
            ELSE 'MaxFragments=2, MaxWords=30, MinWords=12, FragmentDelimiter=" … "' END
            || ', StartSel=${mark.begins}, StopSel=${mark.ends}') END AS extract,
        (SELECT array_agg(file ->> '_id') FROM jsonb_array_elements(messages.files) AS file
          WHERE $7 = '' OR searched(translate(file ->> 'name', '._-', '   ')) @@ $7::tsquery) AS named
      FROM ${withAuthors(messages)}
      JOIN places ON places.id = messages.place_id LEFT JOIN channels ON channels.id = messages.place_id
      ORDER BY messages.at DESC, messages.place_id DESC, messages.position DESC`,
    [...values, mark.begins + mark.ends],
  );
  return rows;
}
