-- Guests: accounts of people from outside, each let into some channels of a workspace until a day.

-- End of the last stay of a guest; null for everybody else. An account is a guest's or a full one for ever.
ALTER TABLE users ADD COLUMN guest_until timestamptz;
CREATE INDEX users_guests ON users (guest_until) WHERE guest_until IS NOT NULL;

CREATE TABLE guests (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null once the account of who stood for the guest is gone, until an owner of the workspace takes over.
  sponsor_id uuid REFERENCES users ON DELETE SET NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz NOT NULL,
  -- Whether the end was told and acted upon: sockets have left their rooms, sessions are over.
  ended boolean NOT NULL DEFAULT false,
  -- End of which the sponsor was warned.
  warned_of timestamptz,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX guests_person ON guests (user_id);
CREATE INDEX guests_listed ON guests (workspace_id, ends_at, user_id);
CREATE INDEX guests_ending ON guests (ends_at) WHERE NOT ended;
CREATE INDEX guests_sponsor ON guests (sponsor_id);

CREATE TABLE guest_channels (
  channel_id uuid NOT NULL REFERENCES channels ON DELETE CASCADE,
  user_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  PRIMARY KEY (channel_id, user_id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES guests ON DELETE CASCADE
);
CREATE INDEX guest_channels_person ON guest_channels (user_id, workspace_id);

-- Channels into which a guest is let at this moment.
CREATE VIEW let_in AS
  SELECT guest_channels.user_id, guest_channels.workspace_id, guest_channels.channel_id
  FROM guest_channels JOIN guests USING (workspace_id, user_id) WHERE guests.ends_at > now();

-- Members of a workspace, and its guests of this moment; `seesChannel` says which channels each of them sees.
CREATE VIEW workspace_people AS
  SELECT workspace_id, user_id, owner, joined_at, false AS guest FROM workspace_members
  UNION ALL
  SELECT workspace_id, user_id, false, joined_at, true FROM guests WHERE ends_at > now();

-- An invitation of a guest: until when, and to which channels.
ALTER TABLE email_invites ADD COLUMN guest_until timestamptz, ADD COLUMN guest_channels uuid[];
