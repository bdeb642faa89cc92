-- By whose clocks the page of an export writes times.
ALTER TABLE exports ADD COLUMN zone text NOT NULL DEFAULT 'UTC';
