-- Files: avatars, logos, attachments. The bytes are in the storage under the file's id.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  owner_id uuid,
  name text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL,
  width integer,
  height integer,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL UNIQUE,
  password_hash text,
  avatar text,
  -- What others see, and what the person chose to show while connected.
  status text NOT NULL DEFAULT 'offline' CHECK (status IN ('online', 'away', 'busy', 'offline')),
  chosen_status text NOT NULL DEFAULT 'online' CHECK (chosen_status IN ('online', 'away', 'busy', 'offline')),
  admin boolean NOT NULL DEFAULT false,
  double_authentification boolean NOT NULL DEFAULT false,
  verification boolean NOT NULL DEFAULT false,
  society_id uuid,
  job_title text,
  job_location text,
  manager text,
  start_hour text,
  end_hour text,
  vacation_referee text,
  linkedin_profile text,
  github_profile text,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80);

CREATE TABLE banned_users (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  logo text,
  society_id uuid,
  restricted boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  welcome_channel uuid NOT NULL,
  members_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE workspace_members (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  owner boolean NOT NULL DEFAULT false,
  joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX workspace_members_user ON workspace_members (user_id);
-- The order in which a workspace lists them: owners first, then the oldest.
CREATE INDEX workspace_members_listed ON workspace_members (workspace_id, owner DESC, joined_at, user_id);

CREATE TABLE workspace_bans (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, user_id)
);

-- A place holds messages: a channel or a conversation. seq numbers every change made in it, without gaps.
-- room is the Socket.IO room that hears it: read by the statement that raises seq, under the same row lock, so
-- that no message goes to who could see the place a moment ago.
CREATE TABLE places (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('channel', 'conversation')),
  room text NOT NULL,
  seq bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE channels (
  id uuid PRIMARY KEY REFERENCES places ON DELETE CASCADE,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  title text NOT NULL,
  visibility text NOT NULL CHECK (visibility IN ('public', 'protected', 'private')),
  position integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX channels_workspace ON channels (workspace_id, position);
ALTER TABLE workspaces ADD FOREIGN KEY (welcome_channel) REFERENCES channels DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE roles (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text NOT NULL,
  rank integer NOT NULL,
  color text NOT NULL DEFAULT '#000000',
  add_channels boolean NOT NULL DEFAULT false,
  can_kick boolean NOT NULL DEFAULT false,
  creator boolean NOT NULL DEFAULT false,
  UNIQUE (workspace_id, rank) DEFERRABLE INITIALLY DEFERRED
);

-- A role's holders are members of its workspace: leaving takes the role away.
CREATE TABLE role_users (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (role_id, user_id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES workspace_members ON DELETE CASCADE
);
CREATE INDEX role_users_person ON role_users (workspace_id, user_id);

CREATE TABLE role_channels (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  channel_id uuid NOT NULL REFERENCES channels ON DELETE CASCADE,
  visible boolean NOT NULL,
  writable boolean NOT NULL,
  PRIMARY KEY (role_id, channel_id)
);
CREATE INDEX role_channels_channel ON role_channels (channel_id);

CREATE TABLE invites (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  code text NOT NULL UNIQUE,
  hours integer NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invites_workspace ON invites (workspace_id, created_at DESC);

CREATE TABLE invite_uses (
  invite_id uuid NOT NULL REFERENCES invites ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (invite_id, user_id)
);

-- position is the place's seq when the message was posted, and gives the order; seq that of its last change.
-- A deleted message stays as an empty tombstone, for those who come back to learn that it is gone.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  position bigint NOT NULL,
  seq bigint NOT NULL,
  sender_id uuid NOT NULL,
  nonce uuid,
  content text NOT NULL,
  created_at timestamptz NOT NULL,
  updated boolean NOT NULL DEFAULT false,
  deleted_at timestamptz
);
-- The only index that serves a page, newest or deep.
CREATE UNIQUE INDEX messages_page ON messages (place_id, position);
CREATE INDEX messages_changes ON messages (place_id, seq);
CREATE UNIQUE INDEX messages_nonce ON messages (sender_id, nonce) WHERE nonce IS NOT NULL;

CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('mention', 'message', 'invite', 'society', 'workspace')),
  content text NOT NULL,
  link text NOT NULL,
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  is_read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX notifications_user ON notifications (user_id, created_at DESC);
