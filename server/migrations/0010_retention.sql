-- When the last message of a channel is older than so many days, it is deleted (spec 2 §4), unless the workspace keeps all.
ALTER TABLE workspaces
  ADD COLUMN auto_delete boolean NOT NULL DEFAULT true,
  ADD COLUMN auto_delete_days integer NOT NULL DEFAULT 7 CHECK (auto_delete_days > 0);
-- What is deleted is mostly what was last: a page must not read through it.
DROP INDEX messages_page;
CREATE UNIQUE INDEX messages_page ON messages (place_id, position) WHERE deleted_at IS NULL;
