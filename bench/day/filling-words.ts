import type pg from 'pg';

/**
 * Fills the index of words (server/features/reading/search) by SQL, with the same result as the product's indexer:
 * extracts the words of the few sentences once, and adds the marks of each message. `checkWords` compares both results.
 */

const wordsOf = 'search_lexemes(words)';

/** Prepares the words of each sentence and file name, in each scope that uses it; needs `day_slots`. */
export async function prepareWords(
  pool: pg.Pool,
  { texts, fileNames }: { texts: readonly string[]; fileNames: readonly string[] },
): Promise<void> {
  await pool.query(`CREATE TABLE day_names (name int, words tsvector)`);
  await pool.query(
    `INSERT INTO day_names SELECT n - 1, setweight(searched(translate(name, '._-', '   ')), 'A')
      FROM unnest($1::text[]) WITH ORDINALITY AS file(name, n)`,
    [fileNames],
  );
  await pool.query('CREATE TABLE day_words (scope uuid, text int, place_id uuid, words tsvector, keys bigint[])');
  await pool.query(
    `INSERT INTO day_words
      SELECT scope, text, place_id, words, ARRAY(SELECT search_key(scope, word) FROM unnest(${wordsOf} || '*'::text) AS word)
      FROM (
        SELECT scope, min(place_id::text)::uuid AS place_id, min(first_text) AS first_text, max(text_count) AS text_count
        FROM day_slots GROUP BY scope
      ) AS scopes
      JOIN (
        SELECT n - 1 AS text, searched(content) AS words FROM unnest($1::text[]) WITH ORDINALITY AS said(content, n) OFFSET 0
      ) AS said ON text >= first_text AND text < first_text + text_count`,
    [texts],
  );
  await pool.query('CREATE UNIQUE INDEX ON day_words (scope, text)');
  await pool.query('ANALYZE day_words');
}

/** Stores the words of a round's messages, `made`. */
export const fillWords = `
  INSERT INTO message_words (place_id, position, at, scope, words, keys)
  SELECT place_id, position, at, scope, found, CASE WHEN file_id IS NOT NULL
    THEN search_message_keys(scope, place_id, sender_id, at, found, true)
    ELSE keys || ARRAY[search_key(scope, 'P:' || place_id), search_key(scope, 'S:' || sender_id), search_key(scope, 'D:' || d),
      search_key(scope, 'W:' || w), search_key(scope, 'M:' || m), search_key(scope, 'Y:' || y)] END
  FROM (
    SELECT made.place_id, position, at, made.scope, sender_id, file_id, day_words.keys, marks.*,
      CASE WHEN file_id IS NULL THEN day_words.words ELSE day_words.words || day_names.words END AS found
    FROM made JOIN day_words ON day_words.scope = made.scope AND day_words.text = made.text
    JOIN day_names ON day_names.name = made.name
    JOIN (
      SELECT day, to_char(day, 'YYYY-MM-DD') AS d, to_char(date_trunc('week', day), 'YYYY-MM-DD') AS w, to_char(day, 'YYYY-MM') AS m,
        to_char(day, 'YYYY') AS y
      FROM (SELECT (date_trunc('day', now() AT TIME ZONE 'UTC') - n * interval '1 day')::date AS day FROM generate_series(-1, 740) AS n) AS days
      OFFSET 0
    ) AS marks ON marks.day = (made.at AT TIME ZONE 'UTC')::date
  ) AS kept`;

/** Number of messages whose words are compared with the product's. */
const compared = 2_000;

/** Stores the words of each scope and the marks of places. */
export async function setUpWords(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO search_words
      SELECT scope, word, place_id, CASE WHEN search_has_parts(word) THEN search_parts(scope, word) ELSE '{}' END
      FROM (
        SELECT DISTINCT ON (scope, word) scope, word COLLATE "C" AS word, place_id FROM (
          SELECT scope, place_id, unnest(${wordsOf}) AS word FROM day_words
          UNION ALL SELECT scope, place_id, word FROM (SELECT DISTINCT scope, place_id FROM day_words) AS scopes,
            (SELECT unnest(${wordsOf}) AS word FROM day_names) AS names
        ) AS written ORDER BY scope, word
      ) AS words`,
  );
  await pool.query(
    `INSERT INTO search_scopes SELECT scope, count(*) FILTER (WHERE parts <> '{}') FROM search_words GROUP BY scope`,
  );
  await pool.query(
    `INSERT INTO search_marks (place_id, seq, scope) SELECT place_id, seq, scope FROM place_scopes WHERE seq > 0`,
  );
  await pool.query('DROP TABLE day_words, day_names');
}

/** Compares the words of some messages with the product's. */
export async function checkWords(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ same: number; all: number }>(
    `SELECT count(*) FILTER (WHERE kept.words = now.words
        AND kept.keys = search_message_keys(place_scopes.scope, kept.place_id, sender_id, created_at, now.words, files IS NOT NULL))::int AS same,
      count(*)::int AS all
    FROM (SELECT * FROM message_words TABLESAMPLE SYSTEM (5) LIMIT ${compared}) AS kept
    CROSS JOIN LATERAL (
      SELECT * FROM messages WHERE place_id = kept.place_id AND position = kept.position AND deleted_at IS NULL OFFSET 0
    ) AS messages
    JOIN place_scopes ON place_scopes.place_id = kept.place_id
    CROSS JOIN LATERAL (
      SELECT searched(content) || CASE WHEN files IS NULL THEN '' ELSE
        setweight(searched(translate(files -> 0 ->> 'name', '._-', '   ')), 'A') END AS words
    ) AS now`,
  );
  const [{ same, all } = { same: 0, all: 0 }] = rows;
  if (all === 0 || same !== all)
    throw new Error(`words of ${same} of ${all} messages are as the product would keep them`);
}
