-- How far each person has read a place, and what they want to hear of it. Without a row: nothing yet, all of it.
CREATE TABLE read_pointers (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  position bigint NOT NULL DEFAULT 0,
  level text NOT NULL DEFAULT 'all' CHECK (level IN ('all', 'mentions', 'nothing')),
  muted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, place_id)
) WITH (fillfactor = 80);
CREATE INDEX read_pointers_place ON read_pointers (place_id);
-- Those who hear nothing of a place: few, and asked for at each mention.
CREATE INDEX read_pointers_quiet ON read_pointers (place_id) WHERE muted OR level = 'nothing';

-- What was said before this was counted has been read.
INSERT INTO read_pointers (user_id, place_id, position)
SELECT user_id, places.id, places.seq
FROM workspace_members JOIN channels USING (workspace_id) JOIN places ON places.id = channels.id WHERE places.seq > 0
UNION ALL
SELECT user_id, places.id, places.seq
FROM conversation_users JOIN places ON places.id = conversation_id WHERE places.seq > 0;

-- Whom a message calls: a person or a role, or everyone in its workspace or conversation, by that id. One row each,
-- however many people that is. Only what was judged says `everyone`: any id may be written as a name.
CREATE TABLE mentions (
  message_id uuid NOT NULL,
  target uuid NOT NULL,
  everyone boolean NOT NULL,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  position bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, target)
);
CREATE INDEX mentions_place ON mentions (place_id, position);
CREATE INDEX mentions_target ON mentions (target, created_at DESC);
CREATE INDEX mentions_age ON mentions (created_at);

-- Whether `<@everyone>` in a message calls everyone, or is only written there.
ALTER TABLE messages ADD COLUMN everyone boolean NOT NULL DEFAULT false;

-- What a person said of a notification that a message is, by itself: else it is read once its message is.
CREATE TABLE notification_marks (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  message_id uuid NOT NULL,
  is_read boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, place_id, message_id)
);
CREATE INDEX notification_marks_place ON notification_marks (place_id);
CREATE INDEX notification_marks_age ON notification_marks (created_at);
CREATE INDEX notifications_age ON notifications (created_at);
