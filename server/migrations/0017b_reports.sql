-- What people tell administrators of each other; once a day of the same person.
CREATE TABLE reports (
  id uuid PRIMARY KEY,
  reported_by uuid REFERENCES users ON DELETE SET NULL,
  reported_user uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason text NOT NULL,
  description text NOT NULL,
  workspace_id uuid REFERENCES workspaces ON DELETE SET NULL,
  -- As it was when it was reported, whatever became of it.
  message jsonb,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'handled')),
  handled_by uuid REFERENCES users ON DELETE SET NULL,
  handled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date
);
CREATE UNIQUE INDEX reports_once_a_day ON reports (reported_by, reported_user, day);
CREATE INDEX reports_of ON reports (reported_user, id);
CREATE INDEX reports_new ON reports (reported_user) WHERE status = 'new';
CREATE INDEX reports_handled_by ON reports (handled_by);
CREATE INDEX reports_workspace ON reports (workspace_id);
