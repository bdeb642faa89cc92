-- What a message bears stands in its row, so that a page of messages stays one statement: see the type `Reaction`.
ALTER TABLE messages ADD COLUMN reactions jsonb, ADD COLUMN pinned_at timestamptz;
-- The pinned messages of a place, and how many there are.
CREATE INDEX messages_pinned ON messages (place_id, pinned_at) WHERE pinned_at IS NOT NULL;
