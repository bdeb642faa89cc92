-- With hardly any message counted, the index of what a person wrote looked as good for a nonce as the index of nonces: each
-- post of a new Palabre read all earlier messages of its sender. Its condition, true of every message, keeps it for the
-- statements that repeat the condition.
DROP INDEX messages_sender;
CREATE INDEX messages_sender ON messages (sender_id, id) WHERE seq > 0;
