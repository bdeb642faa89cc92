-- Full text of messages, in French and blind to accents. Servers that do not have these extensions, or refuse them to
-- us, do without: accents are then taken off by `folded`, and a part from the middle of a word finds nothing.
DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS unaccent; EXCEPTION WHEN OTHERS THEN NULL; END $$;
DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm; EXCEPTION WHEN OTHERS THEN NULL; END $$;

CREATE TEXT SEARCH CONFIGURATION palabre (COPY = french);
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'unaccent') THEN
    ALTER TEXT SEARCH CONFIGURATION palabre ALTER MAPPING
      FOR asciiword, asciihword, hword_asciipart, word, hword, hword_part WITH unaccent, french_stem;
    CREATE FUNCTION searched(value text) RETURNS tsvector LANGUAGE sql STABLE STRICT PARALLEL SAFE
      RETURN to_tsvector('palabre', value);
  ELSE
    CREATE FUNCTION searched(value text) RETURNS tsvector LANGUAGE sql STABLE STRICT PARALLEL SAFE
      RETURN to_tsvector('palabre', folded(value));
  END IF;
END $$;

-- What messages are found by: their words, those of their files' names (weight A), and marks by which one index serves
-- every filter: p: the place, s: who wrote, f: bears files, and d: w: m: y: the day, week, month and year. Written
-- shortly after each message, by what noted its place (features/search/indexer.ts).
CREATE TABLE message_words (
  place_id uuid NOT NULL,
  position bigint NOT NULL,
  at timestamptz NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (place_id, position)
);
CREATE INDEX message_words_found ON message_words USING gin (words) WITH (gin_pending_list_limit = 512);

-- Up to which change each place has been read for that.
CREATE TABLE search_marks (
  place_id uuid PRIMARY KEY,
  seq bigint NOT NULL
) WITH (fillfactor = 70);

-- Every word there is, for parts of words.
CREATE TABLE search_words (word text PRIMARY KEY);
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX search_words_parts ON search_words USING gin (word gin_trgm_ops);
  END IF;
END $$;
