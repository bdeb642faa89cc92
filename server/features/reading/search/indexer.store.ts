import type pg from 'pg';
import { homeOf } from '../../../platform/access/access.places.ts';
import { peopleIn } from './mentioned.ts';

/** Messages of one place indexed per transaction. */
const messagesAtOnce = 50;
/** Messages of a deleted place removed per transaction. */
const forgottenAtOnce = 200;
/** Limit on the places with unindexed changes that one look returns. */
const behindAtMost = 10_000;
/** Limit on the words of a scope found by any part of them; later words are found by their beginnings alone. */
const partsAtMost = 50_000;
/** Longest word stored in `search_words`; longer words are found whole. */
const longestWord = 60;

/** Words with their scopes, at the same index. */
interface Words {
  scopes: string[];
  words: string[];
}

/**
 * Runs a transaction that changes words of scopes. Its caller locks the scopes, so that no process drops a word that
 * another relies on. The comment `search_marks` tells its statements from those of requests.
 */
async function inTransaction<T>(pool: pg.Pool, change: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    // For a dropped word, a sequential scan would look cheaper than the index.
    await client.query('/* search_marks */ BEGIN; SET LOCAL enable_seqscan = off');
    const result = await change(client);
    await client.query('/* search_marks */ COMMIT');
    return result;
  } catch (error) {
    failed = error as Error;
    await client.query('/* search_marks */ ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release(failed);
  }
}

const hold = (client: pg.PoolClient, scopes: readonly string[]) =>
  client.query({
    name: 'search-hold',
    text: `/* search_marks */ SELECT FROM search_scopes WHERE scope = ANY($1::uuid[]) ORDER BY scope FOR UPDATE`,
    values: [scopes],
  });

/** Drops words that no message of their scope contains; points each other word at a place that contains it. */
async function dropUnused(client: pg.PoolClient, { scopes, words }: Words): Promise<void> {
  if (words.length === 0) return;
  await client.query({
    name: 'search-drop',
    text: `/* search_marks */
      WITH held AS (
        SELECT scope, word, coalesce(
          -- A common word stands in a message of this week; the list of a rare word is short.
          (SELECT place_id FROM message_words WHERE keys @> ARRAY[search_key(gone.scope, word),
            search_key(gone.scope, 'W:' || to_char(date_trunc('week', now() AT TIME ZONE 'UTC'), 'YYYY-MM-DD'))] LIMIT 1),
          (SELECT place_id FROM message_words WHERE keys @> ARRAY[search_key(gone.scope, word)] LIMIT 1)
        ) AS place_id
        FROM (SELECT DISTINCT scope, word FROM unnest($1::uuid[], $2::text[]) AS gone(scope, word)) AS gone
      ), dropped AS (
        DELETE FROM search_words USING held
        WHERE search_words.scope = held.scope AND search_words.word = held.word AND held.place_id IS NULL
        RETURNING search_words.scope, search_words.parts
      ), counted AS (
        UPDATE search_scopes SET words = greatest(0, words - fewer) FROM (
          SELECT scope, count(*) AS fewer FROM dropped WHERE parts <> '{}' GROUP BY scope
        ) AS less WHERE search_scopes.scope = less.scope
      )
      UPDATE search_words SET place_id = held.place_id FROM held
      WHERE search_words.scope = held.scope AND search_words.word = held.word AND search_words.place_id <> held.place_id`,
    values: [scopes, words],
  });
}

/**
 * Indexes the changes of these places since their marks, under each place's present scope; a place that moved to
 * another scope is indexed from its beginning.
 * @returns places with more to index
 */
export async function indexPlaces(pool: pg.Pool, placeIds: readonly string[]): Promise<string[]> {
  const { rows: places } = await pool.query<{ place_id: string; scope: string; scopes: string[] }>({
    name: 'search-scopes',
    text: `
      WITH places AS (
        SELECT place_id, place_scopes.scope, ARRAY[place_scopes.scope, search_marks.scope, moved_from] AS scopes
        FROM place_scopes LEFT JOIN search_marks USING (place_id) WHERE place_id = ANY($1::uuid[])
      ), marked AS (
        INSERT INTO search_marks (place_id, seq, scope) SELECT place_id, 0, scope FROM places
        WHERE NOT EXISTS (SELECT FROM search_marks AS known WHERE known.place_id = places.place_id)
        ORDER BY place_id ON CONFLICT DO NOTHING
      ), kept AS (
        INSERT INTO search_scopes (scope) SELECT DISTINCT scope FROM places
        WHERE NOT EXISTS (SELECT FROM search_scopes AS known WHERE known.scope = places.scope)
        ORDER BY scope ON CONFLICT DO NOTHING
      )
      SELECT place_id, scope, array_remove(scopes, NULL) AS scopes FROM places`,
    values: [placeIds],
  });
  if (places.length === 0) return [];
  return inTransaction(pool, async client => {
    await hold(client, [...new Set(places.flatMap(place => place.scopes))]);
    const { rows } = await client.query<{ more: string[]; scopes: string[]; words: string[] }>({
      name: 'search-index',
      text: indexText,
      values: [places.map(place => place.place_id), places.map(place => place.scope)],
    });
    const { more, scopes, words } = rows[0] as (typeof rows)[number];
    await dropUnused(client, { scopes, words });
    return more;
  });
}

