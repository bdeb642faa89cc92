-- One apostrophe is as good as another where people type: « D'Arc » finds « D’Arc ». Before letters are taken apart: an accent
-- that stands alone would become a blank.
CREATE OR REPLACE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN replace(replace(lower(regexp_replace(
  normalize(translate(value, '’‘‛ʼʹ′´`', repeat('''', 8)), NFKD), '[\u0300-\u036f]', '', 'g'
)), 'œ', 'oe'), 'æ', 'ae');

-- What was kept folded: only what has such a sign is another now.
UPDATE users SET first_name = first_name WHERE search_name <> folded(first_name || ' ' || last_name);
ALTER TABLE audit DISABLE TRIGGER audit_stays;
UPDATE audit SET actor_name = actor_name, target_name = target_name
WHERE actor_search <> folded(actor_name) OR target_search <> folded(target_name);
ALTER TABLE audit ENABLE TRIGGER audit_stays;
REINDEX INDEX societies_name;
REINDEX INDEX workspaces_title;
