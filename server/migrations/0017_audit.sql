-- What those who run Palabre, a society or a workspace did. Names are kept as they were: a line stays readable when its
-- people and places are gone. Ids are UUIDv7: their order is that of time.
CREATE TABLE audit (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  action text NOT NULL,
  -- Null: nobody logged in, a command on the server.
  actor_id uuid,
  actor_name text NOT NULL,
  target_id uuid,
  target_name text NOT NULL,
  place_id uuid,
  place_name text NOT NULL,
  changes text[] NOT NULL,
  actor_search text NOT NULL GENERATED ALWAYS AS (folded(actor_name)) STORED,
  target_search text NOT NULL GENERATED ALWAYS AS (folded(target_name)) STORED
);
CREATE INDEX audit_action ON audit (action, id);

CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what is in the journal stays there as it is';
END $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