const lexemes = `search_lexemes(words)`;
/** Columns of a change. The copy of a reply in its channel is not indexed: the reply is. */
const read = `place_id, position, messages.seq, content, files, sender_id, created_at,
  deleted_at IS NOT NULL OR twin_thread_id IS NOT NULL AS gone`;
const indexText = `
  WITH marks AS (
    SELECT place_id, asked.scope, search_marks.scope AS kept, moved_from,
      CASE WHEN search_marks.scope = asked.scope THEN seq ELSE 0 END AS seq
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS asked(place_id, scope) JOIN search_marks USING (place_id)
    ORDER BY place_id FOR UPDATE OF search_marks
  ), again AS (
    DELETE FROM search_again USING (
      SELECT due.* FROM marks CROSS JOIN LATERAL (
        SELECT place_id, position FROM search_again WHERE search_again.place_id = marks.place_id ORDER BY position LIMIT ${messagesAtOnce}
      ) AS due
    ) AS due
    WHERE search_again.place_id = due.place_id AND search_again.position = due.position
    RETURNING search_again.place_id, search_again.position
  ), changed AS (
    SELECT changes.*, marks.scope, false AS again FROM marks CROSS JOIN LATERAL (
      SELECT ${read} FROM messages
      WHERE messages.place_id = marks.place_id AND messages.seq > marks.seq ORDER BY messages.seq LIMIT ${messagesAtOnce}
    ) AS changes
    UNION ALL
    SELECT ${read}, marks.scope, true FROM again JOIN marks USING (place_id) JOIN messages USING (place_id, position)
    WHERE messages.seq <= marks.seq
  ), before AS (
    SELECT message_words.scope, word, place_id, position
    FROM changed JOIN message_words USING (place_id, position), unnest(${lexemes}) AS word
  ), gone AS (
    DELETE FROM message_words USING changed
    WHERE message_words.place_id = changed.place_id AND message_words.position = changed.position
      AND changed.gone
  ), written AS MATERIALIZED (
    SELECT place_id, position, created_at, scope, sender_id, files IS NOT NULL AS files,
      searched(CASE WHEN strpos(content, '<') > 0 THEN regexp_replace(content, '<[@#][^>]{0,60}>', ' ', 'g') ELSE content END)
        || ${peopleIn('content')}
        || CASE WHEN files IS NULL THEN '' ELSE setweight(searched(translate(
          (SELECT string_agg(file ->> 'name', ' ') FROM jsonb_array_elements(files) AS file), '._-', '   ')), 'A') END AS words
    FROM changed WHERE NOT gone
  ), put AS (
    INSERT INTO message_words (place_id, position, at, scope, words, keys)
    SELECT place_id, position, created_at, scope, words,
      search_message_keys(scope, ${homeOf('written.place_id')}, sender_id, created_at, words, files)
    FROM written ORDER BY place_id, position
    ON CONFLICT (place_id, position) DO UPDATE SET scope = excluded.scope, words = excluded.words, keys = excluded.keys
      WHERE message_words.keys <> excluded.keys OR message_words.words <> excluded.words
  ), known AS (
    INSERT INTO search_words (scope, word, place_id, parts)
    SELECT scope, word, place_id,
      CASE WHEN search_has_parts(word) AND search_scopes.words + rank <= ${partsAtMost} THEN search_parts(scope, word) ELSE '{}' END
    FROM (
      SELECT words.*, row_number() OVER (PARTITION BY scope ORDER BY word) AS rank FROM (
        SELECT DISTINCT ON (scope, word) scope, word COLLATE "C" AS word, place_id
        FROM written, unnest(${lexemes}) AS word WHERE length(word) <= ${longestWord}
      ) AS words
      WHERE NOT EXISTS (SELECT FROM search_words AS known WHERE known.scope = words.scope AND known.word = words.word)
    ) AS words JOIN search_scopes USING (scope)
    ORDER BY scope, word ON CONFLICT DO NOTHING
    RETURNING scope, parts
  ), counted AS (
    UPDATE search_scopes SET words = words + more FROM (
      SELECT scope, count(*) AS more FROM known WHERE parts <> '{}' GROUP BY scope
    ) AS more WHERE search_scopes.scope = more.scope
  ), last AS (
    SELECT place_id, max(seq) AS seq, count(*) AS count FROM changed WHERE NOT again GROUP BY place_id
  ), marked AS (
    UPDATE search_marks SET seq = coalesce(last.seq, marks.seq), scope = marks.scope, moved_from = CASE
      WHEN coalesce(count, 0) < ${messagesAtOnce} THEN NULL WHEN kept <> marks.scope THEN kept ELSE search_marks.moved_from END
    FROM marks LEFT JOIN last USING (place_id) WHERE search_marks.place_id = marks.place_id
    RETURNING search_marks.place_id, count
  ), dropped AS (
    SELECT * FROM before EXCEPT SELECT scope, word, place_id, position FROM written, unnest(${lexemes}) AS word
  )
  SELECT ARRAY(
      SELECT place_id FROM marked WHERE count = ${messagesAtOnce}
      UNION SELECT place_id FROM again GROUP BY place_id HAVING count(*) = ${messagesAtOnce}
    ) AS more,
    (SELECT coalesce(array_agg(scope), '{}') FROM dropped) AS scopes,
    (SELECT coalesce(array_agg(word), '{}') FROM dropped) AS words`;

