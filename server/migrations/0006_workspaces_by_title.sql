-- The order of discovery.
CREATE INDEX workspaces_title ON workspaces (folded(title), id);
