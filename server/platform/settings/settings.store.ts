import { type ChosenSettings, type SettingName, settingNames } from '@palabre/common/contract/running/settings.ts';
import { sql } from 'kysely';
import type { Db } from '../postgres/db.ts';

/** Stored settings, and the version of their last change. */
export interface StoredSettings {
  chosen: ChosenSettings;
  version: number;
  /** Whether an administrator has answered, or put off, the first settings. */
  isSetUp: boolean;
}

/** Default settings of an installation. */
export const unset = Object.fromEntries(settingNames.map(name => [name, null])) as unknown as ChosenSettings;

/** Reads the settings. */
export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'version']).execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const chosen = Object.fromEntries(settingNames.map(name => [name, values.get(name) ?? null]));
  return {
    chosen: chosen as unknown as ChosenSettings,
    version: Math.max(0, ...rows.map(({ version }) => version)),
    isSetUp: values.get('setup') === true,
  };
}

/** Makes other changes of settings wait for the end of this one. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`.execute(db);
}

/** Reads which of these settings were changed after a version. */
export async function readChangedSince(db: Db, names: readonly SettingName[], version: number): Promise<string[]> {
  const rows = await db
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', [...names])
    .where('version', '>', version)
    .execute();
  return rows.map(({ name }) => name);
}

/** Writes settings by name, as JSON; null resets one. */
export async function writeSettings(
  db: Db,
  values: readonly (readonly [name: SettingName | 'setup', value: unknown])[],
  version: number,
): Promise<void> {
  await sql`
    INSERT INTO settings (name, value, version)
    SELECT name, value::jsonb, ${version}
    FROM unnest(${values.map(([name]) => name)}::text[], ${values.map(([, value]) => asJson(value))}::text[]) AS given (name, value)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version`.execute(db);
}

/** Writes a value as JSON; null for no value. */
export const asJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