/** Merges the pending list of the GIN index, which each search would have to scan. */
export async function settleIndex(pool: pg.Pool): Promise<void> {
  await pool.query(`/* search_marks */ SELECT gin_clean_pending_list('message_words_found')`);
}

/** Lists the places to index: changed since their marks, moved to another scope, or with messages to read again. */
export async function placesBehind(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ place_id: string }>(
    `SELECT place_id FROM place_scopes LEFT JOIN search_marks USING (place_id)
      WHERE place_scopes.seq > coalesce(search_marks.seq, 0) OR place_scopes.scope <> search_marks.scope
        OR EXISTS (SELECT FROM search_again WHERE search_again.place_id = place_scopes.place_id)
      LIMIT ${behindAtMost}`,
  );
  return rows.map(row => row.place_id);
}

/** Drops the index of deleted places, and of deleted scopes. */
export async function forgetGone(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ place_id: string; scopes: string[] }>(`
    SELECT place_id, array_remove(ARRAY[scope, moved_from], NULL) AS scopes FROM search_marks
    WHERE NOT EXISTS (SELECT FROM places WHERE id = place_id)`);
  for (const { place_id: placeId, scopes } of rows) while (!(await forgetSome(pool, placeId, scopes)));
  await pool.query(`
    WITH gone AS (
      DELETE FROM search_scopes WHERE NOT EXISTS (SELECT FROM places WHERE id = scope)
        AND NOT EXISTS (SELECT FROM workspaces WHERE id = scope)
        AND NOT EXISTS (SELECT FROM search_marks WHERE search_marks.scope = search_scopes.scope OR moved_from = search_scopes.scope)
      RETURNING scope
    ) DELETE FROM search_words USING gone WHERE search_words.scope = gone.scope`);
}

/** Drops some messages of a deleted place; returns true once none is left. */
const forgetSome = (pool: pg.Pool, placeId: string, scopes: readonly string[]): Promise<boolean> =>
  inTransaction(pool, async client => {
    await hold(client, scopes);
    const { rows, rowCount } = await client.query<{ scope: string; words: string[] }>(
      `DELETE FROM message_words WHERE place_id = $1 AND position IN (
        SELECT position FROM message_words WHERE place_id = $1 LIMIT ${forgottenAtOnce}
      ) RETURNING scope, search_lexemes(words) AS words`,
      [placeId],
    );
    await dropUnused(client, {
      scopes: rows.flatMap(row => row.words.map(() => row.scope)),
      words: rows.flatMap(row => row.words),
    });
    if (rowCount === forgottenAtOnce) return false;
    await client.query('DELETE FROM search_marks WHERE place_id = $1', [placeId]);
    return true;
  });
