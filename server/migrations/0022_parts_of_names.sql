-- The pattern that a text fits when it holds this one.
CREATE FUNCTION holding(part text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%';

-- People and lines of the journal by any part of a name, without reading all of them. Servers that do not have the
-- extension (0019 has asked for it) read all of them.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX users_name_parts ON users USING gin (search_name gin_trgm_ops);
    CREATE INDEX users_email_parts ON users USING gin (email gin_trgm_ops);
    CREATE INDEX audit_actor_parts ON audit USING gin (actor_search gin_trgm_ops);
    CREATE INDEX audit_target_parts ON audit USING gin (target_search gin_trgm_ops);
  END IF;
END $$;
