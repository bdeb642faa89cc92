import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { restoringMark } from './platform/backup/restoring.ts';
import { writeBackupFile } from './platform/backup/write.ts';
import { createStorage } from './platform/files/storage.ts';
import { createLogger } from './platform/logger.ts';
import { version } from './platform/paths.ts';
import { newId } from './platform/postgres/db.ts';
import { migrationsOf } from './platform/postgres/migrate.ts';
import { lockDataDir } from './platform/processes/data-lock.ts';
import { run } from './test/command.ts';
import { onceBefore } from './test/locks.ts';
import { testDatabase, testPool } from './test/outside/postgres.ts';
import { FakeS3 } from './test/outside/s3.ts';

/** Tests where commands find and leave things, and their words; `commands.test.ts` tests what they do. */

const JWT_SECRET = 'un secret de plus de trente-deux signes';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-places-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function bucket(): Promise<FakeS3> {
  const s3 = await new FakeS3().start();
  onTestFinished(() => s3.stop());
  return s3;
}

let DATA_DIR: string;
let DATABASE_URL: string;
let pool: pg.Pool;
/** Variables of a Palabre with one person. */
let given: { DATA_DIR: string; DATABASE_URL: string; JWT_SECRET: string };
beforeEach(async () => {
  [DATA_DIR, DATABASE_URL] = [await folder(), await testDatabase()];
  given = { DATA_DIR, DATABASE_URL, JWT_SECRET };
  pool = testPool(DATABASE_URL, 1);
  const user = [newId(), 'zoe@exemple.fr'];
  await pool.query(`INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', 'Lambert', $2)`, user);
});

/** Looks until the database has no connection but that of this look. */
const noneIsLeftIn = (database: pg.Pool) =>
  vi.waitFor(async () => {
    const left = 'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    expect((await database.query(left)).rows, 'connections left open').toEqual([]);
  });

test('A backup of a bucket is written, known and restored under its name there, and a bucket of files must be empty', async () => {
  const [nights, files] = [await bucket(), await bucket()];
  const of = { ...given, BACKUP_S3_URL: nights.url };
  const written = await run('backup', of, 's3:nuit.tar');
  expect(written).toMatchObject({ code: undefined, umask: 0o077 });
  expect(written.said).toMatch(
    /^Sauvegarde écrite en \d+ s : s3:nuit\.tar\n {2}1 personne · 0 message · 0 fichier · .+\n$/m,
  );
  expect([...nights.objects.keys()]).toEqual(['nuit.tar']);
  const exists = 's3:nuit.tar existe déjà : donnez un autre nom, ou supprimez l’ancienne sauvegarde.\n';
  expect(await run('backup', of, 's3:nuit.tar')).toMatchObject({ code: 1, said: exists });
  const without = 'Une sauvegarde « s3:NOM » demande BACKUP_S3_URL, le seau où elle se trouve.\n';
  for (const command of ['backup', 'restore'] as const)
    expect(await run(command, given, 's3:nuit.tar')).toMatchObject({ code: 1, said: without });
  await noneIsLeftIn(pool);

  const empty = await testDatabase();
  const to = { DATA_DIR: await folder(), DATABASE_URL: empty, BACKUP_S3_URL: nights.url, S3_URL: files.url };
  expect(await run('restore', to, 's3:absente.tar')).toMatchObject({
    ...{ code: 1, said: 's3:absente.tar : cette sauvegarde n’existe pas.\n' },
  });
  const theirs = newId();
  files.objects.set(theirs, Buffer.from('le leur'));
  expect(await run('restore', to, 's3:nuit.tar')).toMatchObject({
    code: 1,
    said: `S3_URL : le seau contient déjà des fichiers (${theirs}). Une restauration demande un seau vide.\n`,
  });
  expect([...files.objects.keys()]).toEqual([theirs]);
  files.objects.clear();
  const made = await run('restore', to, 's3:nuit.tar');
  expect(made).toMatchObject({ code: undefined, umask: 0o077 });
  expect(made.said).toMatch(
    new RegExp(
      `^Sauvegarde reprise : s3:nuit\\.tar\n {2}du \\d+ \\S+ \\d{4} à \\d\\d:\\d\\d, Palabre ${version}\n {2}1 personne · 0 message · 0 fichier · .+\nDémarrez Palabre : npm start\n$`,
      'm',
    ),
  );
  // Uploads come by this machine before the bucket takes them.
  expect(readdirSync(to.DATA_DIR).sort()).toEqual(['jwt-secret', 'uploads']);
  await noneIsLeftIn(testPool(empty, 1));
});

