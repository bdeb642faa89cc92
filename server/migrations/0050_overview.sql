-- What this Palabre holds, counted by a job each hour (decision 0067): totals alone, nothing of one person.
CREATE TABLE overview (
  -- One row.
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  counted_at timestamptz NOT NULL,
  counts jsonb NOT NULL
);

-- Messages written on each day; a day that is over is counted once.
CREATE TABLE overview_days (
  day date PRIMARY KEY,
  messages integer NOT NULL,
  is_over boolean NOT NULL
);

CREATE TABLE overview_workspaces (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  files integer NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX overview_workspaces_by_size ON overview_workspaces (bytes DESC, workspace_id);
