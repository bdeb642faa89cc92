import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Palabre, startPalabre } from '../../test/harness.ts';
import { Clamd } from '../../test/outside/clamd.ts';
import { testDatabase, testPool } from '../../test/outside/postgres.ts';
import { LastingKeys } from '../sessions/lasting-keys.ts';
import { Secrets } from '../sessions/secrets.ts';
import type { DatabaseFacts } from './database.store.ts';
import { examine } from './finding.ts';
import { examineStart, type Patient, subjects } from './subjects.ts';

let palabre: Palabre;
let well: Patient;
beforeAll(async () => {
  palabre = await startPalabre();
  await palabre.endJobs();
  const { env, database, storage } = palabre.services;
  well = {
    ...{ env, pool: database.pool, databaseUrl: env.databaseUrl ?? '', storage: async () => storage },
    post: { send: async () => {}, check: async () => {} },
    searchBehind: async () => 0,
  };
});

/** Looks at one subject of a Palabre that is well except for `more`. */
const found = async (name: string, more: Partial<Patient> = {}) =>
  subjects({ ...well, ...more })
    .find(subject => subject.name === name)
    ?.look();
const ofEnv = (more: object) => ({ env: { ...well.env, ...more } });

/** Makes a database say something else of itself than it does. */
function saying(facts: Partial<DatabaseFacts>): Partial<Patient> {
  const query = async (text: string) => {
    const { rows } = await well.pool.query(text);
    return { rows: rows.map(row => ('encoding' in row ? { ...row, ...facts } : row)) };
  };
  return { pool: { query } as never };
}

it('A database is old, of another encoding, without room for jobs, or short of connections', async () => {
  const database = (facts: Partial<DatabaseFacts>) => found('base de données', saying(facts));
  expect(await database({ connections: 8, connectionsAtMost: 100 })).toMatchObject({
    state: 'good',
    says: expect.stringMatching(/^PostgreSQL 18[^,]*, .*, 8 connexions sur 100$/),
  });
  for (const [facts, state, says] of [
    [{ number: 139_999, version: '13.9' }, 'bad', 'PostgreSQL 13.9'],
    [{ encoding: 'LATIN1' }, 'bad', 'codage LATIN1'],
    [{ jobs: false }, 'bad', 'ce compte ne peut pas créer de schéma'],
    [{ connections: 81, connectionsAtMost: 100 }, 'look', expect.stringContaining('81 connexions sur 100')],
    [{ connections: 80, connectionsAtMost: 100 }, 'good', expect.anything()],
    [{ connections: 1, connectionsAtMost: 22 }, 'look', expect.stringContaining('1 connexions sur 22')],
    [{ connections: 1, connectionsAtMost: 23 }, 'good', expect.anything()],
  ] as const)
    expect([facts, await database(facts)]).toEqual([facts, expect.objectContaining({ state, says })]);
  const two = { ...ofEnv({ workers: 2 }), ...saying({ connections: 1, connectionsAtMost: 45 }) };
  expect(await found('base de données', two)).toMatchObject({ state: 'look' });
  expect(await found('horloge', saying({ at: new Date(Date.now() - 60_000) }))).toMatchObject({ state: 'bad' });
  expect(await found('horloge')).toMatchObject({ state: 'good' });
});

