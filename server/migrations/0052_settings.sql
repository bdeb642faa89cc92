-- What administrators chose for the whole installation, by name; without a row, or with a null value, nobody has.
-- `version` is that of the change that set it: a change that was made of an older one is refused.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value jsonb,
  version integer NOT NULL
);

CREATE TABLE setting_changes (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  before jsonb,
  after jsonb,
  actor_id uuid REFERENCES users ON DELETE SET NULL
);
CREATE INDEX setting_changes_of ON setting_changes (name, id);
CREATE INDEX setting_changes_actor ON setting_changes (actor_id) WHERE actor_id IS NOT NULL;

-- Whoever runs an installation that exists has chosen long ago: nobody is asked for the first settings.
INSERT INTO settings (name, value, version) SELECT 'setup', 'true', 0 WHERE EXISTS (SELECT FROM users WHERE admin);
