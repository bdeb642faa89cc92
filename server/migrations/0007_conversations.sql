-- A conversation is a place outside workspaces: its people are in it by name.
CREATE TABLE conversations (
  id uuid PRIMARY KEY REFERENCES places ON DELETE CASCADE,
  title text,
  creator_id uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- hidden_at is the place's seq when the person hid it from themself: a message after that brings it back, without
-- anything being written.
CREATE TABLE conversation_users (
  conversation_id uuid NOT NULL REFERENCES conversations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  hidden_at bigint,
  PRIMARY KEY (conversation_id, user_id)
);
CREATE INDEX conversation_users_user ON conversation_users (user_id);

-- The one conversation of two people: whoever comes second to begin it finds it here.
CREATE TABLE conversation_pairs (
  first_user uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  second_user uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  conversation_id uuid NOT NULL UNIQUE REFERENCES conversations ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (first_user, second_user),
  CHECK (first_user < second_user)
);
CREATE INDEX conversation_pairs_second ON conversation_pairs (second_user);
