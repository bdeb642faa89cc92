import { randomBytes } from 'node:crypto';
import { createWriteStream, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Env } from '../../env.ts';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import type { Storage } from '../files/storage.ts';
import { migrationsFolder } from '../paths.ts';
import { newId } from '../postgres/db.ts';
import { StartError } from '../processes/start-error.ts';
import { ArchiveWriter, type Head, openArchive } from './archive.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { fileAt } from './folder.ts';
import { readBackup } from './read.ts';
import { demandRestored, restoringMark } from './restoring.ts';
import { Rests } from './rests.ts';
import { writeBackupFile } from './write.ts';

/** Tests restoring a backup; `tools/processes/backup.test.ts` restores backups of whole servers. */

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-read-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
/** Opens a database; also reads the content that a backup must hold. */
function looking(url: string) {
  const pool = testPool(url, 1);
  const rows = async (text: string) => (await pool.query({ text, rowMode: 'array' })).rows;
  const whole = async () => ({
    settings: await rows('SELECT name, value, version FROM settings ORDER BY name'),
    people: await rows('SELECT last_name, search_name, created_at FROM users'),
    jobs: await rows(`
      SELECT task_identifier, queue_name, key, priority, max_attempts - attempts, flags, run_at FROM graphile_worker.jobs
      WHERE attempts < max_attempts AND key IS DISTINCT FROM 'now:mail.send' ORDER BY key`),
    payloads: await rows(`SELECT payload FROM graphile_worker._private_jobs WHERE key = 'said'`),
    keys: await rows(`SELECT count(*) FROM pg_constraint WHERE contype = 'f'`),
    disabled: await rows(`SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`),
  });
  return { pool, whole };
}
const said = 'Les « Tilleuls »\\N\\\t\n100 %, "d’ici"';

it('A backup is restored as it was, with jobs that wait, files, the secret and the one before; one whose last bytes are damaged leaves the database empty', async () => {
  const url = await testDatabase();
  const from = looking(url);
  await from.pool.query(`INSERT INTO settings VALUES ('name', $1::jsonb, 7)`, [JSON.stringify(said)]);
  await from.pool.query(
    `INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', $2, 'zoe@exemple.fr')`,
    [newId(), said],
  );
  const add = 'SELECT graphile_worker.add_job($1, $2::json, job_key := $3, queue_name := $4, priority := 1';
  const given = ['mail.send', JSON.stringify({ said }), 'said', 'posts'];
  await from.pool.query(`${add}, flags := ARRAY['mail.send'], run_at := '2027-03-28T01:30:00+01')`, given);
  for (const key of ['over', 'now:mail.send']) await from.pool.query(`${add})`, ['mail.send', '{}', key, null]);
  await from.pool.query(`UPDATE graphile_worker._private_jobs
    SET attempts = CASE key WHEN 'said' THEN 2 WHEN 'over' THEN max_attempts ELSE 0 END`);
  const before = await from.whole();
  const path = join(await folder(), 'palabre.tar');
  const files = { un: 'Le plan du rez-de-chaussée', deux: '' };
  const kept = {
    async *list() {
      for (const [key, text] of Object.entries(files)) yield { key, size: Buffer.byteLength(text) };
    },
    read: async (key: keyof typeof files) => Readable.from([Buffer.from(files[key])]),
  } as unknown as Storage;
  await writeBackupFile(
    {
      ...{ databaseUrl: url, storage: kept, rests: false, version: '1' },
      ...{ jwtSecret: Buffer.from('motsecret'), jwtSecretPrevious: Buffer.from('motdavant') },
    },
    path,
  );

  const target = await testDatabase();
  const to = looking(target);
  const taken = new Map<string, string>();
  const secrets = new Map<string, string>();
  const restore = (file: string) =>
    readBackup(fileAt(file), {
      database: async () => target,
      storage: {
        drafts: { receive: buffer },
        take: async (key: string, bytes: Buffer) => void taken.set(key, bytes.toString()),
      } as unknown as Storage,
      takeSecret: (secret, name) => void secrets.set(name, secret),
    });
  // As a migration may leave it.
  await to.pool.query(`INSERT INTO settings VALUES ('accent', '"#1d6a51"', 1)`);
  const bytes = await readFile(path);
  // Compressed bytes that are none: the first of a part after its head.
  const compressed = Buffer.from(bytes);
  compressed.fill(
    0xff,
    bytes.indexOf('database/users/1.copy.gz') + 512 + 10,
    bytes.indexOf('database/users/1.copy.gz') + 512 + 20,
  );
  await writeFile(`${path}.compressed`, compressed);
  await expect(restore(`${path}.compressed`)).rejects.toThrow(
    new StartError(`${path}.compressed : cette sauvegarde est abîmée, rien n’en a été repris.`),
  );
  bytes[bytes.lastIndexOf('Le plan')] = 0;
  await writeFile(`${path}.damaged`, bytes);
  await expect(restore(`${path}.damaged`)).rejects.toThrow('cette sauvegarde est abîmée, rien n’en a été repris');
  expect(await to.whole()).toMatchObject({ people: [], jobs: [], keys: before.keys, disabled: [[0]] });
  expect((await restore(path)).end).toMatchObject({ files: 2, rows: { users: 1, jobs: 1 } });
  expect(await to.whole()).toEqual({ ...before, disabled: [[0]] });
  const both = { 'jwt-secret': 'motsecret', 'jwt-secret.previous': 'motdavant' };
  expect([taken, secrets].map(of => Object.fromEntries<string>(of))).toEqual([files, both]);
  // The planner knows what the tables hold.
  expect((await to.pool.query(`SELECT reltuples FROM pg_class WHERE relname = 'users'`)).rows).toEqual([
    { reltuples: 1 },
  ]);
  const others = 'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  for (const { pool } of [from, to])
    await vi.waitFor(async () => expect((await pool.query(others)).rows, 'connections left open').toEqual([]));
  // A backup that is only verified keeps no file and no secret.
  const tried = await testDatabase();
  expect((await readBackup(fileAt(path), { database: async () => tried })).end).toMatchObject({ files: 2 });
});

