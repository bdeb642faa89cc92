-- Who may register, as administrators chose; without a row, everybody.
CREATE TABLE registration (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  who text NOT NULL,
  domains text[] NOT NULL DEFAULT '{}',
  text text NOT NULL DEFAULT '',
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Addresses that asked for an account and wait for an administrator.
CREATE TABLE registration_requests (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  message text NOT NULL DEFAULT '',
  language text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Servers without the extension (0019 has asked for it) read all.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX registration_requests_search ON registration_requests
      USING gin (folded(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
  END IF;
END $$;

-- Addresses that may make an account by the link of their mail: of a listed domain, or approved by an administrator.
CREATE TABLE registration_passes (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  approved boolean NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX registration_passes_ended ON registration_passes (expires_at);

ALTER TABLE notifications DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check CHECK (
    type IN ('mention', 'message', 'invite', 'society', 'workspace', 'report', 'reminder', 'registration'));
