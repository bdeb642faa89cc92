-- Who wants to be written to of what calls them while they are away (decision 0035).
ALTER TABLE users ADD COLUMN notification_mail boolean NOT NULL DEFAULT false;
CREATE INDEX users_mailed ON users (id) WHERE notification_mail;

-- How far each of them has been told: of no message for itself. It stays when they want it no longer, so that turning it
-- off and on brings no second mail within the hour.
CREATE TABLE message_mails (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  language text NOT NULL CHECK (language IN ('fr', 'en')),
  -- What was said until then has been mailed, or was not wanted.
  since timestamptz NOT NULL,
  mailed_at timestamptz,
  -- When the job that writes to them was asked for: it may still be waiting for the mail server.
  asked_at timestamptz
);
