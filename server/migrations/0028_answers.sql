-- A message may answer another of its place: that one is read with it, as it is then. Whom the answer calls is kept beside:
-- it stays so when that message goes.
ALTER TABLE messages ADD COLUMN reply_to uuid, ADD COLUMN reply_calls uuid;
