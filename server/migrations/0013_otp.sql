-- Codes sent by e-mail: one a person and use, the last one sent. A row is there as soon as one is tried, for an account that
-- does not exist too, so that trying takes the same time: hence no reference.
CREATE TABLE otp_codes (
  user_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('login', 'verify', 'link', 'reset')),
  hash bytea,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, purpose)
);
CREATE INDEX otp_codes_expiry ON otp_codes (expires_at);

-- What a person has proved and may use once: their password, so that a code ends a login; their code, so that they choose
-- another password. It holds for as long as the password is the one that was there.
CREATE TABLE otp_proofs (
  hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('pending', 'reset')),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  password_mark bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX otp_proofs_user ON otp_proofs (user_id);
CREATE INDEX otp_proofs_expiry ON otp_proofs (expires_at);
