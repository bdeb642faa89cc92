-- Emoji of a workspace's own: what stands between colons, and its picture.
CREATE TABLE emoji (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  -- The address of the picture, as that of a logo.
  image text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (workspace_id, name)
);
