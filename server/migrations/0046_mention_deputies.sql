-- Who is told of mentions of a suspended person, from when until when; never two at once (decision 0065).
CREATE TABLE mention_deputies (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  deputy_id uuid NOT NULL REFERENCES users ON DELETE CASCADE CHECK (deputy_id <> user_id),
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz NOT NULL,
  PRIMARY KEY (user_id, since)
);
CREATE INDEX mention_deputies_deputy ON mention_deputies (deputy_id);

-- Links by which somebody whom an administrator helps chooses a new password; one of them also turns two-step off.
ALTER TABLE otp_proofs DROP CONSTRAINT otp_proofs_kind_check;
ALTER TABLE otp_proofs ADD CONSTRAINT otp_proofs_kind_check
  CHECK (kind IN ('pending', 'reset', 'recovery', 'recovery-two-step'));
