import type pg from 'pg';

/**
 * Lists the extensions that this database's search lacks: they were missing or refused when the migrations that use
 * them ran (0019, 0022). Installing them later changes nothing.
 */
export async function missingExtensions(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    SELECT name FROM (VALUES
      ('unaccent', EXISTS (
        SELECT FROM pg_ts_config_map JOIN pg_ts_dict ON pg_ts_dict.oid = mapdict
        WHERE mapcfg = 'palabre'::regconfig AND dictname = 'unaccent'
      )),
      ('pg_trgm', to_regclass('users_name_parts') IS NOT NULL)
    ) AS wanted(name, used) WHERE NOT used`);
  return rows.map(({ name }) => name);
}
