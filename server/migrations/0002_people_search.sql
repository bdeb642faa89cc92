-- Text as searches compare it, blind to case and accents. Without the unaccent extension, which not every server has:
-- letters are taken apart from their accents, which are then dropped. Ligatures are not made of parts.
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')), 'œ', 'oe'), 'æ', 'ae');

ALTER TABLE users
  ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (folded(first_name || ' ' || last_name)) STORED;
