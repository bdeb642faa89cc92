import type pg from 'pg';

/** Messages of one place that are read at once. */
const messagesAtOnce = 50;

/**
 * Reads what changed in these places since their marks, and keeps what their messages are found by; a place that another
 * process is at is left to it.
 * @returns those of which more is to be read
 */
export async function indexPlaces(pool: pg.Pool, placeIds: readonly string[]): Promise<string[]> {
  await pool.query({
    name: 'search-marks',
    text: `INSERT INTO search_marks (place_id, seq) SELECT id, 0 FROM unnest($1::uuid[]) AS id
      WHERE NOT EXISTS (SELECT FROM search_marks WHERE place_id = id) ORDER BY id ON CONFLICT DO NOTHING`,
    values: [placeIds],
  });
  const { rows } = await pool.query<{ place_id: string; count: string }>({
    name: 'search-index',
    text: `
      WITH marks AS (
        SELECT place_id, seq FROM search_marks WHERE place_id = ANY($1::uuid[]) ORDER BY place_id FOR UPDATE SKIP LOCKED
      ), changed AS (
        SELECT changes.* FROM marks CROSS JOIN LATERAL (
          SELECT place_id, position, seq, content, files, sender_id, created_at, deleted_at FROM messages
          WHERE messages.place_id = marks.place_id AND messages.seq > marks.seq ORDER BY messages.seq LIMIT $2
        ) AS changes
      ), gone AS (
        DELETE FROM message_words USING changed
        WHERE message_words.place_id = changed.place_id AND message_words.position = changed.position
          AND changed.deleted_at IS NOT NULL
      ), put AS (
        INSERT INTO message_words (place_id, position, at, words)
        SELECT place_id, position, created_at,
          searched(CASE WHEN strpos(content, '<') > 0 THEN regexp_replace(content, '<[@#][^>]{0,60}>', ' ', 'g') ELSE content END)
            || CASE WHEN files IS NULL THEN '' ELSE setweight(searched(translate(
              (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(files) AS file), '._-', '   ')), 'A')
              || array_to_tsvector(ARRAY['f:']) END
            || array_to_tsvector(ARRAY['p:' || place_id, 's:' || sender_id, 'd:' || to_char(day, 'YYYY-MM-DD'),
              'w:' || to_char(date_trunc('week', day), 'YYYY-MM-DD'), 'm:' || to_char(day, 'YYYY-MM'), 'y:' || to_char(day, 'YYYY')])
        FROM changed, LATERAL (SELECT created_at AT TIME ZONE 'UTC' AS day) AS times WHERE deleted_at IS NULL
        ORDER BY place_id, position
        ON CONFLICT (place_id, position) DO UPDATE SET words = excluded.words
          WHERE message_words.words IS DISTINCT FROM excluded.words
        RETURNING words
      ), words AS (
        INSERT INTO search_words
        SELECT word FROM (SELECT DISTINCT word FROM put, unnest(tsvector_to_array(words)) AS word) AS words
        WHERE (word ~ '^[a-z]{3,30}$' OR (word ~ '^[a-z0-9][a-z0-9.@_-]{2,59}$' AND word ~ '[a-z]'
            -- Names and addresses, no numbers of order or keys: each of those is written but once.
            AND length(translate(word, 'abcdefghijklmnopqrstuvwxyz.@_-', '')) < 8))
          AND NOT EXISTS (SELECT FROM search_words AS known WHERE known.word = words.word)
        ORDER BY word ON CONFLICT DO NOTHING
      ), last AS (
        SELECT place_id, max(seq) AS seq, count(*) AS count FROM changed GROUP BY place_id
      )
      UPDATE search_marks SET seq = last.seq FROM last WHERE search_marks.place_id = last.place_id
      RETURNING search_marks.place_id, last.count`,
    values: [placeIds, messagesAtOnce],
  });
  return rows.filter(row => Number(row.count) === messagesAtOnce).map(row => row.place_id);
}

/** Places that have changed since they were read for the search. */
export async function placesBehind(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM places LEFT JOIN search_marks ON place_id = id WHERE places.seq > coalesce(search_marks.seq, 0)',
  );
  return rows.map(row => row.id);
}

/** Forgets places that are no more. */
export async function forgetGone(pool: pg.Pool): Promise<void> {
  await pool.query(`
    WITH gone AS (
      DELETE FROM search_marks WHERE NOT EXISTS (SELECT FROM places WHERE id = place_id) RETURNING place_id
    ) DELETE FROM message_words USING gone WHERE message_words.place_id = gone.place_id`);
}
