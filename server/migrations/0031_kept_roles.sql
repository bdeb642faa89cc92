-- The role that a private channel keeps for those who were let in one by one: made when the first of them is.
ALTER TABLE channels ADD COLUMN kept_role uuid REFERENCES roles ON DELETE SET NULL;
CREATE UNIQUE INDEX channels_kept_role ON channels (kept_role) WHERE kept_role IS NOT NULL;
