-- Whether a person is at none of their devices of a process, for as long as makes them away (decision 0034).
ALTER TABLE presences ADD COLUMN idle boolean NOT NULL DEFAULT false;
