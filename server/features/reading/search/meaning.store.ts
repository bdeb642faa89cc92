import type { SearchAsked } from '@palabre/common/rules/reading/search.ts';
import type pg from 'pg';
import { homeOf } from '../../../platform/access/access.places.ts';
import { seesChannel, shareAChannel } from '../../../platform/access/access.seen.ts';
import { peopleMeant, soughtName } from './mentioned.ts';

/** Words with their scopes, at the same index; `search_key` makes one index key of each pair. */
export interface Pairs {
  scopes: string[];
  words: string[];
}

/** Scope that the person reads in, with the largest possible number of its messages. */
export interface Scope {
  scope: string;
  messages: number;
}

/** Term of a search, resolved. */
export interface Term {
  without: boolean;
  /** Query in PostgreSQL's syntax; null for a term of stop words (« de », « le »). */
  query: string | null;
  /** Whether matching words is not enough: their order matters. */
  ordered: boolean;
  /** Groups of words: a message must contain a word of each group. */
  groups: Pairs[];
}

/** Meaning of a search for one person. */
export interface Meaning {
  /** Places that the person may read, only those that the search names if it names any. */
  placeIds: string[];
  /** Places that the search names, with the scopes of their messages' index. */
  named: { scope: string; placeId: string }[];
  scopes: Scope[];
  /** Authors that the search names; null for anyone. */
  senderIds: string[] | null;
  terms: Term[];
  /** Names in filters that match nobody and no place visible to the person. */
  unmatched: { from: string[]; in: string[] };
}

const sendersAtMost = 50;
/**
 * Words of one scope by which a term is searched: the shortest that begin with it or contain it, three letters at
 * least.
 */
const wordsAtMost = 20;
/** Words of one scope examined to find them. */
const looksAtMost = { begun: 400, holding: 2_000 };
/** Words of all scopes by which a term is searched: the best ones of each scope come first. */
const pairsAtMost = 1_000;
/** Limit on the words of a term that an extract highlights. */
const shownAtMost = 60;

/** Upper bound of the words with a prefix. */
const last = `chr(1114111)`;

/**
 * Resolves a search: its places, its people, and for each term the stem, the words that begin with it and the words
 * that contain it, in the person's scopes. Rights are those of `access.places.ts`, for all places at once; a word
 * counts only through a readable place that contains it, so that a place just closed to the person reveals none.
 */
export async function readMeaning(client: pg.PoolClient, userId: string, asked: SearchAsked): Promise<Meaning> {
  const isFiltered = asked.in.length + asked.from.length > 0;
  const { rows } = await client.query<{
    places: string[];
    named: Meaning['named'];
    scopes: Scope[];
    senders: string[];
    unmatched: Meaning['unmatched'];
    terms: { query: string | null; ordered: boolean; groups: (Pairs & { grouped: string })[] | null }[];
  }>({
    ...(isFiltered
      ? { name: 'search-meaning-filtered', text: filteredText }
      : { name: 'search-meaning', text: bareText }),
    values: [
      ...[userId, asked.terms.map(term => term.text), asked.terms.map(term => term.phrase)],
      ...(isFiltered ? [asked.in, asked.from] : []),
    ],
  });
  const found = rows[0] as (typeof rows)[number];
  return {
    placeIds: found.places,
    named: found.named,
    scopes: found.scopes,
    senderIds: asked.from.length > 0 ? found.senders : null,
    unmatched: found.unmatched,
    terms: found.terms.map(({ query, ordered, groups }, i) => ({
      ...{ query, ordered, groups: groups ?? [] },
      without: asked.terms[i]?.without === true,
    })),
  };
}

/**
 * Condition on each word: as a join, PostgreSQL would read all words of a scope first. Only a thread's home is looked
 * up.
 */
const toldToThem = `(search_words.place_id IN (SELECT place_id FROM mine)
      OR (${homeOf('search_words.place_id')} IN (SELECT place_id FROM mine)) IS TRUE)`;

/** Names of places and of people in filters. Arrays go through sub-selects, so that PostgreSQL plans for any values, once. */
const [placeNames, senderNames] = ['(SELECT $4::text[])', '(SELECT $5::text[])'];

/** People whom the filters name. */
const called = `called AS MATERIALIZED (
    SELECT users.id, name, users.id = $1 OR EXISTS (
        SELECT FROM workspace_members AS theirs JOIN workspace_members AS own USING (workspace_id)
        WHERE theirs.user_id = users.id AND own.user_id = $1
      ) OR EXISTS (
        SELECT FROM conversation_users AS theirs JOIN conversation_users AS own USING (conversation_id)
        WHERE theirs.user_id = users.id AND own.user_id = $1
      ) OR ${shareAChannel('$1', 'users.id')} OR coalesce(users.society_id = (SELECT society_id FROM users AS me WHERE me.id = $1), false) AS met
    FROM unnest(${senderNames}) AS name CROSS JOIN LATERAL (
      -- OFFSET 0 has PostgreSQL read no people when no name is given.
      SELECT * FROM users
      WHERE strpos(users.search_name, folded(name)) > 0 OR (users.id = $1 AND folded(name) IN ('moi', 'me')) OFFSET 0
    ) AS users
  )`;

