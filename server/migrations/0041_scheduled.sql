-- Messages that leave later, and reminders of messages (decision 0062). The id of a scheduled message is the id that the
-- message will have, so that its files are stored under it at once. What it goes to has no reference: the text stays when a
-- place or a message goes, and its author is told.
CREATE TABLE scheduled_messages (
  id uuid PRIMARY KEY,
  author_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Message that the author is reminded of; null for a message that leaves.
  reminds_of uuid,
  -- Channel, with its workspace, or conversation; of a reply also the message above it.
  place_id uuid NOT NULL,
  workspace_id uuid,
  thread_of uuid,
  also_in_place boolean NOT NULL DEFAULT false,
  content text NOT NULL DEFAULT '',
  files jsonb,
  reply_to uuid,
  reply_notifies boolean NOT NULL DEFAULT true,
  local_time text NOT NULL,
  zone text NOT NULL,
  at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'leaving', 'failed')),
  failure text,
  version integer NOT NULL DEFAULT 1,
  nonce uuid NOT NULL,
  -- When it last began to leave, and how often.
  taken_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (author_id, nonce)
);
CREATE INDEX scheduled_messages_due ON scheduled_messages (at, id) WHERE state <> 'failed';

ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check
    CHECK (type IN ('mention', 'message', 'invite', 'society', 'workspace', 'report', 'reminder'));
