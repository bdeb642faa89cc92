-- In a conversation what is listed is read as far as the conversation is: nothing is said of single messages there.
DELETE FROM notification_marks USING conversations WHERE conversations.id = place_id;

-- What somebody had still to read when they marked everything as read: it can be undone for a moment. Of each person the last.
CREATE TABLE read_undos (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  moved jsonb NOT NULL,
  marks jsonb NOT NULL
);
CREATE INDEX read_undos_age ON read_undos (created_at);

-- Who was told of their ban is told when it is lifted; others never knew. Of those there are that is not known.
ALTER TABLE workspace_bans ADD COLUMN told boolean NOT NULL DEFAULT true;

-- Administrators are told of reports.
ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check CHECK (type IN ('mention', 'message', 'invite', 'society', 'workspace', 'report'));

-- What is about one thing is read for all whom it was told to, once that is done.
CREATE INDEX notifications_about ON notifications (subject) WHERE subject IS NOT NULL AND NOT is_read;
