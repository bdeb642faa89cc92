-- Search keeps words by scope, which is what the same people read: all channels of a workspace that each of its members
-- reads are one, under the workspace's id; a private channel and a conversation are each one of their own. Nothing is looked
-- for, completed or counted in a scope but what stands in it.
CREATE VIEW place_scopes AS
SELECT places.id AS place_id, places.seq,
  CASE WHEN channels.visibility <> 'private' THEN channels.workspace_id ELSE places.id END AS scope
FROM places LEFT JOIN channels ON channels.id = places.id;

-- A word of one scope, which is another thing than the same word of another.
CREATE FUNCTION search_key(scope uuid, word text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN hashtextextended(word, uuid_hash_extended(scope, 0));

-- Of pairs.
CREATE FUNCTION search_keys(scopes uuid[], words text[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(SELECT search_key(scope, word) FROM unnest(scopes, words) AS pairs(scope, word));

-- What a word is found by that holds a part: each three letters of it.
CREATE FUNCTION search_parts(scope uuid, word text) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT search_key(scope, substr(word, at, 3)) FROM generate_series(1, length(word) - 2) AS at);

-- The words by which a message is found: so many of them, whatever its length.
CREATE FUNCTION search_lexemes(words tsvector) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (tsvector_to_array(words))[:1000];

-- What a message is found by: its words, those of its files' names (A:), and marks by which one index serves every filter: P: the
-- place, S: who wrote, F: bears files, D: W: M: Y: the day, week, month and year, and * each message. No word has a capital.
CREATE FUNCTION search_message_keys(scope uuid, place uuid, sender uuid, at timestamptz, words tsvector, files boolean)
RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT search_key(scope, key) FROM unnest(
    search_lexemes(words)
      || CASE WHEN files THEN ARRAY(SELECT 'A:' || name FROM unnest(search_lexemes(ts_filter(words, '{a}'))) AS name) || 'F:'::text END
      || ARRAY['*', 'P:' || place, 'S:' || sender, 'D:' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
        'W:' || to_char(date_trunc('week', at AT TIME ZONE 'UTC'), 'YYYY-MM-DD'),
        'M:' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM'), 'Y:' || to_char(at AT TIME ZONE 'UTC', 'YYYY')]
  ) AS key WHERE key IS NOT NULL
);

-- Whether a word is found by its parts: names and addresses, no numbers of orders or keys, each of which is written but once.
CREATE FUNCTION search_has_parts(word text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN word ~ '^[a-z]{3,30}$' OR (word ~ '^[a-z0-9][a-z0-9.@_-]{2,59}$' AND word ~ '[a-z]'
  AND length(translate(word, 'abcdefghijklmnopqrstuvwxyz.@_-', '')) < 8);

ALTER TABLE message_words RENAME TO message_words_before;
ALTER TABLE message_words_before RENAME CONSTRAINT message_words_pkey TO message_words_before_pkey;
CREATE TABLE message_words (
  place_id uuid NOT NULL,
  position bigint NOT NULL,
  at timestamptz NOT NULL,
  -- The one that its keys are of: the place may have come into another since.
  scope uuid NOT NULL,
  words tsvector NOT NULL,
  keys bigint[] NOT NULL
);
INSERT INTO message_words
SELECT place_id, position, at, scope, words,
  search_message_keys(scope, place_id, sender_id, at, words, files)
FROM (
  SELECT before.place_id, before.position, before.at, scope, sender_id, messages.files IS NOT NULL AS files,
    ts_delete(words, ARRAY(SELECT word FROM unnest(tsvector_to_array(words)) AS word WHERE word ~ '^[psdwmyf]:')) AS words
  FROM message_words_before AS before JOIN messages USING (place_id, position) JOIN place_scopes USING (place_id)
  WHERE messages.deleted_at IS NULL ORDER BY before.at
) AS kept;
DROP TABLE message_words_before;
ALTER TABLE message_words ADD PRIMARY KEY (place_id, position);
-- What waits to be put in it is put there after each reading of places, so that no search reads it.
CREATE INDEX message_words_found ON message_words USING gin (keys) WITH (gin_pending_list_limit = 4096);

-- Under which scope each place is kept, and which one it is still being moved out of.
ALTER TABLE search_marks ADD scope uuid, ADD moved_from uuid;
DELETE FROM search_marks WHERE NOT EXISTS (SELECT FROM places WHERE id = place_id);
UPDATE search_marks SET scope = place_scopes.scope FROM place_scopes WHERE place_scopes.place_id = search_marks.place_id;

-- The words of each scope, with a place where each is written; its parts, for so many of them.
DROP TABLE search_words;
CREATE TABLE search_words (
  scope uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  place_id uuid NOT NULL,
  parts bigint[] NOT NULL,
  PRIMARY KEY (scope, word)
);
INSERT INTO search_words
SELECT scope, word, place_id, CASE WHEN search_has_parts(word) THEN search_parts(scope, word) ELSE '{}' END
FROM (
  SELECT scope, word, (min(place_id::text))::uuid AS place_id
  FROM message_words, unnest(search_lexemes(words)) AS word WHERE length(word) <= 60 GROUP BY scope, word
) AS written;
CREATE INDEX search_words_parts ON search_words USING gin (parts) WITH (fastupdate = off);

-- How many words with parts each scope has; who changes the words of one holds its row.
CREATE TABLE search_scopes (scope uuid PRIMARY KEY, words bigint NOT NULL DEFAULT 0) WITH (fillfactor = 70);
INSERT INTO search_scopes
SELECT scope, count(word) FILTER (WHERE parts <> '{}')
FROM (SELECT DISTINCT scope FROM search_marks WHERE scope IS NOT NULL) AS kept LEFT JOIN search_words USING (scope) GROUP BY scope;
ANALYZE message_words, search_words, search_marks, search_scopes;
