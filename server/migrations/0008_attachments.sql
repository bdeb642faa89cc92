-- Files of messages. The row of a message says all that pages show of them, as the wire has it; a row of files says to
-- which message its bytes belong, and so who may read them. It is written before the message is: one whose message
-- never came, or has gone, is swept.
ALTER TABLE messages ADD COLUMN files jsonb;
ALTER TABLE files ADD COLUMN message_id uuid;
CREATE INDEX files_of_messages ON files (id) WHERE message_id IS NOT NULL;
