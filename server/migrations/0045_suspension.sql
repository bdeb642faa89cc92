-- A suspended person keeps their account, and has no session and no mail until it is lifted (decision 0065).
ALTER TABLE users ADD COLUMN suspended_at timestamptz;
-- The list of suspended people, by address.
CREATE INDEX users_suspended ON users (email) WHERE suspended_at IS NOT NULL;

-- Why an address was banned, for administrators; the journal keeps it too.
ALTER TABLE banned_users ADD COLUMN reason text;
ALTER TABLE audit ADD COLUMN reason text;
