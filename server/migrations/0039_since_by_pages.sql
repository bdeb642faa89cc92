-- Where the first message of a place stands that was written at a moment or later, by the index of pages again: that index knows no
-- deleted messages since 0010, and what does not leave them out may not use it. Each look read half of the place instead.
CREATE OR REPLACE FUNCTION position_since(place uuid, since timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE STRICT
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
AS $$
DECLARE
  low bigint := 0;
  high bigint := (SELECT seq + 1 FROM places WHERE id = place);
  following record;
BEGIN
  WHILE low < high LOOP
    SELECT position, created_at < since AS earlier INTO following FROM messages
      WHERE place_id = place AND deleted_at IS NULL AND position >= (low + high) / 2 ORDER BY position LIMIT 1;
    IF following.earlier THEN low := following.position + 1; ELSE high := (low + high) / 2; END IF;
  END LOOP;
  RETURN high;
END $$;
