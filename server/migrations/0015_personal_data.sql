-- What a person wrote, in the order they wrote it: for their export, and to blank it when they ask.
CREATE INDEX messages_sender ON messages (sender_id, id);
CREATE INDEX messages_reacted ON messages (id) WHERE reactions IS NOT NULL;

-- Found when their person goes, without reading everybody's.
CREATE INDEX notifications_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX invites_creator ON invites (created_by);
CREATE INDEX invite_uses_user ON invite_uses (user_id);
CREATE INDEX workspace_bans_user ON workspace_bans (user_id);
CREATE INDEX conversations_creator ON conversations (creator_id);

-- People who are gone and asked for what they wrote to be blanked: what is not done yet.
CREATE TABLE erasures (
  user_id uuid PRIMARY KEY,
  asked_at timestamptz NOT NULL DEFAULT now()
);

-- Limits by time that guard accounts: kept through restarts, and shared by processes (platform/http/limits.ts). Whose a
-- row is, its key does not tell.
CREATE TABLE limits_spent (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 70);
CREATE INDEX limits_spent_expire ON limits_spent (expire);
