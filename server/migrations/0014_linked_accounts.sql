-- Accounts of one person, linked two by two; each pair once, the lesser id first.
CREATE TABLE linked_accounts (
  first_user uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  second_user uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (first_user, second_user),
  CHECK (first_user < second_user)
);
CREATE INDEX linked_accounts_second ON linked_accounts (second_user);

-- The account from which a session was opened by a link, if it was: it ends with the link.
ALTER TABLE sessions ADD COLUMN opened_from uuid;
