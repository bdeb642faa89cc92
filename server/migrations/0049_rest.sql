-- Hours as they were, so that the report of a month counts by those that held (decision 0064): what held until a change, once
-- a day at most. Without a zone there were none. Of a person, of a society's default, or of the instance's.
CREATE TABLE past_hours (
  user_id uuid REFERENCES users ON DELETE CASCADE,
  society_id uuid REFERENCES societies ON DELETE CASCADE,
  zone text,
  holidays text,
  week jsonb,
  until timestamptz NOT NULL,
  day date NOT NULL DEFAULT ((now() AT TIME ZONE 'UTC')::date)
);
CREATE UNIQUE INDEX past_hours_each ON past_hours
  ((coalesce(user_id, society_id, '00000000-0000-0000-0000-000000000000')), day);
CREATE INDEX past_hours_user ON past_hours (user_id);
CREATE INDEX past_hours_society ON past_hours (society_id);
CREATE INDEX past_hours_until ON past_hours (until);

-- Up to when urgent messages were told off duty: what else waits is told after the rest.
ALTER TABLE push_subscriptions ADD COLUMN urgent_since timestamptz;
ALTER TABLE message_mails ADD COLUMN urgent_since timestamptz;
