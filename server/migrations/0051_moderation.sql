-- Who of the administrators takes care of a report, what they say of it among themselves, and what its author was answered.
ALTER TABLE reports
  ADD COLUMN assignee_id uuid REFERENCES users ON DELETE SET NULL,
  ADD COLUMN answer text,
  ADD COLUMN answered_by uuid REFERENCES users ON DELETE SET NULL,
  ADD COLUMN answered_at timestamptz;
CREATE INDEX reports_assignee ON reports (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX reports_answered_by ON reports (answered_by) WHERE answered_by IS NOT NULL;

CREATE TABLE report_notes (
  id uuid PRIMARY KEY,
  report_id uuid NOT NULL REFERENCES reports ON DELETE CASCADE,
  author_id uuid REFERENCES users ON DELETE SET NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX report_notes_of ON report_notes (report_id, id);
CREATE INDEX report_notes_author ON report_notes (author_id) WHERE author_id IS NOT NULL;