it('Jobs are late after five minutes, and those that are given up are told by name', async () => {
  const { jobs } = palabre.services;
  const { pool } = well;
  const jobsFound = () => found('travaux de fond');
  expect(await jobsFound()).toEqual({ state: 'good', says: 'aucun en attente' });
  await jobs.addAll('mail.send', Array(3).fill({ payload: {} }));
  expect(await jobsFound()).toEqual({ state: 'good', says: '3 en attente' });
  await pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '301 seconds'`);
  expect(await jobsFound()).toMatchObject({ state: 'bad', says: '3 en retard, le plus ancien depuis 5 min' });
  // A running job and a job that is scheduled for later are not late.
  await pool.query(`
    WITH one AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM graphile_worker._private_jobs)
    UPDATE graphile_worker._private_jobs AS job SET
      locked_at = CASE WHEN n = 1 THEN now() END, locked_by = CASE WHEN n = 1 THEN 'one' END,
      run_at = CASE WHEN n = 2 THEN now() + interval '1 hour' ELSE run_at END,
      attempts = CASE n WHEN 1 THEN 1 WHEN 3 THEN max_attempts ELSE 0 END
    FROM one WHERE one.id = job.id`);
  expect(await jobsFound()).toMatchObject({ state: 'look', says: 'abandonnés : mail.send 1' });
  await pool.query('DELETE FROM graphile_worker._private_jobs');
});

it('A secret that was replaced says what still needs the one before, and when nothing does', async () => {
  const { env, database } = palabre.services;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const [first, next, other] = [env.jwtSecret, bytes('le suivant'), bytes('un autre')];
  const under = (jwtSecret: Uint8Array, jwtSecretPrevious?: Uint8Array) =>
    found('secret', ofEnv({ jwtSecret, jwtSecretPrevious }));
  const unknown = expect.stringContaining('n’est pas le secret d’avant');
  expect(await under(first)).toEqual({ state: 'good', says: 'le même depuis le premier démarrage' });
  expect(await under(first, other)).toMatchObject({ state: 'look', says: unknown });
  expect(await under(next)).toMatchObject({ state: 'look', says: expect.stringContaining('mettra fin aux sessions') });
  expect(await under(next, first)).toMatchObject({
    state: 'good',
    says: expect.stringMatching(/^remplacé au prochain/),
  });

  await palabre.services.jobs.add('mail.send', {});
  await palabre.register();
  const secrets = new Secrets({ jwtSecret: next, jwtSecretPrevious: first });
  await new LastingKeys(database, secrets).settle();
  await palabre.register();
  const since = (ago: string) => well.pool.query(`UPDATE secret_in_use SET since = since - $1::interval`, [ago]);
  const needs = /1 session \(jusqu’au .+ au plus tard\), 1 e-mail qui attend, les codes envoyés dans l’heure$/;
  expect(await under(next, first)).toMatchObject({
    state: 'good',
    says: expect.stringMatching(/^remplacé le .+ lu : /),
  });
  expect((await under(next, first))?.says).toMatch(needs);
  expect((await under(next))?.says).toMatch(needs);
  expect(await under(next)).toMatchObject({ state: 'look', says: expect.stringContaining('n’est plus lu') });
  expect(await under(next, other)).toMatchObject({ state: 'look', says: unknown });
  await since('31 days');
  expect(await under(next, first)).toMatchObject({
    ...{ state: 'look', says: expect.stringContaining('plus rien ne demande l’ancien') },
    todo: expect.stringMatching(/^retirez JWT_SECRET_PREVIOUS/),
  });
  expect(await under(next)).toMatchObject({ state: 'good', says: expect.stringMatching(/^remplacé le [^,]+$/) });
  await well.pool.query(`DELETE FROM graphile_worker._private_jobs`);
});

it('The search, the files and the mails say how they are', async () => {
  const behind = (count: number) => found('recherche', { searchBehind: async () => count });
  expect(await behind(0)).toEqual({ state: 'good', says: 'à jour' });
  expect(await behind(100)).toEqual({ state: 'good', says: '100 salons ou conversations en retard' });
  expect(await behind(101)).toMatchObject({ state: 'look' });
  expect(await found('fichiers')).toEqual({ state: 'good', says: 'le dossier prend un fichier' });
  const broken = { ...palabre.services.storage, check: () => Promise.reject(new Error('full')) };
  await expect(found('fichiers', { storage: async () => broken })).rejects.toThrow('full');
  expect(await found('e-mails')).toMatchObject({ state: 'look', says: expect.stringContaining('rien ne part') });
  const bySmtp = ofEnv({ smtpUrl: 'smtp://compte:motsecret@mail.exemple.fr:587' });
  const sent = await found('e-mails', bySmtp);
  expect(sent).toMatchObject({ state: 'good', says: expect.stringContaining('mail.exemple.fr:587 prend le compte') });
  expect(JSON.stringify(sent)).not.toContain('motsecret');
  const away = { send: async () => {}, check: () => Promise.reject(new Error('refused')) };
  await expect(found('e-mails', { ...bySmtp, post: away })).rejects.toThrow('refused');
});

it('Backups are made each night: the newest is looked at, and whether it is on a disk of its own', async () => {
  const folder = join(palabre.dataDir, 'nuits');
  const nights = ofEnv({ backups: { folder } });
  expect(await found('sauvegardes')).toMatchObject({ state: 'look', says: 'aucune de nuit' });
  expect(await found('sauvegardes', nights)).toMatchObject({ state: 'look', says: 'aucune encore' });
  await mkdir(folder);
  const path = join(folder, 'palabre-2026-11-28.tar');
  await writeFile(path, 'x');
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await utimes(path, at(1.9), at(1.9));
  expect(await found('sauvegardes', nights)).toMatchObject({
    ...{ state: 'look', says: expect.stringMatching(/^la dernière du .*, sur le même disque$/) },
  });
  await utimes(path, at(2.1), at(2.1));
  expect(await found('sauvegardes', nights)).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('la dernière'),
  });
});

it('What a start looks at is said where it is bad, and what needs it is not looked at', async () => {
  const said: string[] = [];
  const publicUrl = palabre.url;
  const say = (line: string) => void said.push(line);
  await examineStart({ ...well, ...ofEnv({ publicUrl }) }, say);
  expect(said).toEqual([]);
  const wrong = {
    ...well,
    ...saying({ encoding: 'LATIN1', at: new Date(0) }),
    ...ofEnv({ publicUrl: 'http://127.0.0.1:1' }),
  };
  await examineStart(wrong, say);
  expect(said.map(line => line.split(' : ')[0])).toEqual(['base de données', 'adresse']);
  expect(said[0]).toBe('base de données : codage LATIN1 → créez la base en UTF8 (ENCODING UTF8 TEMPLATE template0)');
});

it('A database that has not been started yet waits for its migrations, and has neither jobs nor anything to find', async () => {
  const databaseUrl = await testDatabase({ empty: true });
  const pool = testPool(databaseUrl, 1);
  const unstarted = { pool, databaseUrl, searchBehind: () => Promise.reject(new Error('no table')) };
  expect(
    await found('base de données', { ...unstarted, ...saying({ connections: 1, connectionsAtMost: 100 }) }),
  ).toMatchObject({
    ...{ state: 'look', says: expect.stringMatching(/, \d+ migrations à venir$/) },
  });
  expect(await found('travaux de fond', unstarted)).toMatchObject({ state: 'look', says: 'pas encore de table' });
  expect(await found('recherche', unstarted)).toEqual({ state: 'good', says: 'rien à trouver encore' });
});

it('A scanner is away, has no signatures or old ones, or takes no file of the largest size', async () => {
  const path = join(palabre.dataDir, 'clamd.ctl');
  const clamd = await new Clamd().open(path);
  onTestFinished(() => clamd.close());
  const scanner = () => found('antivirus', ofEnv({ clamd: { path } }));
  const since = (days: number) =>
    `ClamAV 1.4.3/27824/${new Date(Date.now() - days * 86_400_000).toString().slice(0, 24)}`;
  expect(await scanner()).toMatchObject({ state: 'look', says: 'ClamAV 1.4.3, sans signatures de ClamAV' });
  clamd.version = since(3.1);
  expect(await scanner()).toMatchObject({ state: 'look', todo: expect.stringContaining('freshclam') });
  clamd.version = since(2.9);
  const says = expect.stringMatching(/^ClamAV 1\.4\.3, signatures du [\d/]+$/);
  expect(await scanner()).toEqual({ state: 'good', says });
  clamd.streamMaxLength -= 1;
  expect(await scanner()).toMatchObject({ state: 'look', todo: expect.stringContaining('StreamMaxLength') });
  await clamd.close();
  await expect(scanner()).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  expect(await found('antivirus')).toBeUndefined();
});

it('TLS is required, or missing where variables are named', async () => {
  const tls = (isRequired: boolean, ...without: string[]) => found('TLS', ofEnv({ tls: { isRequired, without } }));
  expect((await tls(true))?.says).toMatch(/^exigé/);
  expect((await tls(false))?.says).toMatch(/^partout/);
  expect(await tls(false, 'REDIS_URL', 'SMTP_URL')).toMatchObject({
    ...{ state: 'good', says: expect.stringMatching(/ : REDIS_URL, SMTP_URL$/) },
  });
});

it('Workers, Redis and a certificate are looked at where there are some', () => {
  const names = (more: object) => subjects({ ...well, ...ofEnv(more) }).map(({ name }) => name);
  const usual = names({});
  expect(usual).not.toContain('Redis');
  expect(names({ workers: 2, redisUrl: 'redis://x' }).filter(name => !usual.includes(name))).toEqual([
    'processus',
    'Redis',
  ]);
  expect(names({ publicUrl: 'https://chat.exemple.fr' }).filter(name => !usual.includes(name))).toEqual(['certificat']);
  for (const { needs } of subjects(well)) if (needs) expect(usual).toContain(needs);
});

it('What does not answer is told with what to do, by each thing that is beyond this process', async () => {
  const away = async (): Promise<never> => {
    throw new Error('away');
  };
  const nowhere = '127.0.0.1:1';
  const lost: Patient = {
    ...{ ...well, pool: { query: away } as never, storage: away, post: { send: away, check: away } },
    ...ofEnv({
      ...{ dataDir: '/nulle/part', smtpUrl: `smtp://${nowhere}`, clamd: { host: '127.0.0.1', port: 1 } },
      ...{ redisUrl: `redis://${nowhere}`, publicUrl: `https://${nowhere}` },
    }),
  };
  const told: Record<string, string | undefined> = {};
  for (const subject of subjects(lost)) {
    if (subject.needs) continue;
    const { state, todo } = await examine(subject);
    if (state === 'bad') told[subject.name] = todo;
  }
  expect(told).toEqual({
    disque: expect.stringContaining('DATA_DIR'),
    'base de données': expect.stringContaining('DATABASE_URL'),
    fichiers: expect.stringContaining('S3_URL'),
    antivirus: expect.stringContaining('CLAMD_URL'),
    'e-mails': expect.stringContaining('SMTP_URL'),
    Redis: expect.stringContaining('REDIS_URL'),
    certificat: expect.stringContaining('PUBLIC_URL'),
    adresse: expect.stringContaining('PUBLIC_URL'),
  });
});
