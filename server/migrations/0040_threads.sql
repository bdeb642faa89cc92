-- A thread is a place whose id is that of its root, the message that its replies stand under (decision 0060). Its parent is
-- the channel or conversation of the root; rights, level and room are the parent's. It is live while it has replies.
ALTER TABLE places DROP CONSTRAINT places_kind_check,
  ADD CONSTRAINT places_kind_check CHECK (kind IN ('channel', 'conversation', 'thread')),
  ADD COLUMN parent_id uuid REFERENCES places ON DELETE CASCADE,
  ADD COLUMN root_position bigint,
  ADD COLUMN live boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT places_parent_check
    CHECK ((kind = 'thread') = (parent_id IS NOT NULL) AND (parent_id IS NULL) = (root_position IS NULL));
-- A page finds the threads under its messages by one range.
CREATE INDEX places_threads ON places (parent_id, root_position) WHERE parent_id IS NOT NULL;

-- A deleted root stays in pages while its thread is live, by the one index that serves them. A reply that its channel shows
-- too has a copy there: the two name each other, and the copy names the thread of the reply.
ALTER TABLE messages ADD COLUMN kept boolean NOT NULL DEFAULT false, ADD COLUMN twin_id uuid, ADD COLUMN twin_thread_id uuid;
DROP INDEX messages_page;
CREATE UNIQUE INDEX messages_page ON messages (place_id, position) WHERE deleted_at IS NULL OR kept;

-- Who follows a thread, and who has left it: whoever does neither has no row.
CREATE TABLE thread_follows (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  thread_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  following boolean NOT NULL,
  PRIMARY KEY (user_id, thread_id)
);
CREATE INDEX thread_follows_thread ON thread_follows (thread_id);

-- When the state of a thread was last told to people, and up to which change.
CREATE TABLE thread_tellings (
  thread_id uuid PRIMARY KEY REFERENCES places ON DELETE CASCADE,
  told_at timestamptz NOT NULL,
  told_seq bigint NOT NULL
) WITH (fillfactor = 50);

-- Mentions in threads: a role or everyone is called there without following the thread, so that they are looked for by it.
ALTER TABLE mentions ADD COLUMN in_thread boolean NOT NULL DEFAULT false;
CREATE INDEX mentions_in_threads ON mentions (target, created_at DESC) WHERE in_thread;

-- The words of a thread are those of its parent's scope.
CREATE OR REPLACE VIEW place_scopes AS
SELECT places.id AS place_id, places.seq,
  CASE WHEN channels.visibility <> 'private' THEN channels.workspace_id ELSE coalesce(places.parent_id, places.id) END AS scope
FROM places LEFT JOIN channels ON channels.id = coalesce(places.parent_id, places.id);
