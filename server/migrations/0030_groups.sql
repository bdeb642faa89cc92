-- A conversation is direct when it was begun by two for the two of them; what was made as a group stays one however few are
-- left, and is nobody's direct conversation.
ALTER TABLE conversations ADD COLUMN is_group boolean NOT NULL DEFAULT false;

-- Of those that are there: of three or more, with a title (which a direct one never had), of two who have another, made by
-- somebody who is in it no more, or in which such a person wrote.
UPDATE conversations SET is_group = true
FROM (
  SELECT conversation_id AS id, array_agg(user_id) AS people FROM conversation_users GROUP BY conversation_id
) AS there
WHERE conversations.id = there.id AND (
  title IS NOT NULL
  OR cardinality(people) > 2
  OR (cardinality(people) = 2 AND (
    creator_id IS NULL OR creator_id <> ALL (people)
    OR NOT EXISTS (SELECT FROM conversation_pairs WHERE conversation_id = conversations.id)
    OR EXISTS (SELECT FROM messages WHERE place_id = conversations.id AND sender_id <> ALL (people))
  ))
);

-- The two who are left in such a group begin theirs anew.
DELETE FROM conversation_pairs USING conversations
WHERE conversations.id = conversation_pairs.conversation_id AND conversations.is_group;
