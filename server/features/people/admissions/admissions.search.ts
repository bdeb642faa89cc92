import { type RawBuilder, sql } from 'kysely';

/** Builds the condition of a search among requests: each word is in the name or the address, ignoring case and accents. */
export function holding(search: string | undefined): RawBuilder<boolean> {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return sql<boolean>`true`;
  const conditions = words.map(
    word => sql`strpos(folded(first_name || ' ' || last_name || ' ' || email), folded(${word})) > 0`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}
