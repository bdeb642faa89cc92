-- A change of an account's address that waits for the code mailed to the new one: one for each account.
CREATE TABLE address_changes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL,
  -- Session that asked, with which the change ends; null when an administrator asked.
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  -- Administrator who asked; null when the person did.
  asked_by uuid REFERENCES users ON DELETE CASCADE,
  -- Null until the code has left, and for an address that gets none.
  hash bytea,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  CHECK ((session_id IS NULL) <> (asked_by IS NULL))
);
CREATE INDEX address_changes_session ON address_changes (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX address_changes_asked_by ON address_changes (asked_by) WHERE asked_by IS NOT NULL;
CREATE INDEX address_changes_expiry ON address_changes (expires_at);
