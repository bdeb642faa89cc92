-- Browsers in which a person has logged in: what they do is counted apart from what strangers do to the account.
CREATE TABLE known_devices (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the cookie.
  hash bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, hash)
);
CREATE INDEX known_devices_by_hash ON known_devices (hash);
CREATE INDEX known_devices_by_age ON known_devices (seen_at);
