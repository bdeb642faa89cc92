import { codePattern, mentionPattern, uuidPattern } from '@palabre/common/rules/mentions.ts';

/**
 * The words by which whom a message mentions is kept, among those of its text: `N:` and an id, which no text makes. SQL that the
 * statements of the index and of the search are made of.
 */

/** People of one message who are kept: the first ones that it mentions. */
const keptAtMost = 50;
/** Whom the messages of one scope mention that are looked at for a name. */
const looksAtMost = 2_000;
/** Those of one scope by whom a term is looked for: of the shortest names that hold it. */
const peopleAtMost = 20;

/** Ids that a text names, each with where it stands, by the rule of `namedIn`: nobody within code. */
const idsIn = (text: string) => `
  SELECT lower(found[2])::uuid AS id, min(nth) AS nth
  FROM regexp_matches(regexp_replace(${text}, '${codePattern.source}', '', 'g'), '${mentionPattern.source}', 'gi')
    WITH ORDINALITY AS mention(found, nth)
  WHERE lower(found[2]) ~ '${uuidPattern.source}' GROUP BY lower(found[2])`;

const asWords = (ids: string, text: string) => `CASE WHEN strpos(${text}, '<@') = 0 THEN ''::tsvector ELSE coalesce((
    SELECT string_agg('''N:' || id || ''':1', ' ')::tsvector FROM (${ids}) AS mentioned
  ), ''::tsvector) END`;

/** The people that a text mentions, as words of it: of ids that are nobody's none is kept. */
export const peopleIn = (text: string) =>
  asWords(
    `SELECT id FROM (${idsIn(text)}) AS ids WHERE (SELECT true FROM users WHERE users.id = ids.id) ORDER BY nth LIMIT ${keptAtMost}`,
    text,
  );

/** All ids that a text names, in the same way: for what is found already. */
export const namedIdsIn = (text: string) => asWords(idsIn(text), text);

/**
 * Of each term that says something, the people so called whom messages of the searched scopes mention, as `people_meant`: by the
 * beginnings of the words of their names, or these as a phrase has them. A term that says nothing (« la ») means nobody either.
 * @param told whether a word may be known, of a row of `search_words`
 */
export const peopleMeant = (told: string) => `
  mentioned AS MATERIALIZED (
    -- One by one: as a join, all people there are could be read.
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

/** A term as names are looked for by it: `@jean-p` is a word and the beginning of another. */
export const soughtName = (term: string, phrase: string) =>
  `' ' || btrim(regexp_replace(${term}, '[-@''\\s]+', ' ', 'g')) || CASE WHEN ${phrase} THEN ' ' ELSE '' END`;

/** Of a long text in which a mention answers rather than its words, what stands around the first: an extract has room for no more. */
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
