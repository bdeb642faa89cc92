-- Invitations sent to addresses. One that was accepted stays for a while: its link, opened again, still leads in.
CREATE TABLE email_invites (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  email text NOT NULL,
  -- Who asks: whoever sent it last.
  invited_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null until its first mail is made.
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_by uuid REFERENCES users ON DELETE CASCADE,
  accepted_at timestamptz
);
CREATE UNIQUE INDEX email_invites_pending ON email_invites (workspace_id, email) WHERE accepted_at IS NULL;
CREATE INDEX email_invites_listed ON email_invites (workspace_id, id DESC) WHERE accepted_at IS NULL;
-- Servers without the extension (0019 has asked for it) read all of a workspace's.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX email_invites_search ON email_invites USING gin (email gin_trgm_ops);
  END IF;
END $$;
CREATE INDEX email_invites_asker ON email_invites (invited_by);
CREATE INDEX email_invites_accepted ON email_invites (accepted_by);
CREATE INDEX email_invites_ended ON email_invites (expires_at);

-- How many people a code lets in.
ALTER TABLE invites ADD COLUMN max_uses integer NOT NULL DEFAULT 10;
