-- What a person is told of each of their sessions: what it was opened with, and when and from where it was last used.
ALTER TABLE sessions
  ADD COLUMN device text,
  ADD COLUMN address text,
  ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
