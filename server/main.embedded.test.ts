import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeBackupFile } from './platform/backup/write.ts';
import { version } from './platform/paths.ts';
import { newId } from './platform/postgres/db.ts';
import { Client } from './test/client.ts';
import { run } from './test/command.ts';
import { testDatabase, testPool } from './test/outside/postgres.ts';
import { programs } from './test/programs.ts';

/** Tests the programs that start the embedded database; `main.test.ts` and `commands.test.ts` are given one. */

const { started } = programs();

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-embedded-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
const verifying = () => readdirSync(tmpdir()).filter(name => name.startsWith('palabre-verify-'));

test('A start without DATABASE_URL has its own database for as long as it lasts, which commands use too, and says when that one ends by itself', async () => {
  const DATA_DIR = await folder();
  const variables = { DATA_DIR, DATABASE_URL: '', PORT: '0' };
  const palabre = await started(variables);
  const [, url = ''] = /^Palabre est prête : (.*)$/m.exec(palabre.said()) ?? [];
  expect(palabre.said()).toContain(
    `\n  base de données PostgreSQL embarqué, ${relative(process.cwd(), join(DATA_DIR, 'postgres'))}\n`,
  );
  const body = { firstName: 'Zoé', lastName: 'Lambert', email: 'zoe@exemple.fr', password: 'un mot de passe sûr' };
  await new Client(url).ok(api.users.register, { body });
  // Beside the running server.
  expect((await run('admin', variables, body.email)).said).toMatch(/^zoe@exemple\.fr administre maintenant Palabre\./);
  const pid = Number(readFileSync(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() =>
    expect(palabre.lines().filter(({ msg }) => msg === 'embedded PostgreSQL ended by itself')).toMatchObject([
      { level: 50, event: 'lost' },
      { level: 50, event: 'back' },
    ]),
  );
  await palabre.stop();
  const left = ['lock', 'postgres/postmaster.pid'].filter(name => existsSync(join(DATA_DIR, name)));
  expect([palabre.codes(), left]).toEqual([[0], []]);
});

/** Backs up a database with one person; returns the path of the backup. */
async function backedUp(): Promise<string> {
  const [DATABASE_URL, path] = [await testDatabase(), join(await folder(), 'palabre.tar')];
  const user = [newId(), 'zoe@exemple.fr'];
  await testPool(DATABASE_URL, 1).query(
    `INSERT INTO users (id, first_name, last_name, email) VALUES ($1, 'Zoé', 'Lambert', $2)`,
    user,
  );
  await writeBackupFile({ databaseUrl: DATABASE_URL, jwtSecret: Buffer.alloc(40, 'x'), rests: false, version }, path);
  return path;
}

test('A backup is verified in a database of its own, of which nothing stays', async () => {
  const backup = await backedUp();
  const before = verifying();
  const verified = await run('restore', {}, backup, '--verify');
  expect([verified.code, verifying()]).toEqual([undefined, before]);
  expect(verified.said).toMatch(/^Sauvegarde vérifiée, rien ne manque : .*palabre\.tar\n {2}du .*\n {2}1 personne · /);
  await writeFile(`${backup}.other`, 'Bonjour');
  const other = await run('restore', {}, '--verify', `${backup}.other`);
  expect([other.code, verifying()]).toEqual([1, before]);
});

test('A restore without DATABASE_URL makes the database of an empty folder, which it refuses to fill twice', async () => {
  const backup = await backedUp();
  const home = join(await folder(), 'nouveau');
  const to = { DATA_DIR: home, DATABASE_URL: '' };
  expect((await run('restore', to, backup)).said).toMatch(/^Sauvegarde reprise/);
  expect(await run('restore', to, backup)).toMatchObject({
    code: 1,
    said: `${home} contient déjà un Palabre. Une restauration demande un dossier vide : DATA_DIR=./nouveau npm run restore -- …\n`,
  });
  expect(readdirSync(home).sort()).toEqual([
    ...['files', 'jwt-secret', 'postgres', 'postgres-password', 'postgres-start.log'],
  ]);
  expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false);
  // As an operator brings the database to another disk.
  const outside = join(await folder(), 'base');
  renameSync(join(home, 'postgres'), outside);
  symlinkSync(outside, join(home, 'postgres'));
  const palabre = await started({ ...to, PORT: '0' });
  expect(palabre.said()).toContain(
    `\n  base de données PostgreSQL embarqué, ${realpathSync(outside)}, hors de DATA_DIR : à copier avec lui\n`,
  );
});
