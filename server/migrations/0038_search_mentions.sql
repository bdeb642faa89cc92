-- The search finds messages by the names of the people they mention. A message keeps whom, and names are looked for when they
-- are asked for: who is called otherwise is found so at once.
COMMENT ON FUNCTION search_message_keys IS 'What a message is found by: its words, and among these N: each person it mentions;
those of its files'' names (A:); P: the place, S: who wrote, F: bears files, D: W: M: Y: the day, week, month and year, and * each
message. No word has a capital.';

-- Messages that are read anew, though nothing of them has changed: some at each reading of their place, until none is left.
CREATE TABLE search_again (
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  position bigint NOT NULL,
  PRIMARY KEY (place_id, position)
);
INSERT INTO search_again SELECT place_id, position FROM messages WHERE deleted_at IS NULL AND strpos(content, '<@') > 0;
