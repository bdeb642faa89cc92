-- The last export of their data that each person asked for, made by a job. Its bytes are a file that its owner alone may
-- read, and only until then.
ALTER TABLE files ADD COLUMN private_until timestamptz;
CREATE INDEX files_of_one_person ON files (private_until) WHERE private_until IS NOT NULL;

CREATE TABLE exports (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The file's; another one each time.
  id uuid NOT NULL,
  language text NOT NULL,
  state text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  asked_at timestamptz NOT NULL,
  ready_at timestamptz
);
