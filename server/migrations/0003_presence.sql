-- Which process each person's sockets are in, when several processes share the database (decision 0006).
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

CREATE TABLE presences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  process_id uuid NOT NULL REFERENCES processes ON DELETE CASCADE,
  PRIMARY KEY (user_id, process_id)
);
CREATE INDEX presences_process ON presences (process_id);
