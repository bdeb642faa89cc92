-- What a notification is about, when a person is to have one of that alone: the next one renews it.
ALTER TABLE notifications ADD COLUMN subject text;
CREATE UNIQUE INDEX notifications_subject ON notifications (user_id, subject) WHERE subject IS NOT NULL;
