-- Companies.
CREATE TABLE societies (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  logo text,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- The order of the list.
CREATE INDEX societies_name ON societies (folded(name), id);

-- A person is in one society, or waits for the answer of one: the key says so, whatever is asked at once.
-- users.society_id names the society of its members, for what a session's rights depend on.
CREATE TABLE society_people (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  society_id uuid NOT NULL REFERENCES societies ON DELETE CASCADE,
  standing text NOT NULL CHECK (standing IN ('member', 'owner', 'pending')),
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- Owners first, then the oldest; those who wait stand apart.
CREATE INDEX society_people_listed ON society_people (society_id, standing DESC, since, user_id);

CREATE TABLE society_whitelist (
  society_id uuid NOT NULL REFERENCES societies ON DELETE CASCADE,
  email text NOT NULL,
  PRIMARY KEY (society_id, email)
);

ALTER TABLE users ADD FOREIGN KEY (society_id) REFERENCES societies ON DELETE SET NULL;
CREATE INDEX users_society ON users (society_id) WHERE society_id IS NOT NULL;
ALTER TABLE workspaces ADD FOREIGN KEY (society_id) REFERENCES societies ON DELETE SET NULL;
CREATE INDEX workspaces_society ON workspaces (society_id) WHERE society_id IS NOT NULL;
