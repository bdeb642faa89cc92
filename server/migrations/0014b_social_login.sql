-- Who a person is for a provider of social login: its issuer, and its own id for them, which never changes.
CREATE TABLE social_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX social_identities_user ON social_identities (user_id);

-- Attempts that a provider has answered: none is answered twice.
CREATE TABLE social_attempts (
  state text PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX social_attempts_ended ON social_attempts (ended_at);

CREATE INDEX sessions_opened_from ON sessions (opened_from) WHERE opened_from IS NOT NULL;
