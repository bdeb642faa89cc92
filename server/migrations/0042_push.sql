-- Keys of this server (VAPID) towards push services, made at its first start (decision 0063): browsers subscribe with the
-- public one, and a subscription is worth nothing under another.
CREATE TABLE push_keys (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Devices that get pushes, each with its session. `since` is the time of the last message that was pushed, `asked_at` when
-- a push was queued.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  language text NOT NULL CHECK (language IN ('fr', 'en')),
  detail text NOT NULL CHECK (detail IN ('all', 'name', 'nothing')),
  created_at timestamptz NOT NULL DEFAULT now(),
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  asked_at timestamptz,
  last_success_at timestamptz,
  failures integer NOT NULL DEFAULT 0
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);