/**
 * Builds the statement, without CTEs of filters if there are none, as in most searches: PostgreSQL sets up each part of
 * a plan even if it is not needed, which took as long as the search itself.
 */
const meaningText = (isFiltered: boolean): string => {
  const filtered = (text: string, otherwise: string) => (isFiltered ? text : otherwise);
  return `
  WITH readable AS (
    SELECT channels.id${filtered(`, CASE WHEN cardinality(${placeNames}) > 0 THEN folded(channels.title) END AS title`, '')}
    FROM workspace_people AS me JOIN channels USING (workspace_id)
    WHERE me.user_id = $1 AND ${seesChannel('me')}
    UNION ALL
    SELECT conversations.id${filtered(
      `, CASE WHEN cardinality(${placeNames}) > 0 THEN folded(coalesce(conversations.title, (
      SELECT string_agg(first_name || ' ' || last_name, ', ') FROM conversation_users AS others
      JOIN users ON users.id = others.user_id
      WHERE others.conversation_id = conversations.id AND others.user_id <> $1))) END`,
      '',
    )}
    FROM conversation_users JOIN conversations ON conversations.id = conversation_id
    WHERE conversation_users.user_id = $1
  ), ${filtered(`${called}, `, '')}mine AS MATERIALIZED (
    SELECT place_id, place_scopes.seq,
      array_remove(ARRAY[place_scopes.scope, nullif(search_marks.scope, place_scopes.scope), moved_from], NULL) AS scopes,
      ${filtered(`cardinality(${placeNames}) = 0 OR EXISTS (SELECT FROM unnest(${placeNames}) AS name WHERE strpos(title, folded(name)) > 0)`, 'true')} AS wanted
    FROM readable JOIN place_scopes ON place_id = id LEFT JOIN search_marks USING (place_id)
  ), scopes AS MATERIALIZED (
    SELECT scope, sum(seq)::bigint AS messages FROM mine, unnest(scopes) AS scope WHERE wanted GROUP BY scope
  ), typed AS (
    SELECT place, phrase, folded(text) AS term FROM unnest((SELECT $2::text[]), (SELECT $3::boolean[])) WITH ORDINALITY AS typed(text, phrase, place)
  ), parsed AS MATERIALIZED (
    SELECT place, term, phrase, phrase OR term !~ '^[a-z0-9]+$' AS ordered,
      to_tsvector('palabre', term) AS whole,
      -- As successive words, the last one a prefix: file names are indexed so.
      CASE WHEN NOT phrase AND term !~ '^[a-z0-9]+$' THEN to_tsvector('palabre', translate(term, '._-', '   ')) END AS apart
    FROM typed
  ), terms AS MATERIALIZED (
    SELECT place, ordered,
      CASE WHEN phrase THEN phraseto_tsquery('palabre', term)
        WHEN ordered THEN phraseto_tsquery('palabre', term)
          || coalesce((nullif(phraseto_tsquery('palabre', translate(term, '._-', '   '))::text, '') || ':*')::tsquery, ''::tsquery)
        -- Prefix as typed: a prefix of the stem would find « mardi » for « marie ».
        WHEN length(whole) > 0 THEN plainto_tsquery('palabre', term) || (term || ':*')::tsquery
        ELSE ''::tsquery END AS query,
      -- A phrase needs all its words, each a group; any other term needs one of its spellings.
      CASE WHEN phrase THEN tsvector_to_array(whole)
        ELSE array_remove(ARRAY[
          (SELECT lexeme FROM unnest(whole) ORDER BY length(lexeme) DESC, lexeme LIMIT 1),
          (SELECT lexeme FROM unnest(apart) WHERE positions[1] < (SELECT max(positions[1]) FROM unnest(apart))
            ORDER BY length(lexeme) DESC, lexeme LIMIT 1)
        ], NULL) END AS exact,
      phrase, ${soughtName('term', 'phrase')} AS sought,
      CASE WHEN phrase THEN NULL
        WHEN ordered AND length(apart) = 1 THEN (tsvector_to_array(apart))[1]
        WHEN term ~ '^[a-z0-9.@_-]+$' THEN term END COLLATE "C" AS begun
    FROM parsed
  ), known AS MATERIALIZED (
    SELECT terms.place, scopes.scope, found.word, found.rank FROM terms CROSS JOIN scopes CROSS JOIN LATERAL (
      SELECT word, row_number() OVER (ORDER BY starts DESC, length(word), word) AS rank FROM (
        (SELECT word, true AS starts FROM search_words
          WHERE search_words.scope = scopes.scope AND word >= begun AND word < begun || ${last} AND length(word) > 2
            AND ${toldToThem}
          ORDER BY word LIMIT ${looksAtMost.begun})
        UNION ALL
        SELECT word, false FROM (
          SELECT word, place_id FROM search_words
          WHERE parts @> search_parts(scopes.scope, begun) AND length(begun) > 2 LIMIT ${looksAtMost.holding}
        ) AS search_words
        WHERE strpos(word, begun) > 1 AND NOT starts_with(word, begun) AND ${toldToThem}
      ) AS near ORDER BY rank LIMIT ${wordsAtMost}
    ) AS found
    WHERE begun <> ''
  ), first AS MATERIALIZED (
    SELECT place, scope, word FROM (
      SELECT *, row_number() OVER (PARTITION BY place ORDER BY rank, length(word), word, scope) AS turn FROM known
    ) AS known WHERE turn <= ${pairsAtMost}
  ), ${peopleMeant(toldToThem)}, people_first AS MATERIALIZED (
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY place ORDER BY rank, word, scope) AS turn FROM people_meant
    ) AS people WHERE turn <= ${pairsAtMost}
  ), grouped AS (
    SELECT place, '' AS grouped, scope, word FROM first
    UNION
    SELECT place, CASE WHEN phrase THEN lexeme ELSE '' END, scope, lexeme
    FROM terms CROSS JOIN unnest(exact) AS lexeme CROSS JOIN scopes LEFT JOIN LATERAL (
      SELECT true AS there FROM search_words WHERE search_words.scope = scopes.scope AND search_words.word = lexeme COLLATE "C" LIMIT 1
    ) AS looked ON true
    WHERE there OR length(lexeme) > 60
    UNION ALL
    -- A word that no scope has still makes a group, which no message matches.
    SELECT place, lexeme, NULL, NULL FROM terms CROSS JOIN unnest(exact) AS lexeme WHERE phrase
    UNION ALL
    -- A person of this name stands for each word of the phrase.
    SELECT place, CASE WHEN phrase THEN lexeme ELSE '' END, scope, word
    FROM people_first CROSS JOIN LATERAL unnest(CASE WHEN phrase THEN exact ELSE ARRAY[''] END) AS lexeme
  ), groups AS (
    SELECT place, jsonb_agg(jsonb_build_object('scopes', scopes, 'words', words)) AS groups FROM (
      SELECT place, coalesce(jsonb_agg(scope) FILTER (WHERE scope IS NOT NULL), '[]') AS scopes,
        coalesce(jsonb_agg(word) FILTER (WHERE scope IS NOT NULL), '[]') AS words
      FROM grouped GROUP BY place, grouped
    ) AS each GROUP BY place
  )
  SELECT
    (SELECT coalesce(array_agg(place_id), '{}') FROM mine WHERE wanted) AS places,
    ${filtered(
      `(SELECT coalesce(jsonb_agg(jsonb_build_object('scope', scope, 'placeId', place_id)), '[]')
      FROM mine, unnest(scopes) AS scope WHERE wanted AND cardinality(${placeNames}) > 0)`,
      "'[]'::jsonb",
    )} AS named,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('scope', scope, 'messages', messages) ORDER BY messages DESC, scope), '[]')
      FROM scopes) AS scopes,
    ${filtered(
      `(SELECT coalesce(array_agg(id), '{}') FROM (
      -- People who share a place with the person come before strangers of the same name.
      SELECT id FROM called ORDER BY met DESC, id LIMIT ${sendersAtMost}) AS found)`,
      "'{}'::uuid[]",
    )} AS senders,
    jsonb_build_object(
      'from', ${filtered(
        `ARRAY(SELECT name FROM unnest(${senderNames}) AS name
        WHERE NOT EXISTS (SELECT FROM called WHERE called.name = name.name AND met))`,
        "'{}'::text[]",
      )},
      'in', ${filtered(
        `ARRAY(SELECT name FROM unnest(${placeNames}) AS name
        WHERE NOT EXISTS (SELECT FROM readable WHERE strpos(title, folded(name.name)) > 0))`,
        "'{}'::text[]",
      )}) AS unmatched,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('query', nullif((terms.query || coalesce((
        SELECT string_agg(quote_literal(word), ' | ')::tsquery FROM (
          SELECT word FROM first WHERE first.place = terms.place GROUP BY word ORDER BY length(word), word LIMIT ${shownAtMost}
        ) AS words
      ), ''::tsquery) || coalesce((
        SELECT string_agg(quote_literal(word), ' | ')::tsquery FROM (
          SELECT word FROM people_first WHERE people_first.place = terms.place GROUP BY word ORDER BY min(turn) LIMIT ${shownAtMost}
        ) AS people
      ), ''::tsquery))::text, ''), 'ordered', ordered, 'groups', groups) ORDER BY place), '[]')
      FROM terms LEFT JOIN groups USING (place)) AS terms`;
};
const [bareText, filteredText] = [meaningText(false), meaningText(true)];