it('A backup is the same whatever ways of writing its database has, and in parts where a table is large', async () => {
  const url = await testDatabase();
  const from = looking(url);
  const large = randomBytes(2_000_000).toString('base64');
  await from.pool.query(`INSERT INTO settings VALUES ('name', $1::jsonb, 7)`, [JSON.stringify(large)]);
  const id = newId();
  await from.pool.query(
    `INSERT INTO users (id, first_name, last_name, email, created_at) VALUES ($1, 'Zoé', 'x', 'zoe@exemple.fr', '2026-03-04T05:06:07.891234Z')`,
    [id],
  );
  await from.pool.query(`INSERT INTO known_devices (user_id, hash) VALUES ($1, '\\x00ff5c0a')`, [id]);
  const own = (pool: pg.Pool) => pool.query('SELECT * FROM known_devices');
  const before = [await from.whole(), (await own(from.pool)).rows];
  for (const way of [`timezone = 'America/New_York'`, `datestyle = 'German'`, `bytea_output = 'escape'`])
    await from.pool.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${way}`);
  const path = join(await folder(), 'palabre.tar');
  await writeBackupFile({ databaseUrl: url, jwtSecret: Buffer.from('motsecret'), rests: false, version: '1' }, path);
  const archive = await openArchive(fileAt(path));
  const sizes: number[] = [];
  const entries = archive.entries();
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    if (next.value.name.startsWith('database/settings/')) sizes.push(next.value.size);
    for await (const _ of next.value.body);
  }
  expect(sizes.length, 'parts').toBeGreaterThan(1);
  for (const size of sizes) expect(size).toBeLessThan(1.2 * 1024 * 1024);
  const target = await testDatabase();
  const to = looking(target);
  await readBackup(fileAt(path), { database: async () => target });
  expect([await to.whole(), (await own(to.pool)).rows]).toEqual(before);
});

/** Writes a backup of one person's worth by hand: its head, its parts and its totals are as they are given. */
async function crafted(more: Partial<Head>, lines: string, rows: Record<string, number>): Promise<string> {
  const path = join(await folder(), 'palabre.tar');
  const archive = new ArchiveWriter(createWriteStream(path), false);
  const migrations = readdirSync(migrationsFolder).map(file => file.replace(/\.sql$/, ''));
  const head: Head = {
    ...{ format: 1, version: '1', at: '2026-11-28T02:30:00Z', files: false, migrations: migrations.sort() },
    ...{ tables: { users: ['id', 'first_name', 'last_name', 'email'] }, ...more },
  };
  await archive.add('palabre.json', Buffer.from(JSON.stringify(head)));
  await archive.add('database/users/1.copy.gz', gzipSync(lines));
  await archive.end({ files: 0, rows });
  return path;
}

it('A backup that lacks lines, holds what a database refuses, or is of another version is refused with its reason, and leaves nothing', async () => {
  const line = `${newId()}\tZoé\tx\tzoe@exemple.fr\n`;
  const url = await testDatabase();
  const { pool } = looking(url);
  const restore = async (path: string) => readBackup(fileAt(path), { database: async () => url });
  const damage = 'cette sauvegarde est abîmée, rien n’en a été repris';
  for (const [path, why] of [
    [await crafted({}, line, { users: 2 }), 'il manque des lignes de users'],
    [await crafted({}, line, { users: 1, messages: 3 }), 'il manque des lignes de messages'],
    [await crafted({}, line.replace(/^.{8}/, 'personne'), { users: 1 }), damage],
    // The same address twice, and a line that ends too early.
    [await crafted({}, line + line.replace(/^.{8}/, '00000000'), { users: 2 }), damage],
    [await crafted({}, 'un\n', { users: 1 }), damage],
  ] as const) {
    await expect(restore(path)).rejects.toThrow(new StartError(`${path} : ${why}.`));
    expect((await pool.query('SELECT FROM users')).rowCount).toBe(0);
  }
  const migrations = readdirSync(migrationsFolder).map(file => file.replace(/\.sql$/, ''));
  const newer = await crafted({ migrations: [...migrations.sort(), '9999_plus_tard'] }, line, { users: 1 });
  await expect(restore(newer)).rejects.toThrow(
    new StartError(`${newer} : cette sauvegarde vient d’une version plus récente de Palabre (9999_plus_tard).`),
  );
  const older = await crafted({ migrations: migrations.slice(0, -1) }, line, { users: 1 });
  await expect(restore(older)).rejects.toThrow(
    /\(\w+\) : mettez Palabre à jour, .*\. Une restauration demande une base neuve\.$/,
  );
  const whole = await crafted({}, line, { users: 1 });
  expect((await restore(whole)).end.rows).toEqual({ users: 1 });
});

it('A database with people is backed up before its upgrade, without its files; a data folder whose restore was cut short is refused until it holds some', async () => {
  const dataDir = await folder();
  const databaseUrl = await testDatabase();
  const { pool } = looking(databaseUrl);
  const env = { dataDir, databaseUrl, upgradeBackup: true, jwtSecret: Buffer.from('motsecret') } as unknown as Env;
  const { rows } = await pool.query(`DELETE FROM kysely_migration
    WHERE name = (SELECT max(name) FROM kysely_migration) RETURNING name`);
  const path = join(dataDir, 'backups', `avant-${rows[0]?.name}.tar`);
  expect(await backUpBeforeUpgrade(env, databaseUrl)).toBeUndefined();
  // Without the mark, the database is not even asked.
  await demandRestored(dataDir, 'postgres://127.0.0.1:1/nowhere');
  await writeFile(restoringMark(dataDir), '');
  await expect(demandRestored(dataDir, databaseUrl)).rejects.toThrow(StartError);
  await pool.query(`INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', 'x', 'zoe@exemple.fr')`, [
    newId(),
  ]);
  await demandRestored(dataDir, databaseUrl);
  expect(await readdir(dataDir)).toEqual([]);
  expect(await backUpBeforeUpgrade({ ...env, upgradeBackup: false }, databaseUrl)).toBeUndefined();
  const shown = relative(process.cwd(), path);
  const saved = 'La base a été sauvegardée avant sa mise à jour. Pour revenir en arrière : reprenez la version d’avant';
  // A folder that lacks room, or cannot be made.
  await writeFile(join(dataDir, 'backups'), '');
  await expect(backUpBeforeUpgrade(env, databaseUrl)).rejects.toThrow(
    new RegExp(
      `^La sauvegarde d’avant la mise à jour n’a pas pu être écrite \\(EEXIST.*\\) : faites de la place dans ${join(dataDir, 'backups')}, ou passez-vous d’elle avec UPGRADE_BACKUP=off\\.$`,
    ),
  );
  await rm(join(dataDir, 'backups'));
  const rested = vi.spyOn(Rests.prototype, 'rest');
  onTestFinished(() => rested.mockRestore());
  for (let time = 0; time < 2; time += 1)
    expect(await backUpBeforeUpgrade(env, databaseUrl)).toBe(
      `${saved} et une base vide, puis npm run restore -- ${shown}`,
    );
  // Nobody uses the server yet.
  expect(rested).not.toHaveBeenCalled();
  expect((await stat(join(dataDir, 'backups'))).mode & 0o777).toBe(0o700);
  const [own, apart] = ['postgres', 'postgres-apres'].map(name => relative(process.cwd(), join(dataDir, name)));
  expect(await backUpBeforeUpgrade({ ...env, databaseUrl: undefined }, databaseUrl)).toBe(
    `${saved}, puis mv ${own} ${apart} && npm run restore -- ${shown}`,
  );
  expect((await openArchive(fileAt(path))).head).toMatchObject({ files: false });
  await pool.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', [rows[0]?.name, '2026-11-28']);
  expect(await backUpBeforeUpgrade(env, databaseUrl)).toBeUndefined();
});
