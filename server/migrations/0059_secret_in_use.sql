-- Which secret the server runs with, by a mark that tells nothing of it, since when, and which one it has replaced. Keys of
-- the secrets before it wait sealed by it, for what outlives them all: GIFs in messages, links in mails.
CREATE TABLE secret_in_use (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  mark bytea NOT NULL,
  mark_before bytea,
  since timestamptz,
  older_keys text
);
