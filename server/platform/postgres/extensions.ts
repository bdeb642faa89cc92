import type pg from 'pg';

/**
 * The extensions without which the search of this database was set up: its server lacked them, or refused them to us,
 * when the migrations that would use them ran (0019, 0022). Installed since, they change nothing.
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
