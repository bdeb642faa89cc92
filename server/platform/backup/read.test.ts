import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import type { Env } from '../../env.ts';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import type { Storage } from '../files/storage.ts';
import { newId } from '../postgres/db.ts';
import { StartError } from '../processes/start-error.ts';
import { openArchive } from './archive.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { fileAt } from './folder.ts';
import { readBackup } from './read.ts';
import { demandRestored, restoringMark } from './restoring.ts';
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
  const bytes = await readFile(path);
  bytes[bytes.lastIndexOf('Le plan')] = 0;
  await writeFile(`${path}.damaged`, bytes);
  await expect(restore(`${path}.damaged`)).rejects.toThrow('cette sauvegarde est abîmée, rien n’en a été repris');
  expect(await to.whole()).toMatchObject({ people: [], jobs: [], keys: before.keys, disabled: [[0]] });
  expect((await restore(path)).end).toMatchObject({ files: 2, rows: { users: 1, jobs: 1 } });
  expect(await to.whole()).toEqual({ ...before, disabled: [[0]] });
  const both = { 'jwt-secret': 'motsecret', 'jwt-secret.previous': 'motdavant' };
  expect([taken, secrets].map(of => Object.fromEntries<string>(of))).toEqual([files, both]);
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
  await writeFile(restoringMark(dataDir), '');
  await expect(demandRestored(dataDir, databaseUrl)).rejects.toThrow(StartError);
  await pool.query(`INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', 'x', 'zoe@exemple.fr')`, [
    newId(),
  ]);
  await demandRestored(dataDir, databaseUrl);
  expect(await readdir(dataDir)).toEqual([]);
  expect(await backUpBeforeUpgrade({ ...env, upgradeBackup: false }, databaseUrl)).toBeUndefined();
  expect(await backUpBeforeUpgrade(env, databaseUrl)).toMatch(/une base vide, puis npm run restore -- .*avant-/);
  expect((await openArchive(fileAt(path))).head).toMatchObject({ files: false });
  await pool.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', [rows[0]?.name, '2026-11-28']);
  expect(await backUpBeforeUpgrade(env, databaseUrl)).toBeUndefined();
});
