-- When the person of a session last said again who they are, by their password or a code: what a login proved is not enough
-- to turn two-step off.
ALTER TABLE sessions ADD COLUMN said_at timestamptz;

-- Where the clocks of a person are, as their device last told: mails say times so. Null: not known yet.
ALTER TABLE users ADD COLUMN time_zone text;
