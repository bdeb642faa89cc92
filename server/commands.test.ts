import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoringMark } from './platform/backup/restoring.ts';
import { createStorage } from './platform/files/storage.ts';
import { createLogger } from './platform/logger.ts';
import { newId } from './platform/postgres/db.ts';
import { migrationsOf } from './platform/postgres/migrate.ts';
import { run } from './test/command.ts';
import { startPalabre } from './test/harness.ts';
import { Mailbox } from './test/outside/mailbox.ts';
import { testDatabase, testPool } from './test/outside/postgres.ts';
import { createWorld, post } from './test/people/world.ts';

/** Tests commands of the terminal within this process; `tools/processes` runs them as operators do. */

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-commands-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const storageIn = (dataDir: string) => createStorage({ dataDir, s3: undefined }, createLogger('silent'));

test('The doctor sends a mail to an address where it is given one, and ends with 1 when that mail is refused', async () => {
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const palabre = await startPalabre();
  const variables = {
    ...{ DATA_DIR: await folder(), DATABASE_URL: palabre.services.env.databaseUrl ?? '' },
    ...{ PUBLIC_URL: palabre.url, SMTP_URL: mailbox.url },
  };
  const well = await run('doctor', variables, 'camille@exemple.fr');
  expect(well.said).not.toMatch(/^✗/m);
  expect(well.said).toMatch(/^✓ e-mail d’essai .*parti vers camille@exemple\.fr$/m);
  expect([well.code, mailbox.to('camille@exemple.fr').map(({ subject }) => subject)]).toEqual([
    undefined,
    ['Palabre sait vous écrire'],
  ]);
  mailbox.refuses = 'personne@exemple.fr';
  const refused = await run('doctor', variables, mailbox.refuses);
  expect(refused.said.match(/^✗ .*/gm)).toEqual([expect.stringMatching(/^✗ e-mail d’essai /)]);
  expect(refused.code).toBe(1);
  expect(await run('doctor', variables, 'personne')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Donnez /),
  });
});

test('The doctor says in how many places the search is behind', async () => {
  const palabre = await startPalabre();
  const { camille, chantier } = await createWorld(palabre);
  await post(camille, chantier, 'Bonjour');
  const { databaseUrl: DATABASE_URL = '' } = palabre.services.env;
  await palabre.stop();
  const pool = testPool(DATABASE_URL, 1);
  const variables = { DATA_DIR: await folder(), DATABASE_URL, PUBLIC_URL: palabre.url };
  const search = async () => /^. recherche +(.*)$/m.exec((await run('doctor', variables)).said)?.[1];
  await pool.query('DELETE FROM search_again');
  await pool.query('DELETE FROM search_marks');
  const { rowCount } = await pool.query('SELECT FROM place_scopes WHERE seq > 0');
  expect(rowCount).toBeGreaterThan(0);
  expect(await search()).toBe(`${rowCount} salons ou conversations en retard`);
});

