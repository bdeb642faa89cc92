-- Who is told of mentions of a suspended person, from when until when; never two at once (decision 0065).
CREATE TABLE mention_deputies (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  deputy_id uuid NOT NULL REFERENCES users ON DELETE CASCADE CHECK (deputy_id <> user_id),
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz NOT NULL,
  PRIMARY KEY (user_id, since)
);
CREATE INDEX mention_deputies_deputy ON mention_deputies (deputy_id);
