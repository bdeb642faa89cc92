-- Reports that wait for the owners of a workspace, few among all that they ever had.
CREATE INDEX reports_waiting_for_owners ON reports (workspace_id, id)
  WHERE for_owners AND status = 'new' AND passed_on_at IS NULL;
