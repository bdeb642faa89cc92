-- Who came into a workspace and who left it, which its welcome channel says. Of each workspace the last ones are kept; an
-- account that goes takes its own along.
CREATE TABLE workspace_moves (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('joined', 'left')),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX workspace_moves_latest ON workspace_moves (workspace_id, at DESC, id DESC);
CREATE INDEX workspace_moves_user ON workspace_moves (user_id);

-- Whether they are noted and said.
ALTER TABLE workspaces ADD COLUMN announce_moves boolean NOT NULL DEFAULT true;