test('An administrator is made of an account by its address, which is said to be unproven where it is', async () => {
  const palabre = await startPalabre();
  const [karim, zoe] = [await palabre.register(), await palabre.register()];
  await palabre.prove(zoe);
  const administer = (...words: string[]) =>
    run('admin', { DATA_DIR: palabre.dataDir, DATABASE_URL: palabre.services.env.databaseUrl ?? '' }, ...words);
  const { email } = karim.user;
  const made = await administer(` ${email.toUpperCase()} `);
  expect([made.code, made.said]).toEqual([
    undefined,
    expect.stringMatching(/administre maintenant Palabre\.\nAttention : cette adresse n'est pas confirmée/),
  ]);
  expect((await administer(zoe.user.email)).said).toBe(`${zoe.user.email} administre maintenant Palabre.\n`);
  for (const person of [karim, zoe]) expect((await person.elsewhere()).user.admin).toBe(true);
  for (const [given, why] of [
    ['personne@exemple.fr', 'Aucun compte personne@exemple.fr'],
    ['pas une adresse', 'npm run admin -- prenom@exemple.fr'],
  ] as const)
    expect(await administer(given)).toMatchObject({ code: 1, said: expect.stringContaining(why) });
});

test('A restore refuses what holds something already, and leaves there what it found: files, and the mark of a restore that was killed', async () => {
  const [kept, backup] = [newId(), join(await folder(), 'palabre.tar')];
  const [full, empty] = [await testDatabase(), await testDatabase()];
  const pool = testPool(full, 1);
  await pool.query(`INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', 'x', 'zoe@exemple.fr')`, [
    newId(),
  ]);
  const from = await folder();
  await (await storageIn(from)).put(kept, Buffer.from('Le plan'));
  const JWT_SECRET = 'un secret de plus de trente-deux signes';
  const JWT_SECRET_PREVIOUS = 'celui d’avant, de plus de trente-deux signes';
  const given = { DATA_DIR: from, DATABASE_URL: full, JWT_SECRET, JWT_SECRET_PREVIOUS };
  const backUp = (file = backup) => run('backup', given, file);
  const written = await backUp();
  expect(written.said).toMatch(
    /^Sauvegarde écrite en \d+ s : .*palabre\.tar\n {2}1 personne · 0 message · 1 fichier · /,
  );
  // The backup runs at the lowest priority, so that the people who use Palabre go first.
  expect([written.code, written.priority, statSync(backup).mode & 0o777]).toEqual([undefined, [[19]], 0o600]);
  expect(await backUp()).toMatchObject({ code: 1, said: expect.stringContaining('palabre.tar existe déjà') });
  // A backup before an upgrade leaves the database as it is.
  const { rows } = await pool.query(
    'DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration) RETURNING name, timestamp',
  );
  const before = await migrationsOf(full);
  expect((await backUp(`${backup}.avant`)).code).toBe(undefined);
  expect(await migrationsOf(full)).toEqual(before);
  await pool.query('INSERT INTO kysely_migration (name, timestamp) VALUES ($1, $2)', [rows[0].name, rows[0].timestamp]);

  const DATA_DIR = await folder();
  const mark = restoringMark(DATA_DIR);
  const storage = await storageIn(DATA_DIR);
  const theirs = newId();
  await storage.put(theirs, Buffer.from('le leur'));
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    return keys;
  };
  expect(await run('restore', { DATA_DIR, DATABASE_URL: empty }, backup)).toMatchObject({
    ...{ code: 1, said: expect.stringContaining('contient déjà des fichiers') },
  });
  expect([await stored(), existsSync(mark)]).toEqual([[theirs], false]);
  writeFileSync(mark, '');
  for (const [url, file, why] of [
    [full, backup, 'contient déjà un Palabre'],
    [empty, `${backup}.absente`, 'ce fichier n’existe pas'],
  ] as const) {
    const refused = await run('restore', { DATA_DIR, DATABASE_URL: url }, file);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(why) });
    expect([await stored(), existsSync(mark)]).toEqual([[theirs], true]);
  }

  // What a restore that was killed has left is its own: one that fails removes it, one that is made takes its place.
  const damaged = `${backup}.damaged`;
  writeFileSync(damaged, readFileSync(backup).subarray(0, -2_048));
  expect((await run('restore', { DATA_DIR, DATABASE_URL: empty }, damaged)).said).toContain('est incomplète');
  expect([await stored(), existsSync(mark)]).toEqual([[], false]);
  const made = await run('restore', { DATA_DIR, DATABASE_URL: empty }, backup);
  expect([made.code, made.said]).toEqual([undefined, expect.stringContaining(`Sauvegarde reprise : ${backup}\n`)]);
  expect([await stored(), existsSync(mark)]).toEqual([[kept], false]);
  for (const [name, secret] of [
    ['jwt-secret', JWT_SECRET],
    ['jwt-secret.previous', JWT_SECRET_PREVIOUS],
  ] as const) {
    const path = join(DATA_DIR, name);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([secret, 0o600]);
  }
  expect(await run('restore', { DATA_DIR, DATABASE_URL: empty })).toMatchObject({
    ...{ code: 1, said: expect.stringMatching(/^Donnez une sauvegarde/) },
  });
});
