-- What is over is looked for every minute.
CREATE INDEX sessions_expiry ON sessions (expires_at);