test('A backup of a relative name lies in the folder in which its command was written, and is found from there', async () => {
  const INIT_CWD = await folder();
  const path = join(INIT_CWD, 'palabre.tar');
  expect((await run('backup', { ...given, INIT_CWD }, 'palabre.tar')).said).toContain(` s : ${path}\n`);
  expect(existsSync(path)).toBe(true);
  const to = { DATA_DIR: await folder(), DATABASE_URL: await testDatabase(), INIT_CWD };
  expect((await run('restore', to, 'palabre.tar')).said).toMatch(`Sauvegarde reprise : ${path}\n`);
});

test('A command that lacks its word, or has one too many, says how it is written', async () => {
  const usage = `Donnez une sauvegarde : npm run restore -- palabre.tar
Avec --verify, elle est seulement vérifiée : npm run restore -- palabre.tar --verify
`;
  for (const [command, words, said] of [
    ['backup', [], 'Donnez un fichier : npm run backup -- palabre.tar\n'],
    ['restore', [], usage],
    ['restore', ['--verify'], usage],
    ['restore', ['un.tar', 'deux.tar'], usage],
    ['admin', [], 'Donnez une adresse e-mail : npm run admin -- prenom@exemple.fr\n'],
    ['doctor', ['personne'], 'Donnez une adresse e-mail, ou rien : npm run doctor -- vous@exemple.fr\n'],
  ] as const)
    expect([command, words, await run(command, given, ...words)]).toEqual([
      ...[command, words, expect.objectContaining({ code: 1, said })],
    ]);
});

test('A restore waits for no server: a folder that one uses is refused, and the folder of a restore is free afterwards', async () => {
  const backup = join(await folder(), 'palabre.tar');
  await run('backup', given, backup);
  const [home, url] = [await folder(), await testDatabase()];
  const to = { DATA_DIR: home, DATABASE_URL: url };
  const unlock = lockDataDir(home);
  onTestFinished(unlock);
  const used = `Un autre serveur Palabre (processus ${process.pid}) utilise déjà le dossier ${home} : arrêtez-le, ou donnez un autre DATA_DIR.\n`;
  expect(await run('restore', to, backup)).toMatchObject({ code: 1, said: used });
  unlock();
  const full = { ...to, DATABASE_URL };
  expect(await run('restore', full, backup)).toMatchObject({
    code: 1,
    said: 'DATABASE_URL : cette base contient déjà un Palabre. Une restauration demande une base vide.\n',
  });
  expect(existsSync(join(home, 'lock')), 'a lock after a refusal').toBe(false);
  // A start after a kill finds the mark, and a server that starts meanwhile finds the lock.
  let meanwhile: boolean[] = [];
  const isBegun = onceBefore('BEGIN; SET LOCAL search_path', async () => {
    meanwhile = [restoringMark(home), join(home, 'lock')].map(existsSync);
  });
  expect((await run('restore', to, backup)).code).toBe(undefined);
  expect([isBegun(), meanwhile]).toEqual([true, [true, true]]);
  expect(readdirSync(home).sort()).toEqual(['files', 'jwt-secret']);
  await noneIsLeftIn(pool);
});

test('A backup of before an upgrade is restored beside the files, which it has none of, and which stay whatever comes of it', async () => {
  const path = join(await folder(), 'avant-0059.tar');
  await writeBackupFile({ databaseUrl: DATABASE_URL, jwtSecret: Buffer.from(JWT_SECRET), rests: false, version }, path);
  const storage = await createStorage({ dataDir: DATA_DIR, s3: undefined }, createLogger('silent'));
  const kept = newId();
  await storage.put(kept, Buffer.from('Le plan'));
  const damaged = `${path}.damaged`;
  writeFileSync(damaged, readFileSync(path).subarray(0, -2_048));
  for (const [file, code] of [
    [damaged, 1],
    [path, undefined],
  ] as const) {
    const to = { DATA_DIR, DATABASE_URL: await testDatabase() };
    expect((await run('restore', to, file)).code).toBe(code);
    expect(existsSync(restoringMark(DATA_DIR))).toBe(false);
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    expect(keys).toEqual([kept]);
  }
});

