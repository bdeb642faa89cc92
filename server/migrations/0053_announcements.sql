-- What administrators announce to everybody, until an end.
CREATE TABLE announcements (
  id uuid PRIMARY KEY,
  text text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('info', 'important')),
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  author_id uuid REFERENCES users ON DELETE SET NULL
);
CREATE INDEX announcements_shown ON announcements (ends_at) WHERE ended_at IS NULL;
CREATE INDEX announcements_author ON announcements (author_id) WHERE author_id IS NOT NULL;
-- Servers without the extension (0019 has asked for it) read all.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX announcements_search ON announcements USING gin (folded(text) gin_trgm_ops);
  END IF;
END $$;

CREATE TABLE announcement_dismissals (
  announcement_id uuid NOT NULL REFERENCES announcements ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (announcement_id, user_id)
);
CREATE INDEX announcement_dismissals_of ON announcement_dismissals (user_id);
