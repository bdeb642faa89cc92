-- Reports of messages: the messages around, if who reported attached them, and what owners of the workspace did. Those made
-- before were promised to administrators alone.
ALTER TABLE reports
  ADD COLUMN context jsonb,
  ADD COLUMN for_owners boolean NOT NULL DEFAULT false,
  ADD COLUMN handled_by_owner boolean NOT NULL DEFAULT false,
  ADD COLUMN passed_on_at timestamptz,
  ADD COLUMN passed_on_by uuid REFERENCES users ON DELETE SET NULL;
CREATE INDEX reports_for_owners ON reports (workspace_id, id) WHERE for_owners;
CREATE INDEX reports_passed_on_by ON reports (passed_on_by) WHERE passed_on_by IS NOT NULL;
ALTER TABLE report_notes ADD COLUMN by_owner boolean NOT NULL DEFAULT false;
-- Reports that wait for the owners of a workspace, few among all that they ever had.
CREATE INDEX reports_waiting_for_owners ON reports (workspace_id, id)
  WHERE for_owners AND status = 'new' AND passed_on_at IS NULL;
