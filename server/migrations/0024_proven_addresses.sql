-- A code that came by mail, or a provider that has verified it, has shown that the address is its person's.
ALTER TABLE users ADD COLUMN email_proven boolean NOT NULL DEFAULT false;
UPDATE users SET email_proven = true WHERE verification;

-- When the mails were turned off from one of them: whoever has the mailbox, be it not the account's person, wants none.
ALTER TABLE message_mails ADD COLUMN refused_at timestamptz;