test('A folder of files that is not empty is named by a restore, which changes nothing there', async () => {
  const backup = join(await folder(), 'palabre.tar');
  await run('backup', given, backup);
  const to = { DATA_DIR: await folder(), DATABASE_URL: await testDatabase() };
  const theirs = newId();
  const shard = join(to.DATA_DIR, 'files', theirs.slice(34, 36));
  mkdirSync(shard, { recursive: true });
  writeFileSync(join(shard, theirs), 'le leur');
  expect(await run('restore', to, backup)).toMatchObject({
    code: 1,
    said: `${join(to.DATA_DIR, 'files')} contient déjà des fichiers. Une restauration demande un dossier vide.\n`,
  });
  expect(readFileSync(join(shard, theirs), 'utf8')).toBe('le leur');
});

test('The doctor changes nothing, looks at nothing whose need has failed, and writes its trial mail to the outbox without SMTP_URL', async () => {
  await pool.query('DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration)');
  const before = await migrationsOf(DATABASE_URL);
  const variables = { ...given, PUBLIC_URL: 'http://127.0.0.1:9' };
  const { said, code } = await run('doctor', variables, 'camille@exemple.fr');
  expect(await migrationsOf(DATABASE_URL)).toEqual(before);
  expect(code).toBe(1);
  expect(said.match(/^✗ .{18}/gm)).toEqual(['✗ adresse           ']);
  expect(said).toMatch(
    /^! base de données .*, 1 migrations à venir\n {20}→ le prochain démarrage les fera \(npm start\)$/m,
  );
  expect(said).not.toMatch(/^. sockets/m);
  expect(said).toMatch(/^✓ e-mail d’essai {4}écrit dans DATA_DIR\/outbox$/m);
  const [name = ''] = readdirSync(join(DATA_DIR, 'outbox'));
  const mail = await PostalMime.parse(readFileSync(join(DATA_DIR, 'outbox', name)));
  expect(mail).toMatchObject({ subject: 'Palabre sait vous écrire', to: [{ address: 'camille@exemple.fr' }] });
  expect(mail.messageId).toMatch(/^<[\w-]{36}@127\.0\.0\.1>$/);
  expect(mail.text).toMatch(
    /^Palabre sait vous écrire\n\nCet e-mail a été demandé par npm run doctor : les codes et les avis partiront aussi\.\n/,
  );
  await noneIsLeftIn(pool);
  const away = await run('doctor', { ...variables, DATABASE_URL: 'postgres://claire:motsecret@127.0.0.1:9/palabre' });
  expect(away.said).toMatch(/^✗ base de données .*ECONNREFUSED/m);
  for (const name of ['horloge', 'secret', 'travaux de fond', 'recherche'])
    expect(away.said).not.toContain(` ${name} `);
  expect(away.said).not.toContain('motsecret');
  // A mail is sent to nobody where nobody is named.
  expect(away.said).not.toContain('d’essai');
});

test('An account that is not there, or is shut, is made no administrator, and nothing is left open', async () => {
  const none = (email: string) =>
    `Aucun compte ${email} n'est ouvert : créez-le d'abord (ou levez sa suspension), ou démarrez avec ADMIN_EMAIL=${email} pour un compte à venir.\n`;
  expect(await run('admin', given, 'karim@exemple.fr')).toMatchObject({ code: 1, said: none('karim@exemple.fr') });
  await pool.query('UPDATE users SET suspended_at = now()');
  expect(await run('admin', given, 'zoe@exemple.fr')).toMatchObject({ code: 1, said: none('zoe@exemple.fr') });
  await pool.query('UPDATE users SET suspended_at = NULL');
  expect(await run('admin', given, 'zoe@exemple.fr')).toMatchObject({
    code: undefined,
    said: `zoe@exemple.fr administre maintenant Palabre.
Attention : cette adresse n'est pas confirmée. Assurez-vous que ce compte est bien celui de la personne.
`,
  });
  await noneIsLeftIn(pool);
  // The audit journal has it once, whatever often it is asked for.
  await run('admin', given, 'zoe@exemple.fr');
  const { rows } = await pool.query('SELECT action, target_name FROM audit');
  expect(rows).toEqual([{ action: 'administrator_made', target_name: 'Zoé Lambert (zoe@exemple.fr)' }]);
});
