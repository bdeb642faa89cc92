import { codePattern, mentionPattern, uuidPattern } from '@palabre/common/rules/messages/mentions.ts';

/**
 * Words for mentioned people, kept among the words of a message's text: `N:` and an id, which no text produces. This
 * file makes SQL for the statements of the index and of the search.
 */

/** Limit on indexed mentions of a message: the first ones. */
const keptAtMost = 50;
/** Mentioned people of one scope examined for a name. */
const looksAtMost = 2_000;
/** Mentioned people of one scope by whom a term is searched: those with the shortest matching names. */
const peopleAtMost = 20;

/** Builds the ids that a text mentions, with their order, by the rule of `namedIn`: mentions in code do not count. */
const idsIn = (text: string) => `
  SELECT lower(found[2])::uuid AS id, min(nth) AS nth
  FROM regexp_matches(regexp_replace(${text}, '${codePattern.source}', '', 'g'), '${mentionPattern.source}', 'gi')
    WITH ORDINALITY AS mention(found, nth)
  WHERE lower(found[2]) ~ '${uuidPattern.source}' GROUP BY lower(found[2])`;

const asWords = (ids: string, text: string) => `CASE WHEN strpos(${text}, '<@') = 0 THEN ''::tsvector ELSE coalesce((
    SELECT string_agg('''N:' || id || ''':1', ' ')::tsvector FROM (${ids}) AS mentioned
  ), ''::tsvector) END`;

/** Builds the words of a text's mentions, unknown ids left out. */
export const peopleIn = (text: string) =>
  asWords(
    `SELECT id FROM (${idsIn(text)}) AS ids WHERE (SELECT true FROM users WHERE users.id = ids.id) ORDER BY nth LIMIT ${keptAtMost}`,
    text,
  );

/** Builds the words of all ids that a text mentions, unknown ones included: enough for a found message. */
export const namedIdsIn = (text: string) => asWords(idsIn(text), text);

/**
 * Builds `people_meant`: for each term other than a stop word (« la »), the people with a matching name whom messages
 * of the scopes mention. A term matches the beginnings of words of a name, a phrase the words as they stand.
 * @param told condition on a row of `search_words`, whether the person may know the word
 */
export const peopleMeant = (told: string) => `
  mentioned AS MATERIALIZED (
    -- A subquery for each row: as a join, PostgreSQL could read all users.
    SELECT scopes.scope, word,
      (SELECT ' ' || translate(search_name, '-''', '  ') || ' ' FROM users WHERE id = substr(word, 3)::uuid) AS name
    FROM scopes CROSS JOIN LATERAL (
      SELECT word FROM search_words
      WHERE search_words.scope = scopes.scope AND word >= 'N:' AND word < 'N;' AND ${told} ORDER BY word LIMIT ${looksAtMost}
    ) AS kept
    WHERE EXISTS (SELECT FROM terms WHERE numnode(query) > 0)
  ), people_meant AS MATERIALIZED (
    SELECT * FROM (
      SELECT place, phrase, exact, scope, word, row_number() OVER (PARTITION BY place, scope ORDER BY length(name), word) AS rank
      FROM terms CROSS JOIN LATERAL (SELECT * FROM mentioned WHERE strpos(name, sought) > 0 OFFSET 0) AS called
      WHERE numnode(query) > 0 AND btrim(sought) <> ''
    ) AS near WHERE rank <= ${peopleAtMost}
  )`;

/** Builds the form of a term that is searched in names: `@jean-p` is a word and the beginning of another. */
export const soughtName = (term: string, phrase: string) =>
  `' ' || btrim(regexp_replace(${term}, '[-@''\\s]+', ' ', 'g')) || CASE WHEN ${phrase} THEN ' ' ELSE '' END`;

/**
 * Builds the piece of a long text around its first matching mention, when no word of the text matches; an extract has
 * no more room.
 */
export const aroundMention = (text: string, query: string) => `coalesce((
    SELECT CASE WHEN at <= 100 THEN left(${text}, at - 1)
        ELSE '… ' || regexp_replace(substr(${text}, at - 100, 100), '^\\S*\\s+', '') END
      || CASE WHEN length(${text}) <= at + 130 THEN substr(${text}, at)
        ELSE regexp_replace(substr(${text}, at, 130), '\\s+\\S*$', '') || ' …' END
    FROM (
      SELECT min(nullif(strpos(lower(${text}), '<@' || id[1]), 0)) AS at FROM regexp_matches(${query}, 'N:([0-9a-f-]{36})', 'g') AS id
    ) AS first
    WHERE at IS NOT NULL AND NOT searched(${text}) @@ ${query}::tsquery
  ), ${text})`;
