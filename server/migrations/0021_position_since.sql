-- Where the first message of a place stands that was written at a moment or later; beyond its end when there is none. As
-- positions and times go together, half of what is left is passed over at each look. Only the index of pages gives the
-- next position without sorting, and posts pay for it anyway: the planner is left nothing else, whatever it believes of a place.
CREATE FUNCTION position_since(place uuid, since timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE STRICT
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
AS $$
DECLARE
  low bigint := 0;
  high bigint := (SELECT seq + 1 FROM places WHERE id = place);
  following record;
BEGIN
  WHILE low < high LOOP
    SELECT position, created_at < since AS earlier INTO following FROM messages
      WHERE place_id = place AND position >= (low + high) / 2 ORDER BY position LIMIT 1;
    IF following.earlier THEN low := following.position + 1; ELSE high := (low + high) / 2; END IF;
  END LOOP;
  RETURN high;
END $$;
