-- What a person takes of the disk is summed from an index alone; it serves the deletion of accounts too.
CREATE INDEX files_of_owner ON files (owner_id) INCLUDE (size, message_id, private_until) WHERE owner_id IS NOT NULL;
-- Administrators, few among many accounts.
CREATE INDEX users_administrators ON users (id) WHERE admin;
