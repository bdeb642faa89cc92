-- When, and with what, the person of a session last said who they are: a change that outlives the session asks it again
-- after a while, or elsewhere.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz NOT NULL DEFAULT now(), ADD COLUMN proved_device text;
UPDATE sessions SET proved_at = created_at, proved_device = device;
