-- Who somebody's manager and deputy are, when they have an account here: beside the text, which stays when the account goes.
ALTER TABLE users
  ADD COLUMN manager_id uuid REFERENCES users ON DELETE SET NULL,
  ADD COLUMN vacation_referee_id uuid REFERENCES users ON DELETE SET NULL;

-- An account that goes is looked for here.
CREATE INDEX users_manager ON users (manager_id) WHERE manager_id IS NOT NULL;
CREATE INDEX users_vacation_referee ON users (vacation_referee_id) WHERE vacation_referee_id IS NOT NULL;
